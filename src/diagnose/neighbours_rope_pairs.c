/* neighbours_rope_pairs.c - which elements RoPE pairs, and how many it rotates. */
#include "diagnose/change_columns.h"
#include "diagnose/change_rope.h"
#include "diagnose/neighbours_rope.h"
#include "schema/schema.h"
#include <math.h>

/* integer: the layout. deinterleaved and interleaved give the same scores unless a sink, whose key
   is not moved, meets the queries. */
static int use_layout(const plumb_neighbour *neighbour, plumb_storage *storage,
                      plumb_case *changed) {
    plumb_position *position = &changed->problem.position;
    plumb_rope_layout layout = (plumb_rope_layout)neighbour->integer;
    plumb_rope_layout before = position->rope.layout;
    (void)storage;
    if (position->kind != PLUMB_POSITION_ROPE || before == layout)
        return 0;
    position->rope.layout = layout;
    if (before != PLUMB_ROPE_HALF && layout != PLUMB_ROPE_HALF &&
        !plumb_sink_meets_positions(&changed->problem))
        return 0;
    return position->rope.dim > 2;
}

/* integer: the rotary dimension. */
static int use_dim(const plumb_neighbour *neighbour, plumb_storage *storage, plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    plumb_rope before = problem->position.rope;
    if (!plumb_computes_angles(problem) || before.scaling == PLUMB_ROPE_LONGROPE ||
        before.dim == (size_t)neighbour->integer)
        return 0;
    problem->position.rope.dim = (size_t)neighbour->integer;
    return plumb_rotation_made(storage, &before, problem);
}

static bool is_partial(const plumb_problem *problem) {
    return problem->position.kind == PLUMB_POSITION_ROPE &&
           problem->position.rope.dim < problem->head_dim;
}

/* from[c] for a rotation of the last elements. */
static int rotate_last(const plumb_neighbour *neighbour, plumb_storage *storage,
                       plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    size_t dim = problem->head_dim, rotated = problem->position.rope.dim;
    size_t *from = plumb_storage_take(storage, dim, sizeof *from);
    (void)neighbour;
    if (!is_partial(problem))
        return 0;
    if (from == NULL)
        return -1;
    for (size_t c = 0; c < dim; c++)
        from[c] = c < rotated ? c + dim - rotated : c - rotated;
    return plumb_permute_vectors(storage, problem, from);
}

/* The first r/2 elements of each half of the head come first, in pairs (m, m + r/2). */
static void pair_across_head(size_t *from, size_t dim, size_t rotated) {
    size_t pairs = rotated / 2, rest = rotated;
    for (size_t m = 0; m < pairs; m++) {
        from[m] = m;
        from[m + pairs] = m + dim / 2;
    }
    for (size_t c = 0; c < dim; c++)
        if (c % (dim / 2) >= pairs)
            from[rest++] = c;
}

/* second: whether frequencies are those of a rotation of the whole head, base^(-2m/head_dim). */
static int rotate_across_head(const plumb_neighbour *neighbour, plumb_storage *storage,
                              plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    plumb_rope *rope = &problem->position.rope;
    size_t dim = problem->head_dim;
    size_t *from = plumb_storage_take(storage, dim, sizeof *from);
    bool powers = rope->scaling == PLUMB_ROPE_UNSCALED || rope->scaling == PLUMB_ROPE_LINEAR;
    if (!is_partial(problem) || rope->layout != PLUMB_ROPE_HALF || dim % 2 != 0)
        return 0;
    if (neighbour->second != 0 && (!plumb_computes_angles(problem) || !powers))
        return 0;
    if (from == NULL)
        return -1;
    if (neighbour->second != 0)
        rope->base = pow(rope->base, (double)rope->dim / (double)dim);
    pair_across_head(from, dim, rope->dim);
    return plumb_permute_vectors(storage, problem, from);
}

