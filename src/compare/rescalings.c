/* rescalings.c - see rescalings.h. */
#include "compare/rescalings.h"
#include "budget/rescalings.h"

size_t plumb_rescalings_of(const plumb_precision *precision, const unsigned char *taking_part, size_t keys,
                           bool has_sink) {
    return plumb_most_rescalings(PLUMB_KEYS_IN_ORDER, taking_part, keys, precision->least_key_block, has_sink);
}
