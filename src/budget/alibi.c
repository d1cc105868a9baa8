/* alibi.c - see alibi.h. */
#include "budget/alibi.h"
#include "budget/ends.h"
#include "budget/pull.h"
#include "budget/roundings.h"
#include "number/quotient.h"

/* 1 + x */
/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, 1.0 + x);
*/
static plumb_ball one_and(plumb_ball a) {
    return plumb_ball_add(plumb_ball_of(1.0), a);
}

/* No number below those of the balls. */
/*@ assigns \nothing;
    ensures unit: \is_finite(\result.unit) ==> \forall real e; in_ball(unit, e) ==> e <= \result.unit;
    ensures tiny: \is_finite(\result.tiny) ==> \forall real f; in_ball(tiny, f) ==> f <= \result.tiny;
*/
static plumb_own_error error_of(plumb_ball unit, plumb_ball tiny) {
    plumb_own_error own;
    own.unit = plumb_ball_top(unit);
    own.tiny = plumb_ball_top(tiny);
    return own;
}

/*@ assigns \nothing;
    ensures any: \forall real x, y; may_be_off_by(\result, x, y);
*/
static plumb_own_error nothing_known(void) {
    plumb_ball unknown = plumb_ball_unknown();
    plumb_own_error any = error_of(unknown, unknown);
    //@ assert above: in_ball(unknown, any.tiny + 1.0);
    //@ assert none: !\is_finite(any.tiny);
    return any;
}

/*@ assigns \nothing;
    ensures above: \result != 0 ==> \forall real x; in_ball(a, x) ==> 0.0 < x;
*/
static int is_positive(plumb_ball a) {
    return plumb_ball_is_negative(plumb_ball_negate(a));
}

/* What has underflowed by `before`, as a tensor. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real x; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(before, x) ==> in_ball(\result, in_tensor_tiny(u, t, x));
*/
static plumb_ball in_tensor(const double *unit, const double *tiny, plumb_ball before) {
    return plumb_ball_add(plumb_ball_multiply(before, one_and(plumb_tensor_unit(unit))), plumb_tensor_tiny(tiny));
}

/* By which part of itself a slope of this size is off. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires finite: \is_finite(count);
    assigns \nothing;
    ensures encloses: \forall seq u, t, real s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(size, s) ==> in_ball(\result, slope_unit(u, t, count, s));
*/
static plumb_ball unit_of_slope(const double *unit, const double *tiny, double count, plumb_ball size) {
    plumb_ball underflow = in_tensor(unit, tiny, plumb_several_tiny(unit, tiny, count));
    return plumb_ball_add(plumb_ball_joint(plumb_several_unit(unit, count), plumb_tensor_unit(unit)),
                          plumb_ball_divide(underflow, size));
}

/* The same of its product with a distance, stored twice. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires finite: \is_finite(count);
    assigns \nothing;
    ensures encloses: \forall seq u, t, real s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(size, s) ==> in_ball(\result, alibi_unit(u, t, count, s));
*/
static plumb_ball unit_of_product(const double *unit, const double *tiny, double count, plumb_ball size) {
    plumb_ball product = plumb_ball_joint(unit_of_slope(unit, tiny, count, size), plumb_several_unit(unit, 4.0));
    plumb_ball tensor = plumb_tensor_unit(unit);
    return plumb_ball_joint(plumb_ball_joint(product, tensor), tensor);
}

/*@ assigns \nothing;
    ensures nothing: off_by(\result, 0.0, 0.0);
*/
static plumb_own_error nothing_lost(void) {
    return (plumb_own_error){0.0, 0.0};
}

plumb_own_error plumb_alibi_error(const double *unit, const double *tiny, size_t roundings, plumb_ball slope) {
    if (plumb_ball_is_zero(slope)) {
        /*@ assert nothing: \forall seq u, t, real s, d, y; in_ball(slope, s) &&
              alibi_computed(u, t, roundings, s, d, y) ==> y == 0.0 && rmul(s, d) == 0.0; */
        return nothing_lost();
    }
    double count = plumb_of_size(roundings);
    //@ assert count: \is_finite(count) && count == roundings;
    plumb_ball size = plumb_ball_absolute(slope);
    if (!is_positive(size) || !plumb_are_borne(unit, count) || !plumb_are_borne(unit, 4.0))
        return nothing_known();
    plumb_ball product = unit_of_product(unit, tiny, count, size);
    plumb_ball underflow = in_tensor(unit, tiny, in_tensor(unit, tiny, plumb_several_tiny(unit, tiny, 4.0)));
    /*@ assert off: \forall seq u, t, real s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          in_ball(slope, s) ==> bears_slope(u, (real)roundings, \abs(s)) &&
          in_ball(product, alibi_unit(u, t, (real)roundings, \abs(s))) && in_ball(underflow, alibi_tiny(u, t)); */
    /*@ assert within: \forall seq u, t, real s, d, y; is_roundings(u, t) &&
          bears_slope(u, (real)roundings, \abs(s)) && alibi_computed(u, t, roundings, s, d, y) ==>
          near(y, rmul(s, d), own_off(alibi_unit(u, t, (real)roundings, \abs(s)), alibi_tiny(u, t), rmul(s, d))); */
    return error_of(product, underflow);
}