static void add_layout(plumb_neighbourhood *list, plumb_rope_layout layout, size_t dim) {
    plumb_neighbour neighbour = {.kind = PLUMB_NEIGHBOUR_CONVENTION,
                                 .axis = "rope_layout",
                                 .change = use_layout,
                                 .integer = layout};
    plumb_change_member(&neighbour, "\"rope_layout\":\"%s\"",
                        plumb_word_name(PLUMB_MEMBER_ROPE_LAYOUT, layout));
    if (layout == PLUMB_ROPE_HALF)
        plumb_change_add(list, neighbour, "rotates pairs (m, m + %zu)", dim / 2);
    else
        plumb_change_add(list, neighbour, "rotates pairs (2m, 2m + 1)%s",
                         layout == PLUMB_ROPE_DEINTERLEAVED ? " and leaves them in halves" : "");
}

static void add_layouts(const plumb_problem *problem, plumb_neighbourhood *list) {
    const plumb_rope *rope = &problem->position.rope;
    if (rope->layout != PLUMB_ROPE_INTERLEAVED)
        add_layout(list, PLUMB_ROPE_INTERLEAVED, rope->dim);
    if (rope->layout != PLUMB_ROPE_HALF)
        add_layout(list, PLUMB_ROPE_HALF, rope->dim);
    if (rope->layout != PLUMB_ROPE_DEINTERLEAVED && plumb_sink_meets_positions(problem))
        add_layout(list, PLUMB_ROPE_DEINTERLEAVED, rope->dim);
}

static void add_dim(plumb_neighbourhood *list, size_t dim, const char *why) {
    plumb_neighbour neighbour = {.kind = PLUMB_NEIGHBOUR_FAULT,
                                 .axis = "rope_dim",
                                 .change = use_dim,
                                 .integer = (int64_t)dim};
    plumb_change_member(&neighbour, "\"rope_dim\":%zu", dim);
    plumb_change_add(list, neighbour, "rotates the first %zu elements%s", dim, why);
}

/* The whole head, the partial factor once more, and the halves and doubles of mistaken pairs. */
static void add_dims(const plumb_problem *problem, plumb_neighbourhood *list) {
    size_t dim = problem->head_dim, rotated = problem->position.rope.dim;
    size_t again = rotated * rotated / dim;
    if (rotated < dim && dim % 2 == 0)
        add_dim(list, dim, ", all of the head");
    if (rotated < dim && again >= 2 && again % 2 == 0)
        add_dim(list, again, ": the partial factor applied twice");
    if (rotated % 4 == 0 && rotated / 2 != again)
        add_dim(list, rotated / 2, "");
    if (rotated % 8 == 0 && rotated == dim)
        add_dim(list, rotated / 4, "");
    if (2 * rotated < dim)
        add_dim(list, 2 * rotated, "");
}

static void add_places(const plumb_problem *problem, plumb_neighbourhood *list) {
    size_t dim = problem->head_dim, rotated = problem->position.rope.dim;
    plumb_neighbour last = {
        .kind = PLUMB_NEIGHBOUR_CONVENTION, .axis = "rope_dim", .change = rotate_last};
    plumb_neighbour across = {
        .kind = PLUMB_NEIGHBOUR_FAULT, .axis = "rope_dim", .change = rotate_across_head};
    if (rotated == dim)
        return;
    plumb_change_add(list, last, "rotates the last %zu elements, not the first", rotated);
    if (problem->position.rope.layout != PLUMB_ROPE_HALF || dim % 2 != 0)
        return;
    plumb_change_add(list, across, "rotates pairs (m, m + %zu), half of the head apart", dim / 2);
    across.second = 1;
    plumb_change_add(list, across, "rotates pairs (m, m + %zu) by powers -2m/%zu of the base",
                     dim / 2, dim);
}

void plumb_neighbours_of_pairs(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    add_layouts(&stated->problem, neighbourhood);
    add_dims(&stated->problem, neighbourhood);
    add_places(&stated->problem, neighbourhood);
}
