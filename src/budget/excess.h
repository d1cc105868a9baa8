/* excess.h - a ball around e^(x - m) - e^-m as an engine computes it, in units of e^-c (spec/budget/excess.h). */
#ifndef PLUMB_BUDGET_EXCESS_H
#define PLUMB_BUDGET_EXCESS_H
#include "budget/model.h"
#include "spec/budget/excess.h"

/* 1 if the bounds hold for the model and this number of rescalings. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires counts: rescalings <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures borne: \result != 0 ==> \forall seq u; values(unit, u, PLUMB_STEPS) ==> bears_excesses(u, rescalings);
*/
int plumb_excesses_are_borne(const double *unit, size_t rescalings);

/* A bound of the factor by which underflow grows as the maximum rises. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires counts: rescalings <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==>
      in_ball(\result, rescaling_growth(u, rescalings));
*/
plumb_ball plumb_rescaling_growth(const double *unit, size_t rescalings);

/* The ball.
   rescalings  most rescalings of a sum
   largest     a ball around the largest score
   factor      a ball around e^(largest - shift)
   shift       c
   score       a ball around the score as computed */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: rescalings <= PLUMB_MOST_ROUNDINGS;
    requires finite: \is_finite(shift);
    assigns \nothing;
    ensures encloses: \forall seq u, t, real m, f, x, e; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && in_ball(largest, m) && in_ball(factor, f) && in_ball(score, x) &&
      excess_scaled(u, t, rescalings, m, f, shift, x, e) ==> in_ball(\result, e);
*/
plumb_ball plumb_scaled_excess(const double *unit, const double *tiny, size_t rescalings, plumb_ball largest,
                               plumb_ball factor, double shift, plumb_ball score);
#endif
