/* sums.h - by how much the two sums of an online softmax are off (spec/budget.md, section 5). */
#ifndef PLUMB_BUDGET_SUMS_H
#define PLUMB_BUDGET_SUMS_H
#include "budget/model.h"
#include "spec/budget/evaluation.h"
#include "spec/budget/sums.h"

/* most: at least the error of every exponent; size: a ball around the sum of the sizes of the values. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= keys <= PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures relative: \is_finite(\result.relative) ==> \forall seq u; values(unit, u, PLUMB_STEPS) ==>
      numerator_relative(u, keys, rescalings) <= \result.relative;
    ensures absolute: \is_finite(\result.absolute) ==> \forall seq u, t, real s; \is_finite(most) &&
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && in_ball(size, s) ==>
      numerator_absolute(u, t, keys, rescalings, most, s) <= \result.absolute;
*/
plumb_sum_error plumb_numerator_error(const double *unit, const double *tiny, size_t keys, size_t rescalings,
                                      double most, plumb_ball size);

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= keys <= PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures relative: \is_finite(\result.relative) ==> \forall seq u; values(unit, u, PLUMB_STEPS) ==>
      denominator_relative(u, keys, rescalings) <= \result.relative;
    ensures absolute: \is_finite(\result.absolute) ==> \forall seq u, t; \is_finite(most) &&
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      denominator_absolute(u, t, keys, rescalings, most) <= \result.absolute;
*/
plumb_sum_error plumb_denominator_error(const double *unit, const double *tiny, size_t keys, size_t rescalings,
                                        double most);
#endif
