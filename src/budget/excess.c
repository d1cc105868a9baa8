/* excess.c - see excess.h. */
#include "budget/excess.h"
#include "budget/pull.h"
#include "budget/roundings.h"
#include "budget/widened.h"
#include "number/exp.h"

/* 1 + x */
/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, 1.0 + x);
*/
static plumb_ball one_and(plumb_ball a) {
    return plumb_ball_add(plumb_ball_of(1.0), a);
}

/*@ assigns \nothing;
    ensures below: \result != 0 ==> \forall real x; in_ball(a, x) ==> x < 1.0;
*/
static int is_below_one(plumb_ball a) {
    plumb_ball less = plumb_ball_subtract(a, plumb_ball_of(1.0));
    //@ assert less: \forall real x; in_ball(a, x) ==> in_ball(less, x - 1.0);
    return plumb_ball_is_negative(less);
}

int plumb_excesses_are_borne(const double *unit, size_t rescalings) {
    plumb_ball factors = plumb_ball_multiply(plumb_ball_of(plumb_of_size(rescalings)),
                                             plumb_ball_of(unit[PLUMB_STEP_RESCALING]));
    /*@ assert factors: \forall seq u; values(unit, u, PLUMB_STEPS) ==>
          in_ball(factors, rmul((real)rescalings, el(u, 11))); */
    return plumb_are_borne(unit, 28.0) && is_below_one(plumb_ball_of(unit[PLUMB_STEP_SCORE])) &&
           is_below_one(plumb_ball_of(unit[PLUMB_STEP_EXPONENTIAL])) && is_below_one(factors);
}

