/* lse_verdict.h - is it certain that no engine of a precision model gives this number for the log-sum-exp of a row? */
#ifndef PLUMB_BUDGET_LSE_VERDICT_H
#define PLUMB_BUDGET_LSE_VERDICT_H
#include "budget/possibility.h"
#include "budget/verdict_workspace.h"
#include "budget/taking_part.h"
#include "spec/budget/lse.h"

/* The log-sum-exp of the first h of a row's keys, those in m visible, those in p taking part, with a sink of this logit
   behind them if it is in p: whose score is computed and biased in some way, that of a hidden one being -cap as
   computed. */
/*@ predicate engine_gives_lse{L}(double *unit, double *tiny, plumb_scored_row g, seq u, seq t, real logit, subset m,
                                  subset p, integer h, integer r, real x) =
      \exists seq y, v; part_scored(unit, tiny, g, u, t, logit, y, v, m, p) &&
        seen_lse(u, t, y, p, g.keys + 1, h, r, x); */

/* unit, tiny: the model, a number for each step (spec/budget/model.h).  taking_part [row.keys]: behind a mask a softcap
   lets hidden keys take part; summed: all of them and the sink, or fewer where a sink is left out, which stands behind
   the others; rescalings: at most so often the sum is rescaled; number: what the engine gave.  Filled in the workspace:
   score, off, weight, shown. */
/*@ requires inside: row.keys * row.head_dim <= PLUMB_MOST_ELEMENTS;
    requires counts: row.keys < PLUMB_MOST_ROUNDINGS && row.head_dim <= PLUMB_MOST_ROUNDINGS &&
                     summed <= row.keys + 1 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: reads_row(row) && \valid_read(taking_part + (0 .. row.keys - 1));
    requires writes: writes_work(work, row.keys);
    requires row_apart: apart_from_row(work.score, unit, tiny, row) && apart_from_row(work.off, unit, tiny, row);
    requires apart: \separated(work.score + (0 .. row.keys), work.off + (0 .. row.keys), work.weight + (0 .. row.keys),
                               work.shown + (0 .. row.keys), unit + (0 .. PLUMB_STEPS - 1),
                               tiny + (0 .. PLUMB_STEPS - 1), row.visible + (0 .. row.keys - 1)) &&
                    \separated(work.score + (0 .. row.keys), work.off + (0 .. row.keys), work.weight + (0 .. row.keys),
                               work.shown + (0 .. row.keys), taking_part + (0 .. row.keys - 1));
    assigns work.score[0 .. row.keys], work.off[0 .. row.keys], work.weight[0 .. row.keys], work.shown[0 .. row.keys];
    ensures impossible: \result == PLUMB_IMPOSSIBLE ==> \forall seq u, t, subset m, p, real x;
      \old(shows(taking_part, p, row.keys)) && given(logit, x) && (among(p, row.keys) <==> has_sink != 0) ==>
      !\old(engine_gives_lse(unit, tiny, row, u, t, x, m, p, summed, rescalings, number));
*/
plumb_possibility plumb_lse_verdict(const double *unit, const double *tiny, plumb_scored_row row,
                                    const unsigned char *taking_part, size_t summed, size_t rescalings, int has_sink,
                                    double logit, double number, plumb_verdict_workspace work);
#endif
