/* capped.c - see capped.h. */
#include "budget/capped.h"
#include "budget/pull.h"
#include "score/softcap.h"
#include "spec/budget/capped.h"

/* By which part of itself the cap is off. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real c; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(cap, c) ==> in_ball(\result, cap_unit(u, t, c));
*/
static plumb_ball unit_of_cap(const double *unit, const double *tiny, plumb_ball cap) {
    return plumb_ball_add(plumb_ball_of(unit[PLUMB_STEP_INPUT]),
                          plumb_ball_divide(plumb_ball_of(tiny[PLUMB_STEP_INPUT]), cap));
}

/* The cap is rounded twice, the rest seven times. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real c; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(cap, c) ==> in_ball(\result, capped_unit(u, t, c));
*/
static plumb_ball unit_of_result(const double *unit, const double *tiny, plumb_ball cap) {
    plumb_ball parameter = unit_of_cap(unit, tiny, cap);
    plumb_ball caps = plumb_ball_joint(plumb_ball_gamma(1.0, parameter), parameter);
    plumb_ball computed = plumb_ball_gamma(4.0, plumb_ball_of(unit[PLUMB_STEP_EXPONENT]));
    plumb_ball stored = plumb_ball_gamma(3.0, plumb_ball_of(unit[PLUMB_STEP_SCORE]));
    return plumb_ball_joint(caps, plumb_ball_joint(computed, stored));
}

/* By what tanh is off. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, tanh_off(u));
*/
static plumb_ball off_of_tanh(const double *unit) {
    return plumb_ball_add(plumb_ball_multiply(plumb_ball_of(2.0), plumb_ball_of(unit[PLUMB_STEP_EXPONENTIAL])),
                          plumb_ball_multiply(plumb_ball_of(8.0), plumb_ball_of(unit[PLUMB_STEP_EXPONENT])));
}

/* What underflows; `larger` is the cap, or 1. */
/*@ requires model: \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq t, real l; values(tiny, t, PLUMB_STEPS) && in_ball(larger, l) ==>
      in_ball(\result, rmul(l, rmul(5.0, el(t, 4)) + rmul(3.0, el(t, 3))));
*/
static plumb_ball underflow(const double *tiny, plumb_ball larger) {
    plumb_ball computed = plumb_ball_multiply(plumb_ball_of(5.0), plumb_ball_of(tiny[PLUMB_STEP_EXPONENT]));
    plumb_ball stored = plumb_ball_multiply(plumb_ball_of(3.0), plumb_ball_of(tiny[PLUMB_STEP_SCORE]));
    return plumb_ball_multiply(larger, plumb_ball_add(computed, stored));
}

/* result: the unit of the result. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real c, l; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(cap, c) && in_ball(larger, l) && in_ball(result, capped_unit(u, t, c)) ==>
      in_ball(\result, capped_tiny(u, t, c, l));
*/
static plumb_ball tiny_of_result(const double *unit, const double *tiny, plumb_ball cap, plumb_ball larger,
                                 plumb_ball result) {
    plumb_ball sum = plumb_ball_add(underflow(tiny, larger), plumb_ball_multiply(cap, off_of_tanh(unit)));
    return plumb_ball_multiply(plumb_ball_add(plumb_ball_of(1.0), result), sum);
}

/* What is off by `before`, rounded; result: the unit of the result. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real c, d, s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(cap, c) && in_ball(result, capped_unit(u, t, c)) && in_ball(before, d) && in_ball(size, s) ==>
      in_ball(\result, capped_off(u, t, c, \max(1.0, c), d, s));
*/
static plumb_ball off_behind(const double *unit, const double *tiny, plumb_ball cap, plumb_ball result,
                             plumb_ball before, plumb_ball size) {
    plumb_ball larger = plumb_ball_maximum(plumb_ball_of(1.0), cap);
    plumb_ball rounded = plumb_ball_multiply(result, plumb_ball_add(size, before));
    return plumb_ball_add(plumb_ball_add(before, rounded), tiny_of_result(unit, tiny, cap, larger, result));
}

