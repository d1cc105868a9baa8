/* alibi.h - how far ALiBi's numbers are off by themselves: a slope times a distance, and what is multiplied by the
   scale (spec/budget.md, section 19). */
#ifndef PLUMB_BUDGET_ALIBI_H
#define PLUMB_BUDGET_ALIBI_H
#include "budget/model.h"
#include "spec/budget/alibi.h"

/* Says nothing unless both of its numbers are finite. */
/*@ predicate may_be_off_by(plumb_own_error own, real x, real y) =
      \is_finite(own.unit) && \is_finite(own.tiny) ==> off_by(own, x, y); */

/* A slope times a distance; roundings: of which the slope is made. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= roundings <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures own: \forall seq u, t, real s, d, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && in_ball(slope, s) && alibi_computed(u, t, roundings, s, d, y) ==>
      may_be_off_by(\result, rmul(s, d), y);
*/
plumb_own_error plumb_alibi_error(const double *unit, const double *tiny, size_t roundings, plumb_ball slope);

/* What was off by `before`, times the scale. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures own: \forall seq u, t, real c, a, x, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && in_ball(scale, c) && off_by(before, a, x) && scale_computed(u, t, c, x, y) ==>
      may_be_off_by(\result, rmul(c, a), y);
*/
plumb_own_error plumb_scaled_error(const double *unit, const double *tiny, plumb_ball scale, plumb_own_error before);

/* A sum as computed, times the scale. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures own: \forall seq u, t, real c, x, b, s, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && in_ball(scale, c) && sum_computed(u, t, 0.0, 0.0, x, b, s) &&
      scale_computed(u, t, c, s, y) ==> may_be_off_by(\result, rmul(c, x + b), y);
*/
plumb_own_error plumb_scaled_sum_error(const double *unit, const double *tiny, plumb_ball scale);
#endif
