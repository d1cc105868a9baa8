/* taking_part.h - the scores of all that takes part in a row, as an engine computes them: of visible keys, of keys that
   a mask hid from a softcap, and of a sink behind them. */
#ifndef PLUMB_BUDGET_TAKING_PART_H
#define PLUMB_BUDGET_TAKING_PART_H
#include "budget/other_scores.h"
#include "budget/scored_row.h"

/* y are these scores: of the keys in p, of which those in m are visible, and, behind them, of a sink with this logit,
   which weighs no value in v. */
/*@ predicate part_scored{L}(double *unit, double *tiny, plumb_scored_row r, seq u, seq t, real logit, seq y, seq v,
                             subset m, subset p) =
      row_scored(unit, tiny, r, u, t, y, m) && hidden_keys(u, t, r.joining.cap, y, m, p, r.keys) &&
      sink_behind(u, t, logit, v, y, p, r.keys); */

/* unit, tiny: the model (spec/budget/model.h); taking_part [row.keys]; score, off [row.keys + 1] are filled where a key
   takes part, and behind the keys.  0 says that nothing is known. */
/*@ requires inside: row.keys * row.head_dim <= PLUMB_MOST_ELEMENTS && row.head_dim <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: reads_row(row) && \valid_read(taking_part + (0 .. row.keys - 1));
    requires writes: \valid(score + (0 .. row.keys)) && \valid(off + (0 .. row.keys));
    requires row_apart: apart_from_row(score, unit, tiny, row) && apart_from_row(off, unit, tiny, row);
    requires apart: \separated(score + (0 .. row.keys), off + (0 .. row.keys), unit + (0 .. PLUMB_STEPS - 1),
                               tiny + (0 .. PLUMB_STEPS - 1), row.visible + (0 .. row.keys - 1)) &&
                    \separated(score + (0 .. row.keys), off + (0 .. row.keys), taking_part + (0 .. row.keys - 1));
    assigns score[0 .. row.keys], off[0 .. row.keys];
    ensures model: \result != 0 ==> \forall seq u, t;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS)) ==> is_roundings(u, t);
    ensures computed: \result != 0 ==> \forall seq u, t, y, v, subset m, p, real x;
      \old(part_scored(unit, tiny, row, u, t, x, y, v, m, p) && shows(taking_part, p, row.keys)) && given(logit, x) ==>
      all_computed(score, off, y, p, row.keys + 1);
*/
int plumb_score_part(const double *unit, const double *tiny, plumb_scored_row row, const unsigned char *taking_part,
                     double logit, plumb_ball *score, plumb_ball *off);
#endif
