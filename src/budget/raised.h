/* raised.h - balls around the scores of a row times a power, and around bounds of their errors as an engine computes
   them (spec/budget.md, section 15). */
#ifndef PLUMB_BUDGET_RAISED_H
#define PLUMB_BUDGET_RAISED_H
#include "budget/model.h"
#include "spec/budget/rooted.h"

/* Sets raised, raised_off [keys] for p times the scores of score, off [keys]. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires power: \is_finite(power) && power > 0.0;
    requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(off + (0 .. keys - 1));
    requires writes: \valid(raised + (0 .. keys - 1)) && \valid(raised_off + (0 .. keys - 1));
    requires apart: \separated(raised + (0 .. keys - 1), raised_off + (0 .. keys - 1), score + (0 .. keys - 1)) &&
                    \separated(raised + (0 .. keys - 1), raised_off + (0 .. keys - 1), off + (0 .. keys - 1)) &&
                    \separated(raised + (0 .. keys - 1), raised_off + (0 .. keys - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(raised + (0 .. keys - 1), raised_off + (0 .. keys - 1), tiny + (0 .. PLUMB_STEPS - 1));
    assigns raised[0 .. keys - 1], raised_off[0 .. keys - 1];
    ensures raised: \forall seq u, t, y, x, subset m;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && all_computed(score, off, y, m, keys)) &&
      is_roundings(u, t) && bears_roots(u, t, power) && scores_raised(u, t, power, y, x, m, keys) ==>
      all_computed(raised, raised_off, x, m, keys);
*/
void plumb_raise_scores(const double *unit, const double *tiny, double power, const plumb_ball *score,
                        const plumb_ball *off, size_t keys, plumb_ball *raised, plumb_ball *raised_off);
#endif
