/* neighbours_rope_multiplier.c - the attention factor of RoPE: what sines and cosines are
   multiplied by, so that the rotated part of a score has its square. */
#include "diagnose/change_rope.h"
#include "diagnose/neighbours_rope.h"
#include "diagnose/scale_text.h"
#include <math.h>

typedef enum {
    LEFT_OUT,       /* 1 */
    SQUARED,        /* mu^2 */
    ONCE_A_SCORE,   /* sqrt(mu): scores have mu, not mu^2; a sink's key would tell whose */
    BY_RULE,        /* what is stated is passed over */
    WITHOUT_MSCALE, /* g(s, 1) */
    MSCALE_ALONE,   /* g(s, mscale), not divided by g(s, mscale_all) */
    GROWTH          /* g(s, 1) with a scaling that has no such factor */
} factor_change;

/* g(s, c) */
static double growth(const plumb_rope *rope, double c) {
    return rope->factor > 1 ? 0.1 * c * log(rope->factor) + 1 : 1;
}

static bool has_rule(const plumb_rope *rope) {
    return rope->scaling == PLUMB_ROPE_YARN || rope->scaling == PLUMB_ROPE_LONGROPE;
}

static bool has_mscale(const plumb_rope *rope) {
    return rope->scaling == PLUMB_ROPE_YARN && rope->multiplier == 0 && rope->mscale != 0 &&
           rope->mscale_all != 0;
}

/* The multiplier to state; 0: by the rule; negative: the change does not apply. */
static double changed_factor(factor_change change, const plumb_rope *rope) {
    double mu = plumb_rope_factor(rope);
    switch (change) {
    case LEFT_OUT:
        return 1;
    case SQUARED:
        return mu * mu;
    case ONCE_A_SCORE:
        return sqrt(mu);
    case BY_RULE:
        return rope->multiplier != 0 && has_rule(rope) ? 0 : -1;
    case WITHOUT_MSCALE:
        return has_mscale(rope) ? growth(rope, 1) : -1;
    case MSCALE_ALONE:
        return has_mscale(rope) ? growth(rope, rope->mscale) : -1;
    case GROWTH:
    default:
        return rope->scaling != PLUMB_ROPE_UNSCALED && !has_rule(rope) ? growth(rope, 1) : -1;
    }
}

/* integer: which */
static int change_factor(const plumb_neighbour *neighbour, plumb_storage *storage,
                         plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    plumb_rope before = problem->position.rope;
    if (!plumb_computes_angles(problem))
        return 0;
    double factor = changed_factor((factor_change)neighbour->integer, &before);
    bool split = neighbour->integer == ONCE_A_SCORE && plumb_sink_meets_positions(problem);
    if (factor < 0 || split)
        return 0;
    if (factor == 0)
        problem->position.rope.multiplier = 0;
    else
        plumb_state_rope_factor(&problem->position.rope, factor);
    return plumb_rotation_made(storage, &before, problem);
}

static int multiply_scale(plumb_storage *storage, plumb_problem *problem, double factor) {
    plumb_other_scale other = {.rule = PLUMB_SCALE_TIMES_NUMBER, .number = factor};
    return plumb_change_scale_by(storage, problem, other);
}

/* The square of the factor multiplies whole scores, elements that are not rotated included. */
static int multiply_whole_scores(const plumb_neighbour *neighbour, plumb_storage *storage,
                                 plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    plumb_rope *rope = &problem->position.rope;
    (void)neighbour;
    if (!plumb_computes_angles(problem))
        return 0;
    double mu = plumb_rope_factor(rope);
    bool alike = rope->dim == problem->head_dim && !plumb_sink_meets_positions(problem);
    if (mu == 1 || alike)
        return 0;
    plumb_state_rope_factor(rope, 1);
    int result = multiply_scale(storage, problem, mu * mu);
    return result == 1 ? plumb_positions_made(problem) : result;
}

/* The square of g(s, mscale_all) multiplies the scale besides, or the one of g(s, 1). */
static int multiply_scale_besides(const plumb_neighbour *neighbour, plumb_storage *storage,
                                  plumb_case *changed) {
    plumb_problem *problem = &changed->problem;
    const plumb_rope *rope = &problem->position.rope;
    (void)neighbour;
    if (!plumb_computes_angles(problem) || rope->scaling != PLUMB_ROPE_YARN || rope->factor <= 1)
        return 0;
    double g = growth(rope, rope->mscale_all != 0 ? rope->mscale_all : 1);
    return multiply_scale(storage, problem, g * g);
}

static void add_factor(plumb_neighbourhood *list, const plumb_rope *stated, factor_change change,
                       const char *does) {
    double before = plumb_rope_factor(stated), after = changed_factor(change, stated);
    plumb_neighbour neighbour = {.kind = PLUMB_NEIGHBOUR_FAULT,
                                 .axis = "rope_multiplier",
                                 .change = change_factor,
                                 .integer = change};
    if (after < 0)
        return;
    if (after > 0)
        plumb_change_member(&neighbour, "\"rope_multiplier\":%.17g", after);
    plumb_change_add(list, neighbour, "%s (%.6g)", does, before);
}

static void add_scales(plumb_neighbourhood *list, const plumb_rope *stated) {
    plumb_neighbour whole = {
        .kind = PLUMB_NEIGHBOUR_FAULT, .axis = "rope_multiplier", .change = multiply_whole_scores};
    plumb_neighbour besides = {
        .kind = PLUMB_NEIGHBOUR_CONVENTION, .axis = "scale", .change = multiply_scale_besides};
    double mu = plumb_rope_factor(stated);
    if (mu != 1)
        plumb_change_add(list, whole,
                         "multiplies whole scores by the square of RoPE's attention factor, %.6g",
                         mu);
    if (stated->scaling == PLUMB_ROPE_YARN)
        plumb_change_add(list, besides,
                         "multiplies the scale by the square of YaRN's 0.1 c ln(%.10g) + 1, too",
                         stated->factor);
}

void plumb_neighbours_of_multiplier(const plumb_case *stated, plumb_neighbourhood *neighbourhood) {
    const plumb_rope *rope = &stated->problem.position.rope;
    if (!plumb_computes_angles(&stated->problem))
        return;
    add_factor(neighbourhood, rope, LEFT_OUT, "leaves RoPE's attention factor out");
    add_factor(neighbourhood, rope, SQUARED, "multiplies by RoPE's attention factor twice");
    add_factor(neighbourhood, rope, ONCE_A_SCORE,
               "multiplies scores by RoPE's attention factor, not by its square");
    add_factor(neighbourhood, rope, BY_RULE,
               "computes RoPE's attention factor and passes over the stated one");
    add_factor(neighbourhood, rope, WITHOUT_MSCALE,
               "passes over rope_mscale and rope_mscale_all, so that RoPE's attention factor is "
               "another");
    add_factor(neighbourhood, rope, MSCALE_ALONE,
               "does not divide RoPE's attention factor by that of rope_mscale_all");
    add_factor(neighbourhood, rope, GROWTH,
               "multiplies by YaRN's attention factor although the scaling has none");
    add_scales(neighbourhood, rope);
}
