/* power_term.h - bounds of the errors of exponentials of multiples of a score, and of powers of exponentials, as an
   engine computes them (spec/budget.md, section 15).  `size` bounds the sizes of scores. */
#ifndef PLUMB_BUDGET_POWER_TERM_H
#define PLUMB_BUDGET_POWER_TERM_H
#include "budget/model.h"
#include "spec/budget/powered.h"

/* The relative error of a multiple. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real p; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(power, p) ==> in_ball(\result, power_relative(u, t, p));
*/
plumb_ball plumb_power_relative(const double *unit, const double *tiny, plumb_ball power);

/* The error of f x as an argument of exp, for f = 1, p or 1/p. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real p, f, x; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(power, p) && in_ball(factor, f) && in_ball(size, x) ==> in_ball(\result, multiple_off(u, t, p, f, x));
*/
plumb_ball plumb_multiple_off(const double *unit, const double *tiny, plumb_ball power, plumb_ball factor,
                              plumb_ball size);

/* The error of an exponential as it is stored, as one of its exponent. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, stored_exponent(u));
*/
plumb_ball plumb_stored_exponent(const double *unit);

/* Its underflow. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, power_lost(u, t));
*/
plumb_ball plumb_power_lost(const double *unit, const double *tiny);

/* The error of the exponent of e^(f (x - m)). */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real p, f, s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(power, p) && in_ball(factor, f) && in_ball(size, s) ==> in_ball(\result, term_off(u, t, p, f, s));
*/
plumb_ball plumb_term_off(const double *unit, const double *tiny, plumb_ball power, plumb_ball factor,
                          plumb_ball size);

/* The error of the exponent of e^(p (x - m)), computed as an exponential or as a power. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real p, s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(power, p) && in_ball(size, s) ==> in_ball(\result, powered_off(u, t, p, s));
*/
plumb_ball plumb_powered_off(const double *unit, const double *tiny, plumb_ball power, plumb_ball size);

/* Twice the underflow of an exponential. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, least_exponential(u, t));
*/
plumb_ball plumb_least_exponential(const double *unit, const double *tiny);

/* The underflow of e^(p (x - m)), whose exponent's error is at most `term`. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real p, s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(power, p) && in_ball(term, powered_off(u, t, p, s)) ==> in_ball(\result, powered_lost(u, t, p, s));
*/
plumb_ball plumb_powered_lost(const double *unit, const double *tiny, plumb_ball power, plumb_ball term);
#endif
