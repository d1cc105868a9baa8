/* neighbours_rope_base.c - the powers base^(-2m/r) by which RoPE turns: other bases, and exponents
   that are off. */
#include "diagnose/change_rope.h"
#include "diagnose/neighbours_rope.h"
#include <math.h>

/* number: the base. */
static int use_base(const plumb_neighbour *neighbour, plumb_storage *storage, plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    plumb_rope before = problem->position.rope;
    if (!plumb_computes_angles(problem))
        return 0;
    problem->position.rope.base = neighbour->number;
    return plumb_rotation_made(storage, &before, problem);
}

typedef enum { OF_WHOLE_HEAD, ONE_PAIR_LESS, HALVED, DOUBLED } exponent;

/* What -2m/r is multiplied by. */
static double share_of(exponent which, const plumb_problem *problem) {
    double dim = (double)problem->head_dim, rotated = (double)problem->position.rope.dim;
    switch (which) {
    case OF_WHOLE_HEAD:
        return rotated / dim;
    case ONE_PAIR_LESS:
        return rotated / (rotated - 2);
    case HALVED:
        return 0.5;
    case DOUBLED:
    default:
        return 2;
    }
}

/* integer: the exponent.  A power of the base says the same, where nothing else reads the base. */
static int use_exponent(const plumb_neighbour *neighbour, plumb_storage *storage,
                        plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    plumb_rope before = problem->position.rope;
    bool reads_base = before.scaling == PLUMB_ROPE_NTK || before.scaling == PLUMB_ROPE_DYNAMIC ||
                      before.scaling == PLUMB_ROPE_YARN;
    if (!plumb_computes_angles(problem) || reads_base)
        return 0;
    double share = share_of((exponent)neighbour->integer, problem);
    if (!isfinite(share))
        return 0;
    problem->position.rope.base = pow(before.base, share);
    return plumb_rotation_made(storage, &before, problem);
}

static void add_bases(double stated, plumb_neighbourhood *list) {
    static const double bases[] = {10000, 500000, 1000000, 150000};
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        plumb_neighbour neighbour = {.kind = PLUMB_NEIGHBOUR_CONVENTION,
                                     .axis = "rope_base",
                                     .change = use_base,
                                     .number = bases[i]};
        if (bases[i] == stated)
            continue;
        plumb_change_member(&neighbour, "\"rope_base\":%.10g", bases[i]);
        plumb_change_add(list, neighbour, "uses rope base %.10g in place of %.10g", bases[i],
                         stated);
    }
}

static void add_exponents(const plumb_problem *problem, plumb_neighbourhood *list) {
    size_t dim = problem->head_dim, rotated = problem->position.rope.dim;
    plumb_neighbour neighbour = {
        .kind = PLUMB_NEIGHBOUR_FAULT, .axis = "rope_base", .change = use_exponent};
    neighbour.integer = OF_WHOLE_HEAD;
    if (rotated < dim)
        plumb_change_add(list, neighbour, "turns by powers -2m/%zu of the base, not -2m/%zu", dim,
                         rotated);
    neighbour.integer = ONE_PAIR_LESS;
    if (rotated > 2)
        plumb_change_add(list, neighbour, "turns by powers -2m/%zu of the base, not -2m/%zu",
                         rotated - 2, rotated);
    neighbour.integer = HALVED;
    plumb_change_add(list, neighbour, "turns by powers -m/%zu of the base, not -2m/%zu", rotated,
                     rotated);
    neighbour.integer = DOUBLED;
    plumb_change_add(list, neighbour, "turns by powers -4m/%zu of the base, not -2m/%zu", rotated,
                     rotated);
}

void plumb_neighbours_of_base(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    if (!plumb_computes_angles(&stated->problem))
        return;
    add_bases(stated->problem.position.rope.base, neighbourhood);
    add_exponents(&stated->problem, neighbourhood);
}
