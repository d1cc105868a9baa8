/* neighbours_keys.c - keys that engines leave out or count twice. */
#include "diagnose/neighbours_keys.h"
#include "diagnose/change.h"
#include "diagnose/logarithms.h"
#include "diagnose/neighbours_masks.h"
#include "diagnose/shown.h"

/* Which keys; the own key of a query is the one at its position. */
typedef enum { LAST, FIRST, NEWEST, BEYOND_BLOCKS, OWN } which;

static bool is_meant(const plumb_problem *p, const plumb_neighbour *neighbour, size_t t, size_t j) {
    size_t block = (size_t)neighbour->second;
    switch ((which)neighbour->integer) {
    case LAST:
        return j + 1 == p->key_length;
    case FIRST:
        return j == 0;
    case NEWEST:
        return j + p->query_length >= p->key_length;
    case BEYOND_BLOCKS:
        return j >= p->key_length / block * block;
    case OWN:
    default:
        return (int64_t)j == (int64_t)t + p->causal.offset;
    }
}

static bool left(const plumb_problem *p, const void *context, size_t b, size_t h, size_t t,
                 size_t j) {
    return plumb_allowed_at(p, b, h, t, j) && !is_meant(p, context, t, j);
}

/* integer: which keys; second: the block, of keys beyond blocks.  All keys are never left out. */
static int leave_out(const plumb_neighbour *neighbour, plumb_storage *storage,
                     plumb_case *changed) {
    plumb_problem problem = changed->problem;
    bool none_left =
        problem.key_length < 2 ||
        (neighbour->integer == NEWEST && problem.query_length >= problem.key_length) ||
        (neighbour->integer == BEYOND_BLOCKS && (size_t)neighbour->second > problem.key_length);
    if (none_left)
        return 0;
    int result = plumb_change_allowed(storage, &problem, (plumb_varies){false, false, false}, left,
                                      neighbour);
    return result == 1 ? plumb_take_masks(changed, &problem) : result;
}

static double doubled(const plumb_problem *p, const void *context, size_t b, size_t h, size_t t,
                      size_t j) {
    double bias = plumb_bias_at(p, b, h, t, j);
    return is_meant(p, context, t, j) ? bias + PLUMB_LN_2 : bias;
}

/* A weight of a softmax is doubled by ln 2 beside the score, where nothing caps the sum.  The
   claims would have such a key twice, or the sum, or the score of one. */
static int count_twice(const plumb_neighbour *neighbour, plumb_storage *storage,
                       plumb_case *changed) {
    plumb_problem *p = &changed->problem;
    bool own = neighbour->integer == OWN;
    bool capped = p->op.softcap > 0 && p->op.softcap_order != PLUMB_CAP_BIAS_MASK;
    bool mean = p->op.kind == PLUMB_SOFTMAX || p->op.kind == PLUMB_SCALED_SOFTMAX;
    if (!mean || capped || changed->weights.present || changed->scores.present ||
        (own && !plumb_mask_counts(p) && p->query_length != p->key_length))
        return 0;
    return plumb_change_bias(storage, p, (plumb_varies){false, false, own}, doubled, neighbour);
}

bool plumb_decodes_several(const plumb_case *stated) {
    const plumb_problem *p = &stated->problem;
    return p->query_length > 1 && p->query_length < p->key_length;
}

static const plumb_change_line losses[] = {
    {"leaves out the last key", NULL, leave_out, LAST, 0, 0},
    {"leaves out key 0", NULL, leave_out, FIRST, 0, 0},
    {"leaves out the last query_length keys", plumb_decodes_several, leave_out, NEWEST, 0, 0},
    {"counts the last key twice", NULL, count_twice, LAST, 0, 0},
    {"counts key 0 twice", NULL, count_twice, FIRST, 0, 0},
    {"counts the key at a query's own position twice", NULL, count_twice, OWN, 0, 0},
};

static void add_blocks(plumb_neighbourhood *list, size_t keys) {
    size_t last = keys;
    for (size_t block = 8; block <= 128; block *= 2) {
        size_t kept = keys / block * block;
        if (kept == last || kept == 0)
            continue;
        last = kept;
        plumb_change_add(list,
                         (plumb_neighbour){.kind = PLUMB_NEIGHBOUR_FAULT,
                                           .axis = "keys",
                                           .change = leave_out,
                                           .integer = BEYOND_BLOCKS,
                                           .second = (int64_t)block},
                         "leaves out the keys from %zu on, beyond the last full block of %zu", kept,
                         block);
    }
}

void plumb_neighbours_of_keys(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_problem *p = &stated->problem;
    if (p->key_length == 0)
        return;
    plumb_change_add_lines(neighbourhood, stated, PLUMB_NEIGHBOUR_FAULT, "keys",
                           PLUMB_LINES(losses));
    add_blocks(neighbourhood, p->key_length);
    plumb_neighbours_of_padding(stated, neighbourhood);
    plumb_neighbours_of_contents(stated, neighbourhood);
}
