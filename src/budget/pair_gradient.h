/* pair_gradient.h - balls around the gradients of one pair of query and key, as an engine computes them
   (spec/budget.md, section 24). */
#ifndef PLUMB_BUDGET_PAIR_GRADIENT_H
#define PLUMB_BUDGET_PAIR_GRADIENT_H
#include "budget/model.h"
#include "spec/budget/pair_gradient.h"

/* The probability P, the weight in dv. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real p; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      pair_probability(u, t, pair, p) ==> in_ball(\result, p);
*/
plumb_ball plumb_pair_probability(const double *unit, const double *tiny, plumb_gradient_pair pair);

/* dP, the gradient in P. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      probability_gradient(u, t, pair, y) ==> in_ball(\result, y);
*/
plumb_ball plumb_probability_gradient(const double *unit, const double *tiny, plumb_gradient_pair pair);

/* dS = P (dP - delta + l), times the softcap's slope: the weight in dq and dk. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real x; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      pair_gradient(u, t, pair, x) ==> in_ball(\result, x);
*/
plumb_ball plumb_pair_gradient(const double *unit, const double *tiny, plumb_gradient_pair pair);
#endif
