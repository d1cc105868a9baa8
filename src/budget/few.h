/* few.h - are roundings less than the whole? */
#ifndef PLUMB_BUDGET_FEW_H
#define PLUMB_BUDGET_FEW_H
#include "budget/model.h"

/* Are all numbers of the ball below the bound? */
/*@ requires finite: \is_finite(bound);
    assigns \nothing;
    ensures below: \result != 0 ==> \forall real x; in_ball(a, x) ==> x < bound;
*/
int plumb_ball_is_below(plumb_ball a, double bound);

/* Are so many roundings in the format of a step less than the whole? */
/*@ requires step: 0 <= step < PLUMB_STEPS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires finite: \is_finite(count);
    assigns \nothing;
    ensures below: \result != 0 ==> \forall seq u; values(unit, u, PLUMB_STEPS) ==> rmul(count, el(u, step)) < 1.0;
*/
int plumb_are_few(const double *unit, double count, size_t step);
#endif