/*@ assigns \nothing;
    ensures below: \result != 0 ==> \forall real x; in_ball(a, x) ==> x < 1.0;
*/
static int is_below_one(plumb_ball a) {
    return plumb_ball_is_negative(plumb_ball_subtract(a, plumb_ball_of(1.0)));
}

/* result: the unit of the result. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures borne: \result != 0 ==> \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(result, capped_unit(u, t, cap)) ==> bears_cap(u, t, cap);
*/
static int is_borne(const double *unit, const double *tiny, double cap, plumb_ball result) {
    plumb_ball computed = plumb_ball_multiply(plumb_ball_of(4.0), plumb_ball_of(unit[PLUMB_STEP_EXPONENT]));
    plumb_ball stored = plumb_ball_multiply(plumb_ball_of(3.0), plumb_ball_of(unit[PLUMB_STEP_SCORE]));
    return plumb_is_finite(cap) && plumb_less(0.0, cap) && is_below_one(unit_of_cap(unit, tiny, plumb_ball_of(cap))) &&
           is_below_one(computed) && is_below_one(stored) && is_below_one(result);
}

/*@ assigns \nothing;
    ensures any: \forall real y; computed_as(\result.exact, \result.off, y);
*/
static plumb_computed nothing_known(void) {
    plumb_computed any;
    any.exact = plumb_ball_unknown();
    any.off = plumb_ball_zero();
    //@ assert any: (\forall real x; in_ball(any.exact, x)) && in_ball(any.off, 0.0);
    return any;
}

plumb_computed plumb_capped_score(const double *unit, const double *tiny, double cap, plumb_computed score) {
    plumb_computed capped;
    plumb_ball c = plumb_ball_given(cap);
    //@ assert cap: in_ball(c, cap);
    plumb_ball result = unit_of_result(unit, tiny, c);
    if (!is_borne(unit, tiny, cap, result))
        return nothing_known();
    plumb_ball before = plumb_ball_minimum(score.off, plumb_ball_multiply(plumb_ball_of(2.0), c));
    capped.exact = plumb_softcap_one(score.exact, cap);
    capped.off = off_behind(unit, tiny, c, result, before, plumb_ball_absolute(capped.exact));
    //@ assert before: \forall real d; in_ball(score.off, d) ==> in_ball(before, \min(d, rmul(2.0, cap)));
    /*@ assert off: \forall seq u, t, real s, d; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          in_ball(score.exact, s) && in_ball(score.off, d) ==> bears_cap(u, t, cap) &&
          in_ball(capped.exact, rsoftcap(s, cap)) &&
          in_ball(capped.off, capped_off(u, t, cap, \max(1.0, cap), \min(d, rmul(2.0, cap)),
                                         \abs(rsoftcap(s, cap)))); */
    /*@ assert within: \forall seq u, t, real s, x, d, y;
          is_roundings(u, t) && bears_cap(u, t, cap) && near(x, s, d) && cap_computed(u, t, cap, x, y) ==>
          near(y, rsoftcap(s, cap),
               capped_off(u, t, cap, \max(1.0, cap), \min(d, rmul(2.0, cap)), \abs(rsoftcap(s, cap)))); */
    return capped;
}

plumb_computed plumb_hidden_score(const double *unit, const double *tiny, double cap) {
    plumb_computed hidden;
    plumb_ball c = plumb_ball_given(cap);
    //@ assert cap: in_ball(c, cap);
    plumb_ball result = unit_of_result(unit, tiny, c);
    if (!is_borne(unit, tiny, cap, result))
        return nothing_known();
    plumb_ball zero = plumb_ball_zero();
    hidden.exact = plumb_ball_negate(c);
    hidden.off = off_behind(unit, tiny, c, result, zero, c);
    /*@ assert off: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
          bears_cap(u, t, cap) && in_ball(hidden.exact, -cap) &&
          in_ball(hidden.off, capped_off(u, t, cap, \max(1.0, cap), 0.0, cap)); */
    return hidden;
}
