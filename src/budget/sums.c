/* sums.c - see sums.h. */
#include "budget/sums.h"
#include "budget/ends.h"
#include "number/exp.h"

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= keys <= PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==>
      in_ball(\result, accumulated(u, keys, rescalings));
*/
static plumb_ball unit_of_sums(const double *unit, size_t keys, size_t rescalings) {
    return plumb_ball_gamma(plumb_of_size(keys + rescalings + 8),
                            plumb_ball_of(unit[PLUMB_STEP_ACCUMULATE]));
}

/* 1 + unit of a step */
/*@ assigns \nothing;
    ensures encloses: \is_finite(x) ==> in_ball(\result, 1.0 + x);
*/
static plumb_ball one_and(double x) {
    return plumb_ball_add(plumb_ball_of(1.0), plumb_ball_of(x));
}

/*@ requires model: \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq t; values(tiny, t, PLUMB_STEPS) ==> in_ball(\result, times_smaller(t));
*/
static plumb_ball smaller_by_shift(const double *tiny) {
    return plumb_ball_multiply(plumb_ball_of(8.0), plumb_ball_exp(plumb_ball_of(tiny[PLUMB_SHIFT_AHEAD])));
}

/*@ requires model: \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq t; values(tiny, t, PLUMB_STEPS) ==> in_ball(\result, times_larger(t));
*/
static plumb_ball larger_by_shift(const double *tiny) {
    return plumb_ball_multiply(plumb_ball_of(512.0), plumb_ball_exp(plumb_ball_of(tiny[PLUMB_SHIFT_BEHIND])));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, lost_probability(u, t, rescalings));
*/
static plumb_ball lost_of_probability(const double *unit, const double *tiny, size_t rescalings) {
    plumb_ball steps = plumb_ball_of(plumb_of_size(rescalings + 1));
    plumb_ball exponentials = plumb_ball_multiply(
        larger_by_shift(tiny), plumb_ball_multiply(steps, plumb_ball_of(tiny[PLUMB_STEP_EXPONENT])));
    plumb_ball stored = plumb_ball_of(tiny[PLUMB_STEP_PROBABILITY]), left = plumb_ball_of(0x1p-79);
    plumb_ball lost = plumb_ball_multiply(one_and(unit[PLUMB_STEP_PROBABILITY]),
                                          plumb_ball_add(plumb_ball_add(stored, exponentials), left));
    return plumb_ball_multiply(smaller_by_shift(tiny), lost);
}

/*@ requires model: \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= keys <= PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq t; values(tiny, t, PLUMB_STEPS) ==> in_ball(\result, lost_sum(t, keys, rescalings));
*/
static plumb_ball lost_of_sum(const double *tiny, size_t keys, size_t rescalings) {
    plumb_ball steps = plumb_ball_of(plumb_of_size(keys + rescalings + 8));
    plumb_ball roundings = plumb_ball_multiply(steps, plumb_ball_of(tiny[PLUMB_STEP_ACCUMULATE]));
    return plumb_ball_multiply(smaller_by_shift(tiny), plumb_ball_multiply(plumb_ball_of(3.0), roundings));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= keys <= PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, lost_total(u, t, keys, rescalings));
