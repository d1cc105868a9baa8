/* capped.h - how far a score is off behind a softcap, c tanh(x / c) (spec/budget.md, section 10). */
#ifndef PLUMB_BUDGET_CAPPED_H
#define PLUMB_BUDGET_CAPPED_H
#include "budget/model.h"
#include "spec/budget/hidden.h"
#include "spec/budget/biased.h"

/* Nothing is known of a cap that is not finite and above 0, or that the model's roundings leave nothing of. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures computed: \forall seq u, t, real x, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && computed_as(score.exact, score.off, x) && cap_computed(u, t, cap, x, y) ==>
      computed_as(\result.exact, \result.off, y);
*/
plumb_computed plumb_capped_score(const double *unit, const double *tiny, double cap, plumb_computed score);

/* The same of a score that a mask hid before. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures computed: \forall seq u, t, real y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && hidden_computed(u, t, cap, y) ==> computed_as(\result.exact, \result.off, y);
*/
plumb_computed plumb_hidden_score(const double *unit, const double *tiny, double cap);
#endif
