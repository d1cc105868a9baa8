/* summed_delta.h - a ball around delta as an engine sums it over the keys of a row: P dP (spec/budget.md, section 24).
 */
#ifndef PLUMB_BUDGET_SUMMED_DELTA_H
#define PLUMB_BUDGET_SUMMED_DELTA_H
#include "budget/model.h"
#include "spec/budget/summed_delta.h"

/* The ball; pair, visible [pairs] are those of a row.  The members of a pair from delta on are not read. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(pair + (0 .. pairs - 1)) && \valid_read(visible + (0 .. pairs - 1));
    requires count: pairs <= PLUMB_MOST_ROUNDINGS / 2;
    assigns \nothing;
    ensures encloses: \forall seq u, t, subset m, real s; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && shows(visible, m, pairs) && summed_delta(pair, u, t, m, pairs, s) ==>
      in_ball(\result, s);
*/
plumb_ball plumb_summed_delta(const double *unit, const double *tiny, const plumb_gradient_pair *pair,
                              const unsigned char *visible, size_t pairs);
#endif