*/
static plumb_ball lost_of_total(const double *unit, const double *tiny, size_t keys,
                                size_t rescalings) {
    plumb_ball weights = plumb_ball_multiply(plumb_ball_of(plumb_of_size(keys)),
                                             lost_of_probability(unit, tiny, rescalings));
    return plumb_ball_add(weights, lost_of_sum(tiny, keys, rescalings));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= keys <= PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u; \is_finite(most) && values(unit, u, PLUMB_STEPS) ==>
      in_ball(\result, underflow_gain(u, keys, rescalings, most));
*/
static plumb_ball gain(const double *unit, size_t keys, size_t rescalings, double most) {
    plumb_ball sums = plumb_ball_add(plumb_ball_of(1.0), unit_of_sums(unit, keys, rescalings));
    plumb_ball exponents = plumb_ball_multiply(plumb_ball_of(5.0), plumb_ball_of(most));
    return plumb_ball_multiply(sums, plumb_ball_exp(exponents));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= keys <= PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==>
      in_ball(\result, numerator_relative(u, keys, rescalings));
*/
static plumb_ball relative_of_numerator(const double *unit, size_t keys, size_t rescalings) {
    plumb_ball operands = plumb_ball_joint(plumb_ball_of(unit[PLUMB_STEP_PROBABILITY]),
                                           plumb_ball_of(unit[PLUMB_STEP_OPERAND]));
    return plumb_ball_joint(operands, unit_of_sums(unit, keys, rescalings));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= keys <= PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, dividing(u, t, keys, rescalings));
*/
static plumb_ball dividing_by(const double *unit, const double *tiny, size_t keys,
                              size_t rescalings) {
    plumb_ball one = plumb_ball_of(1.0);
    plumb_ball sums = plumb_ball_add(one, unit_of_sums(unit, keys, rescalings));
    plumb_ball most = plumb_ball_add(one, lost_of_total(unit, tiny, keys, rescalings));
    return plumb_ball_multiply(sums, most);
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, lost_quotient(u, t, rescalings));
*/
static plumb_ball lost_of_quotient(const double *unit, const double *tiny, size_t rescalings) {
    plumb_ball stored = one_and(unit[PLUMB_STEP_PROBABILITY]);
    plumb_ball rounded = plumb_ball_multiply(stored, plumb_ball_of(tiny[PLUMB_STEP_ACCUMULATE]));
    plumb_ball quotient = plumb_ball_multiply(plumb_ball_of(4.0), rounded);
    return plumb_ball_add(lost_of_probability(unit, tiny, rescalings),
                          plumb_ball_multiply(stored, quotient));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= keys <= PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real s; \is_finite(most) && values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && in_ball(size, s) ==>
      in_ball(\result, numerator_absolute(u, t, keys, rescalings, most, s));
*/
static plumb_ball absolute_of_numerator(const double *unit, const double *tiny, size_t keys,
                                        size_t rescalings, double most, plumb_ball size) {
    plumb_ball operand = plumb_ball_of(tiny[PLUMB_STEP_OPERAND]);
    plumb_ball underflow = plumb_ball_multiply(plumb_ball_of(plumb_of_size(keys)), operand);
    plumb_ball values =
        plumb_ball_add(plumb_ball_multiply(one_and(unit[PLUMB_STEP_OPERAND]), size), underflow);
    plumb_ball weights = plumb_ball_multiply(lost_of_quotient(unit, tiny, rescalings), values);
    plumb_ball sums = plumb_ball_add(lost_of_sum(tiny, keys, rescalings), operand);
    plumb_ball products = plumb_ball_multiply(one_and(unit[PLUMB_STEP_PROBABILITY]), sums);
    plumb_ball grown = plumb_ball_multiply(gain(unit, keys, rescalings, most),
                                           dividing_by(unit, tiny, keys, rescalings));
    return plumb_ball_multiply(grown, plumb_ball_add(weights, products));
}

plumb_sum_error plumb_numerator_error(const double *unit, const double *tiny, size_t keys,
                                      size_t rescalings, double most, plumb_ball size) {
    plumb_sum_error error;
    error.relative = plumb_ball_top(relative_of_numerator(unit, keys, rescalings));
    error.absolute =
        plumb_ball_top(absolute_of_numerator(unit, tiny, keys, rescalings, most, size));
    return error;
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= keys <= PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==>
      in_ball(\result, denominator_relative(u, keys, rescalings));
*/
static plumb_ball relative_of_denominator(const double *unit, size_t keys, size_t rescalings) {
    return plumb_ball_joint(plumb_ball_of(unit[PLUMB_STEP_PROBABILITY]),
                            unit_of_sums(unit, keys, rescalings));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= keys <= PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t; \is_finite(most) && values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, denominator_absolute(u, t, keys, rescalings, most));
*/
static plumb_ball absolute_of_denominator(const double *unit, const double *tiny, size_t keys,
                                          size_t rescalings, double most) {
    return plumb_ball_multiply(gain(unit, keys, rescalings, most),
                               lost_of_total(unit, tiny, keys, rescalings));
}

plumb_sum_error plumb_denominator_error(const double *unit, const double *tiny, size_t keys,
                                        size_t rescalings, double most) {
    plumb_sum_error error;
    error.relative = plumb_ball_top(relative_of_denominator(unit, keys, rescalings));
    error.absolute = plumb_ball_top(absolute_of_denominator(unit, tiny, keys, rescalings, most));
    return error;
}
