/* root.c - see root.h. */
#include "budget/root.h"
#include "budget/ends.h"
#include "budget/few.h"
#include "budget/logarithm.h"
#include "budget/power_term.h"
#include "budget/pull.h"
#include "budget/widened.h"
#include "number/log.h"

int plumb_roots_are_borne(const double *unit, const double *tiny, double power) {
    plumb_ball relative = plumb_power_relative(unit, tiny, plumb_ball_of(power));
    return plumb_are_few(unit, 3.0, PLUMB_STEP_SCORE) && plumb_are_few(unit, 12.0, PLUMB_STEP_EXPONENT) &&
           plumb_ball_is_below(relative, 1.0);
}

/* A ball around the root before it is rounded, by its logarithm. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires power: \is_finite(power);
    assigns \nothing;
    ensures encloses: \forall seq u, t, real w, a; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(logarithm, rlog(w)) && root_argument(u, t, power, w, a) ==> in_ball(\result, rexp(a));
*/
static plumb_ball exponential(const double *unit, const double *tiny, double power, plumb_ball logarithm) {
    plumb_ball p = plumb_ball_of(power), inverse = plumb_ball_divide(plumb_ball_of(1.0), p);
    //@ assert inverse: in_ball(p, (real)power) && in_ball(inverse, rdiv(1.0, power));
    plumb_ball off = plumb_multiple_off(unit, tiny, p, inverse, plumb_ball_absolute(logarithm));
    plumb_ball argument = plumb_ball_widened(plumb_ball_multiply(inverse, logarithm), off);
    /*@ assert argument: \forall seq u, t, real w, a; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          in_ball(logarithm, rlog(w)) && root_argument(u, t, power, w, a) ==> in_ball(argument, a); */
    return plumb_ball_exp(argument);
}

/* A ball from 0 to the root of the largest number. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires power: \is_finite(power) && power > 0.0;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real w, e; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && bears_roots(u, t, power) && in_ball(weight, w) && root_taken(u, t, power, w, e) ==>
      in_ball(\result, e);
*/
static plumb_ball root_below(const double *unit, const double *tiny, double power, plumb_ball weight) {
    double most = plumb_ball_top(weight);
    if (!plumb_is_finite(most) || !plumb_less(0.0, most))
        return plumb_ball_unknown();
    plumb_ball logarithm = plumb_ball_log(plumb_ball_of(most));
    //@ assert logarithm: in_ball(logarithm, rlog((real)most));
    plumb_ball root = exponential(unit, tiny, power, logarithm);
    //@ assert above: \forall real w; in_ball(weight, w) ==> is_above((real)most, w);
    /*@ assert most: \forall seq u, t, real w, e;
          is_roundings(u, t) && bears_roots(u, t, power) && in_ball(weight, w) && root_taken(u, t, power, w, e) ==>
          0.0 <= e && \exists real a; e <= rexp(a) && root_argument(u, t, power, most, a); */
    /*@ assert root: \forall seq u, t, real w, e; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          is_roundings(u, t) && bears_roots(u, t, power) && in_ball(weight, w) && root_taken(u, t, power, w, e) ==>
          \exists real h; in_ball(root, h) && lies_between(0.0, h, e); */
    plumb_ball none = plumb_ball_zero();
    //@ assert none: in_ball(none, 0.0);
    return plumb_ball_between(none, root);
}

/* The logarithm of a ball is known only if all its numbers are above 0 and the ball is not wide. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires power: \is_finite(power) && power > 0.0;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real w, e; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && bears_roots(u, t, power) && in_ball(weight, w) && root_taken(u, t, power, w, e) ==>
      in_ball(\result, e);
*/
static plumb_ball root_of(const double *unit, const double *tiny, double power, plumb_ball weight) {
    if (!plumb_ball_is_negative(plumb_ball_negate(weight)))
        return root_below(unit, tiny, power, weight);
    plumb_ball root = exponential(unit, tiny, power, plumb_ball_log(weight));
    /*@ assert root: \forall seq u, t, real w, e; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          in_ball(weight, w) && root_taken(u, t, power, w, e) ==> 0.0 < w && in_ball(root, e); */
    return plumb_is_finite(root.rad) ? root : root_below(unit, tiny, power, weight);
}

plumb_ball plumb_stored_root(const double *unit, const double *tiny, double power, plumb_ball weight) {
    plumb_ball exact = root_of(unit, tiny, power, weight);
    plumb_ball rounded = plumb_ball_rounded(plumb_ball_of(unit[PLUMB_STEP_EXPONENTIAL]),
                                            plumb_ball_of(tiny[PLUMB_STEP_EXPONENT]), exact);
    /*@ assert rounded: \forall seq u, t, real e, a; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          in_ball(exact, e) && rounded_by(el(u, 10), el(t, 4), e, a) ==> in_ball(rounded, a); */
    return plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_PROBABILITY, rounded);
}