/* By which part of itself a scale of this size is off. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real c; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(size, c) ==> in_ball(\result, factor_unit(u, t, c));
*/
static plumb_ball unit_of_factor(const double *unit, const double *tiny, plumb_ball size) {
    return plumb_ball_add(plumb_ball_of(unit[PLUMB_STEP_INPUT]),
                          plumb_ball_divide(plumb_ball_of(tiny[PLUMB_STEP_INPUT]), size));
}

/* What has underflowed by `before`, times a scale of this size. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real c, f; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(size, c) && in_ball(before, f) ==> in_ball(\result, scaled_tiny(u, t, c, f));
*/
static plumb_ball scaled_underflow(const double *unit, const double *tiny, plumb_ball size, plumb_ball before) {
    plumb_ball factor = plumb_ball_multiply(plumb_ball_multiply(size, before),
                                            one_and(unit_of_factor(unit, tiny, size)));
    return plumb_ball_add(plumb_ball_multiply(factor, one_and(plumb_several_unit(unit, 2.0))),
                          plumb_several_tiny(unit, tiny, 2.0));
}

/* What was off by a part of itself and by what underflowed, times the scale. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures own: \forall seq u, t, real c, e, f, a, x, y; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) && in_ball(scale, c) && in_ball(part, e) &&
      in_ball(underflow, f) && near(x, a, own_off(e, f, a)) && scale_computed(u, t, c, x, y) ==>
      may_be_off_by(\result, rmul(c, a), y);
*/
static plumb_own_error scaled(const double *unit, const double *tiny, plumb_ball scale, plumb_ball part,
                              plumb_ball underflow) {
    plumb_ball size = plumb_ball_absolute(scale);
    if (!is_positive(size) || !plumb_are_borne(unit, 2.0))
        return nothing_known();
    plumb_ball product = plumb_ball_joint(plumb_ball_joint(part, unit_of_factor(unit, tiny, size)),
                                          plumb_several_unit(unit, 2.0));
    plumb_ball lost = scaled_underflow(unit, tiny, size, underflow);
    /*@ assert off: \forall seq u, t, real c, e, f; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          in_ball(scale, c) && in_ball(part, e) && in_ball(underflow, f) ==> bears_scale(u, \abs(c)) &&
          in_ball(product, scaled_unit(u, t, \abs(c), e)) && in_ball(lost, scaled_tiny(u, t, \abs(c), f)); */
    /*@ assert within: \forall seq u, t, real c, e, f, a, x, y; is_roundings(u, t) && bears_scale(u, \abs(c)) &&
          near(x, a, own_off(e, f, a)) && scale_computed(u, t, c, x, y) ==>
          near(y, rmul(c, a), own_off(scaled_unit(u, t, \abs(c), e), scaled_tiny(u, t, \abs(c), f), rmul(c, a))); */
    return error_of(product, lost);
}

plumb_own_error plumb_scaled_error(const double *unit, const double *tiny, plumb_ball scale, plumb_own_error before) {
    plumb_ball part = plumb_ball_given(before.unit), underflow = plumb_ball_given(before.tiny);
    //@ assert before: in_ball(part, before.unit) && in_ball(underflow, before.tiny);
    return scaled(unit, tiny, scale, part, underflow);
}

plumb_own_error plumb_scaled_sum_error(const double *unit, const double *tiny, plumb_ball scale) {
    plumb_ball stored = plumb_ball_of(unit[PLUMB_STEP_SCORE]);
    plumb_ball part = plumb_ball_joint(plumb_ball_of(unit[PLUMB_STEP_EXPONENT]), stored);
    plumb_ball underflow =
        plumb_ball_add(plumb_ball_multiply(plumb_ball_of(tiny[PLUMB_STEP_EXPONENT]), one_and(stored)),
                       plumb_ball_of(tiny[PLUMB_STEP_SCORE]));
    /*@ assert off: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
          in_ball(part, joint(el(u, 4), el(u, 3))) && in_ball(underflow, tiny_of_sum(u, t)); */
    return scaled(unit, tiny, scale, part, underflow);
}
