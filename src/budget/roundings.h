/* roundings.h - what one rounding, or several, add to an error, and the roundings of a tensor between two kernels. */
#ifndef PLUMB_BUDGET_ROUNDINGS_H
#define PLUMB_BUDGET_ROUNDINGS_H
#include "budget/model.h"
#include "spec/budget/roundings.h"

/* What is off by `off`, rounded. */
/*@ assigns \nothing;
    ensures encloses: \forall real e, f, d, s; in_ball(unit, e) && in_ball(tiny, f) && in_ball(off, d) &&
      in_ball(size, s) ==> in_ball(\result, moved(e, f, d, s));
*/
plumb_ball plumb_ball_moved(plumb_ball unit, plumb_ball tiny, plumb_ball off, plumb_ball size);

/* Are so many roundings less than the whole? */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires finite: \is_finite(count);
    assigns \nothing;
    ensures below: \result != 0 ==> \forall seq u; values(unit, u, PLUMB_STEPS) ==> rmul(count, el(u, 4)) < 1.0;
*/
int plumb_are_borne(const double *unit, double count);

/* Of so many roundings: their unit, and what they underflow by. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires finite: \is_finite(count);
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, gamma_up(count, el(u, 4)));
*/
plumb_ball plumb_several_unit(const double *unit, double count);

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires finite: \is_finite(count);
    assigns \nothing;
    ensures encloses: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, gamma_tiny(u, t, count));
*/
plumb_ball plumb_several_tiny(const double *unit, const double *tiny, double count);

/* Of a tensor. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, tensor_unit(u));
*/
plumb_ball plumb_tensor_unit(const double *unit);

/*@ requires model: \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq t; values(tiny, t, PLUMB_STEPS) ==> in_ball(\result, tensor_tiny(t));
*/
plumb_ball plumb_tensor_tiny(const double *tiny);
#endif