plumb_ball plumb_rescaling_growth(const double *unit, size_t rescalings) {
    return one_and(plumb_ball_gamma(plumb_of_size(rescalings), plumb_ball_of(unit[PLUMB_STEP_RESCALING])));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(size, s) ==> in_ball(\result, power_argument_off(u, t, s));
*/
static plumb_ball off_of_argument(const double *unit, const double *tiny, plumb_ball size) {
    plumb_ball six = plumb_several_unit(unit, 6.0);
    plumb_ball each = plumb_ball_multiply(plumb_ball_of(2.0), plumb_ball_of(unit[PLUMB_STEP_EXPONENT]));
    plumb_ball underflow = plumb_ball_multiply(plumb_ball_of(8.0), plumb_ball_of(tiny[PLUMB_STEP_EXPONENT]));
    plumb_ball apart = plumb_ball_add(plumb_ball_multiply(each, size), underflow);
    return plumb_ball_add(plumb_ball_multiply(six, plumb_ball_add(size, size)),
                          plumb_ball_multiply(one_and(six), apart));
}

/* Errors of the argument as it is stored, and of a power as it is stored. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(size, s) ==> in_ball(\result, power_off(u, t, s));
*/
static plumb_ball off_of_power(const double *unit, const double *tiny, plumb_ball size) {
    plumb_ball twice = plumb_ball_add(size, size);
    plumb_ball shifted = plumb_ball_moved(plumb_ball_of(unit[PLUMB_STEP_SHIFTED]),
                                          plumb_ball_of(tiny[PLUMB_STEP_EXPONENT]),
                                          off_of_argument(unit, tiny, size), twice);
    plumb_ball stored = plumb_ball_moved(plumb_ball_of(unit[PLUMB_STEP_SCORE]), plumb_ball_of(tiny[PLUMB_STEP_SCORE]),
                                         shifted, twice);
    plumb_ball exponential = plumb_ball_gamma(1.0, plumb_ball_of(unit[PLUMB_STEP_EXPONENTIAL]));
    return plumb_ball_add(stored, plumb_ball_add(exponential,
                                                 plumb_ball_gamma(1.0, plumb_ball_of(unit[PLUMB_STEP_SCORE]))));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: rescalings <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(size, s) ==> in_ball(\result, factor_off(u, t, rescalings, s));
*/
static plumb_ball off_of_factor(const double *unit, const double *tiny, size_t rescalings, plumb_ball size) {
    plumb_ball exponential = plumb_ball_gamma(1.0, plumb_ball_of(unit[PLUMB_STEP_RESCALING]));
    plumb_ball underflow = plumb_ball_multiply(plumb_ball_of(6.0), plumb_ball_of(tiny[PLUMB_STEP_EXPONENT]));
    plumb_ball each = plumb_ball_add(exponential, underflow);
    plumb_ball travel = plumb_ball_multiply(plumb_several_unit(unit, 5.0), plumb_ball_add(size, size));
    return plumb_ball_add(travel, plumb_ball_multiply(plumb_ball_of(plumb_of_size(rescalings)), each));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, excess_relative(u));
*/
static plumb_ball unit_of_stores(const double *unit) {
    return plumb_ball_joint(plumb_several_unit(unit, 3.0), plumb_ball_of(unit[PLUMB_STEP_SCORE]));
}

/* A bound of the underflow of both powers and of a factor; `off` bounds the errors of their exponents. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: rescalings <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real l, x; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(off, l) && in_ball(score, x) ==>
      in_ball(\result, rmul(2.0, rmul(1.0 + el(u, 3), el(t, 4)) + el(t, 3))
        + rmul(rmul((real)rescalings, el(t, 4)), rmul(rexp(l), 1.0 + rexp(-x))));
*/
static plumb_ball lost_of_powers(const double *unit, const double *tiny, size_t rescalings, plumb_ball off,
                                 plumb_ball score) {
    plumb_ball exponent = plumb_ball_of(tiny[PLUMB_STEP_EXPONENT]);
    plumb_ball stored = plumb_ball_multiply(one_and(plumb_ball_of(unit[PLUMB_STEP_SCORE])), exponent);
    plumb_ball each = plumb_ball_add(stored, plumb_ball_of(tiny[PLUMB_STEP_SCORE]));
    plumb_ball factors = plumb_ball_multiply(plumb_ball_of(plumb_of_size(rescalings)), exponent);
    plumb_ball sizes = plumb_ball_multiply(plumb_ball_exp(off), one_and(plumb_ball_exp(plumb_ball_negate(score))));
    return plumb_ball_add(plumb_ball_multiply(plumb_ball_of(2.0), each), plumb_ball_multiply(factors, sizes));
}

/* The same for the difference as it is stored. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: rescalings <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real s, x; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(off, excess_off(u, t, rescalings, s)) && in_ball(score, x) ==>
      in_ball(\result, excess_lost(u, t, rescalings, s, x));
*/
static plumb_ball lost_of_excess(const double *unit, const double *tiny, size_t rescalings, plumb_ball off,
                                 plumb_ball score) {
    plumb_ball powers = plumb_ball_multiply(one_and(unit_of_stores(unit)),
                                            lost_of_powers(unit, tiny, rescalings, off, score));
    plumb_ball three = plumb_ball_multiply(plumb_several_tiny(unit, tiny, 3.0),
                                           one_and(plumb_ball_of(unit[PLUMB_STEP_SCORE])));
    plumb_ball stores = plumb_ball_add(three, plumb_ball_of(tiny[PLUMB_STEP_SCORE]));
    return plumb_ball_multiply(plumb_rescaling_growth(unit, rescalings), plumb_ball_add(powers, stores));
}

/* A ball around e^(x - c) - e^-c, for both exponents with errors. */
/*@ requires finite: \is_finite(shift);
    assigns \nothing;
    ensures encloses: \forall real x, l, a, b; in_ball(score, x) && in_ball(off, l) && near(a, x - shift, l) &&
      near(b, -shift, l) ==> in_ball(\result, rexp(a) - rexp(b));
*/
static plumb_ball difference(double shift, plumb_ball score, plumb_ball off) {
    plumb_ball unit = plumb_ball_of(shift);
    plumb_ball power = plumb_ball_widened(plumb_ball_subtract(score, unit), off);
    plumb_ball zero = plumb_ball_widened(plumb_ball_negate(unit), off);
    return plumb_ball_subtract(plumb_ball_exp(power), plumb_ball_exp(zero));
}

/* For numbers of this size. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: rescalings <= PLUMB_MOST_ROUNDINGS;
    requires finite: \is_finite(shift);
    assigns \nothing;
    ensures encloses: \forall seq u, t, real s, f, x, e; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && in_ball(size, s) && in_ball(factor, f) && in_ball(score, x) &&
      excess_off_by(u, t, rescalings, s, f, shift, x, e) ==> in_ball(\result, e);
*/
static plumb_ball excess_of_size(const double *unit, const double *tiny, size_t rescalings, plumb_ball size,
                                 plumb_ball factor, double shift, plumb_ball score) {
    plumb_ball off = plumb_ball_add(off_of_power(unit, tiny, size), off_of_factor(unit, tiny, rescalings, size));
    /*@ assert off: \forall seq u, t, real s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          in_ball(size, s) ==> in_ball(off, excess_off(u, t, rescalings, s)); */
    plumb_ball lost = plumb_ball_multiply(factor, lost_of_excess(unit, tiny, rescalings, off, score));
    /*@ assert lost: \forall seq u, t, real s, f, x; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          in_ball(size, s) && in_ball(factor, f) && in_ball(score, x) ==>
          in_ball(lost, rmul(f, excess_lost(u, t, rescalings, s, x))); */
    return plumb_ball_rounded(unit_of_stores(unit), lost, difference(shift, score, off));
}

plumb_ball plumb_scaled_excess(const double *unit, const double *tiny, size_t rescalings, plumb_ball largest,
                               plumb_ball factor, double shift, plumb_ball score) {
    plumb_ball size = plumb_ball_maximum(plumb_ball_absolute(score), plumb_ball_absolute(largest));
    return excess_of_size(unit, tiny, rescalings, size, factor, shift, score);
}
