/* score_verdict.h - is it certain that no engine of a precision model gives this number for a score of a row? */
#ifndef PLUMB_BUDGET_SCORE_VERDICT_H
#define PLUMB_BUDGET_SCORE_VERDICT_H
#include "budget/other_scores.h"
#include "budget/possibility.h"
#include "budget/scored_row.h"
#include "spec/budget/widened.h"

/* The score of a key of a row, those in m visible, those in p taking part, as the tensor holds it: computed and biased
   in some way, that of a hidden key being -cap as computed.  Its stores in the model are part of how it is computed. */
/*@ predicate engine_gives_score{L}(double *unit, double *tiny, plumb_scored_row g, seq u, seq t, subset m, subset p,
                                    integer i, real x) =
      \exists seq y; row_scored(unit, tiny, g, u, t, y, m) && hidden_keys(u, t, g.joining.cap, y, m, p, g.keys) &&
        0 <= i < g.keys && among(p, i) && rounded_in(u, t, 8, el(y, i), x); */

/* unit, tiny: the model, a number for each step (spec/budget/model.h).  taking_part [row.keys]: behind a mask a softcap
   lets hidden keys take part; number: what the engine gave for a key that does; score, off [row.keys] are workspace. */
/*@ requires inside: row.keys * row.head_dim <= PLUMB_MOST_ELEMENTS && row.head_dim <= PLUMB_MOST_ROUNDINGS;
    requires key: 0 <= key < row.keys;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: reads_row(row) && \valid_read(taking_part + (0 .. row.keys - 1));
    requires writes: \valid(score + (0 .. row.keys - 1)) && \valid(off + (0 .. row.keys - 1));
    requires row_apart: apart_from_row(score, unit, tiny, row) && apart_from_row(off, unit, tiny, row);
    requires apart: \separated(score + (0 .. row.keys - 1), off + (0 .. row.keys - 1), unit + (0 .. PLUMB_STEPS - 1),
                               tiny + (0 .. PLUMB_STEPS - 1), row.visible + (0 .. row.keys - 1)) &&
                    \separated(score + (0 .. row.keys - 1), off + (0 .. row.keys - 1),
                               taking_part + (0 .. row.keys - 1));
    assigns score[0 .. row.keys - 1], off[0 .. row.keys - 1];
    ensures takes_part: \result == PLUMB_IMPOSSIBLE ==> \old(taking_part[key]) != 0;
    ensures impossible: \result == PLUMB_IMPOSSIBLE ==> \forall seq u, t, subset m, p;
      \old(shows(taking_part, p, row.keys)) ==>
      !\old(engine_gives_score(unit, tiny, row, u, t, m, p, key, number));
*/
plumb_possibility plumb_score_verdict(const double *unit, const double *tiny, plumb_scored_row row,
                                      const unsigned char *taking_part, size_t key, double number, plumb_ball *score,
                                      plumb_ball *off);
#endif
