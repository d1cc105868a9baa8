/* linear.c - see linear.h. */
#include "budget/linear.h"
#include "budget/linear_terms.h"
#include "budget/score_parts.h"
#include "budget/widened.h"

/* By how much the sum over the features is off where it is stored and scaled, of this size. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real l, y, o, z; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && in_ball(larger, l) && in_ball(terms, y) && in_ball(off, o) && in_ball(size, z)
      ==> in_ball(\result, linear_stored_off(u, t, l, y, o, z));
*/
static plumb_ball off_of_stored(const double *unit, const double *tiny, plumb_ball larger, plumb_ball terms,
                                plumb_ball off, plumb_ball size) {
    plumb_ball score = plumb_score_unit(unit);
    plumb_ball store = plumb_ball_add(plumb_amplified(unit, tiny, larger), plumb_ball_of(2.0));
    plumb_ball scale = plumb_ball_add(plumb_ball_multiply(plumb_scale_tiny(unit, tiny, larger), terms), off);
    plumb_ball stored = plumb_ball_add(scale, plumb_ball_multiply(plumb_ball_of(tiny[PLUMB_STEP_SCORE]), store));
    return plumb_ball_add(plumb_ball_multiply(plumb_ball_joint(score, plumb_input_unit(unit)), size),
                          plumb_ball_multiply(plumb_one_and(score), stored));
}

/* The scale as the products have it, of this size. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real c, l; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(size, c) && in_ball(larger, l) ==> in_ball(\result, scaled_up(u, t, c, l));
*/
static plumb_ball scale_of_products(const double *unit, const double *tiny, plumb_ball size, plumb_ball larger) {
    return plumb_ball_add(plumb_ball_multiply(plumb_one_and(plumb_input_unit(unit)), size),
                          plumb_scale_tiny(unit, tiny, larger));
}

/* A bound of the error of the sum as an engine computes it. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires count: head_dim <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real c, a, b, l, x, y, z, q, s, k; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && in_ball(scale, c) && errors_are(error, a, b, l) &&
      sums_are(sums, x, y, z, q, s, k) ==>
      in_ball(\result, linear_off(u, t, head_dim, c, a, b, l, x, y, z, q, s, k));
*/
static plumb_ball off_of_sum(const double *unit, const double *tiny, size_t head_dim, plumb_ball scale,
                             plumb_state_error error, plumb_state_sums sums) {
    plumb_ball size = plumb_ball_absolute(scale), larger = plumb_ball_maximum(plumb_ball_of(1.0), size);
    plumb_ball scaled = scale_of_products(unit, tiny, size, larger), high = plumb_amplified(unit, tiny, larger);
    plumb_ball own = plumb_terms_scaled_off(unit, error, sums);
    plumb_ball underflow = plumb_terms_lost(unit, tiny, head_dim, error, sums);
    plumb_ball off = plumb_terms_sum_off(unit, tiny, head_dim, scaled, high, sums.terms, own, underflow);
    plumb_ball exact = plumb_ball_absolute(plumb_ball_multiply(scale, sums.exact));
    plumb_ball stored = off_of_stored(unit, tiny, larger, sums.terms, off, exact);
    /*@ assert stored: \forall seq u, t, real c, a, b, l, x, y, z, q, s, k; values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && in_ball(scale, c) && errors_are(error, a, b, l) &&
          sums_are(sums, x, y, z, q, s, k) ==>
          in_ball(stored, linear_off(u, t, head_dim, c, a, b, l, x, y, z, q, s, k)); */
    return stored;
}

/* The errors of states, with values and without. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: steps <= PLUMB_MOST_ROUNDINGS && sums.count <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures error: \forall seq u, t, v, subset m, integer n; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && linear_counts(sums, v, m, n) ==>
      is_state_error(\result, u, t, visible_count(m, n), steps, el(u, 1), el(t, 1), visible_total(absolutes(v), m, n));
*/
static plumb_state_error error_with_values(const double *unit, const double *tiny, size_t steps,
                                           plumb_linear_sums sums) {
    return plumb_state_error_of(unit, tiny, sums.count, steps, plumb_ball_of(unit[PLUMB_STEP_OPERAND]),
                                plumb_ball_of(tiny[PLUMB_STEP_OPERAND]), sums.value_sizes);
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: steps <= PLUMB_MOST_ROUNDINGS && sums.count <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures error: \forall seq u, t, v, subset m, integer n; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && linear_counts(sums, v, m, n) ==>
      is_state_error(\result, u, t, visible_count(m, n), steps, 0.0, 0.0, (real)visible_count(m, n));
*/
static plumb_state_error error_of_keys(const double *unit, const double *tiny, size_t steps, plumb_linear_sums sums) {
    plumb_ball exactly = plumb_ball_zero();
    return plumb_state_error_of(unit, tiny, sums.count, steps, exactly, exactly,
                                plumb_ball_of(plumb_of_size(sums.count)));
}

/* Sums whose exact part may be as large as its terms. */
/*@ assigns \nothing;
    ensures sums: \forall real x, y, z, q, s, k; sums_are(sums, x, y, z, q, s, k) ==>
      sums_are(\result, y, y, z, q, s, k);
*/
static plumb_state_sums of_sizes(plumb_state_sums sums) {
    sums.exact = sums.terms;
    return sums;
}

plumb_ball plumb_first_numerator_off(const double *unit, const double *tiny, size_t head_dim, size_t steps,
                                     plumb_ball scale, plumb_linear_sums sums) {
    return off_of_sum(unit, tiny, head_dim, scale, error_with_values(unit, tiny, steps, sums),
                      of_sizes(sums.numerator));
}

plumb_ball plumb_first_denominator_off(const double *unit, const double *tiny, size_t head_dim, size_t steps,
                                       plumb_ball scale, plumb_linear_sums sums) {
    return off_of_sum(unit, tiny, head_dim, scale, error_of_keys(unit, tiny, steps, sums),
                      of_sizes(sums.denominator));
}
