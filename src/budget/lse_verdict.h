/* lse_verdict.h - is it certain that no engine of a precision model returns a number as the log-sum-exp of a row? */
#ifndef PLUMB_BUDGET_LSE_VERDICT_H
#define PLUMB_BUDGET_LSE_VERDICT_H
#include "budget/possibility.h"
#include "budget/verdict_workspace.h"
#include "budget/taking_part.h"
#include "spec/budget/lse.h"

/* x is the log-sum-exp of the first h places of a row: keys and, after them, a sink.  The keys in m are visible; those
   in p take part, and so does the sink if it is in p.  Scores are computed and biased in some way; that of a hidden key
   is -cap as computed. */
/*@ predicate engine_gives_lse{L}(double *unit, double *tiny, plumb_scored_row g, seq u, seq t, real logit, subset m,
                                  subset p, integer h, integer r, real x) =
      \exists seq y, v; part_scored(unit, tiny, g, u, t, logit, y, v, m, p) &&
        visible_lse(u, t, y, p, g.keys + 1, h, r, x); */

/* The answer; sets score, off, weight and shown of the workspace.
   unit, tiny   [PLUMB_STEPS]: the model (spec/budget/model.h)
   row          query, keys, mask and biases
   taking_part  [row.keys]: 0 for keys that take no part; hidden keys take part if a softcap follows the mask
   summed       places of the sum: keys and the sink, or keys only
   rescalings   most rescalings of the sum
   has_sink     0 without a sink
   logit        of the sink
   number       what the engine returned
   work         workspace for keys + 1 places */
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
