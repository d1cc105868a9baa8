/* rescalings.c - see rescalings.h. */
#include "theorem/rescalings.h"
#include "budget/rescalings.h"

/* A shift that is fixed never rises: keys in order cover it. */
static plumb_key_order order_of(const plumb_precision *precision) {
    if (precision->shift.rule == PLUMB_SHIFT_HIDDEN)
        return PLUMB_MAXIMUM_OVER_HIDDEN;
    return precision->key_order == PLUMB_WALK_ANY ? PLUMB_KEYS_GATHERED : PLUMB_KEYS_IN_ORDER;
}

size_t plumb_rescalings_of(const plumb_precision *precision, const unsigned char *taking_part, size_t keys,
                           bool has_sink) {
    size_t blocks =
        plumb_most_rescalings(order_of(precision), taking_part, keys, precision->least_key_block, has_sink);
    return blocks + plumb_merge_rescalings(precision);
}
