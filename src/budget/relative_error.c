/* relative_error.c - see relative_error.h. */
#include "budget/relative_error.h"
#include "budget/roundings.h"

/* 1 + x */
/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, 1.0 + x);
*/
static plumb_ball one_and(plumb_ball a) {
    return plumb_ball_add(plumb_ball_of(1.0), a);
}

plumb_ball plumb_formed_unit(const double *unit) {
    plumb_ball sum = plumb_ball_joint(plumb_ball_of(unit[PLUMB_STEP_INPUT]), plumb_ball_of(unit[PLUMB_STEP_EXPONENT]));
    return plumb_ball_joint(sum, plumb_tensor_unit(unit));
}

plumb_ball plumb_formed_tiny(const double *unit, const double *tiny) {
    plumb_ball both = plumb_ball_multiply(plumb_ball_of(2.0), plumb_ball_of(tiny[PLUMB_STEP_INPUT]));
    plumb_ball sum = plumb_ball_add(plumb_ball_multiply(both, one_and(plumb_ball_of(unit[PLUMB_STEP_EXPONENT]))),
                                    plumb_ball_of(tiny[PLUMB_STEP_EXPONENT]));
    return plumb_ball_add(plumb_ball_multiply(sum, one_and(plumb_tensor_unit(unit))), plumb_tensor_tiny(tiny));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, tiny_of_sum(u, t));
*/
static plumb_ball underflow_of_sum(const double *unit, const double *tiny) {
    plumb_ball stored = one_and(plumb_ball_of(unit[PLUMB_STEP_SCORE]));
    return plumb_ball_add(plumb_ball_multiply(plumb_ball_of(tiny[PLUMB_STEP_EXPONENT]), stored),
                          plumb_ball_of(tiny[PLUMB_STEP_SCORE]));
}

/* How large a part of the scale is at most; `larger` is the scale's size, or 1. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(larger, s) ==> in_ball(\result, amplified(u, t, s));
*/
static plumb_ball largest_part(const double *unit, const double *tiny, plumb_ball larger) {
    plumb_ball input = one_and(plumb_ball_of(unit[PLUMB_STEP_INPUT]));
    return plumb_ball_add(plumb_ball_multiply(input, larger), plumb_ball_of(tiny[PLUMB_STEP_INPUT]));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, 1.0 + score_unit(u));
*/
static plumb_ball grown_by_stores(const double *unit) {
    plumb_ball store = plumb_ball_of(unit[PLUMB_STEP_SCORE]);
    return one_and(plumb_ball_joint(store, plumb_ball_joint(store, store)));
}

/* Where a part of the scale multiplies the sum. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(larger, s) ==> in_ball(\result, underflow_of_products(u, t, s));
*/
static plumb_ball underflow_before_scale(const double *unit, const double *tiny, plumb_ball larger) {
    plumb_ball lost = plumb_ball_add(plumb_ball_of(tiny[PLUMB_STEP_EXPONENT]), plumb_ball_of(tiny[PLUMB_STEP_SCORE]));
    return plumb_ball_multiply(grown_by_stores(unit), plumb_ball_multiply(largest_part(unit, tiny, larger), lost));
}

plumb_relative_error plumb_relative_error_of(const double *unit, const double *tiny, size_t head_dim,
                                             plumb_ball scale) {
    plumb_relative_error error;
    error.score = plumb_score_error_of(unit, tiny, head_dim, scale);
    error.formed_unit = plumb_formed_unit(unit);
    error.formed_tiny = plumb_formed_tiny(unit, tiny);
    error.sum_unit = plumb_ball_joint(plumb_ball_of(unit[PLUMB_STEP_EXPONENT]), plumb_ball_of(unit[PLUMB_STEP_SCORE]));
    error.scale_size = plumb_ball_absolute(scale);
    plumb_ball larger = plumb_ball_maximum(plumb_ball_of(1.0), error.scale_size);
    error.sum_tiny = plumb_ball_add(underflow_of_sum(unit, tiny), underflow_before_scale(unit, tiny, larger));
    return error;
}
