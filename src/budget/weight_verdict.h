/* weight_verdict.h - is it certain that no engine of a precision model returns a number as the weight of a key? */
#ifndef PLUMB_BUDGET_WEIGHT_VERDICT_H
#define PLUMB_BUDGET_WEIGHT_VERDICT_H
#include "budget/verdict.h"
#include "spec/budget/weight_by_lse.h"

/* The weight of a key is the output for values that are 1 for this key and 0 for the others; or, in a softmax, e^{y -
   l} with the log-sum-exp l of the keys in p and the sink. */
/*@ predicate engine_gives_weight{L}(double *unit, double *tiny, plumb_scored_row g, seq u, seq t, real logit,
                                     plumb_weighing w, plumb_finish f, subset m, subset p, integer r, integer k,
                                     real x) =
      \exists seq y; part_scored(unit, tiny, g, u, t, logit, y, indicator(k), m, p) &&
        (row_gives(u, t, w, f, 0, y, indicator(k), indicator(k), p, g.keys, r, x) ||
         (w.kind == PLUMB_WEIGHED_BY_SOFTMAX && visible_weight_by_lse(u, t, y, p, g.keys + 1, r, k, x))); */

/* The answer.  Parameters as of plumb_row_verdict (budget/verdict.h); the column of `weighed` is 1 for `key` and 0 for
   the others. */
/*@ requires inside: row.keys * row.head_dim <= PLUMB_MOST_ELEMENTS && values_inside(weighed, row.keys);
    requires counts: row.keys < PLUMB_MOST_ROUNDINGS / 4 && row.head_dim <= PLUMB_MOST_ROUNDINGS &&
                     key < row.keys && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: reads_row(row) && \valid_read(taking_part + (0 .. row.keys - 1)) &&
                    reads_values(weighed, row.keys);
    requires adds: weighed.adds == 0 && taking_part[key] != 0;
    requires writes: writes_work(work, row.keys) && writes_work(twofold, 2 * row.keys + 1);
    requires row_apart: apart_from_row(work.score, unit, tiny, row) && apart_from_row(work.off, unit, tiny, row);
    requires apart: work_apart_from_values(work, unit, tiny, row.visible, weighed, row.keys) &&
                    work_apart_from_values(work, unit, tiny, taking_part, weighed, row.keys) &&
                    work_of_twice_apart(twofold, unit, tiny, work.score, work.off, taking_part, weighed.value,
                                        weighed.added, row.keys, weighed.width);
    assigns work.score[0 .. row.keys], work.off[0 .. row.keys], work.weight[0 .. row.keys],
            work.range[0 .. row.keys], work.column[0 .. row.keys], work.added[0 .. row.keys], work.shown[0 .. row.keys],
            twofold.score[0 .. 2 * row.keys + 1], twofold.off[0 .. 2 * row.keys + 1],
            twofold.weight[0 .. 2 * row.keys + 1], twofold.range[0 .. 2 * row.keys + 1],
            twofold.column[0 .. 2 * row.keys + 1], twofold.shown[0 .. 2 * row.keys + 1];
    ensures impossible: \result == PLUMB_IMPOSSIBLE ==> \forall seq u, t, subset m, p, real x;
      \old(shows(taking_part, p, row.keys) && given_values(weighed, indicator(key), indicator(key), p, row.keys)) &&
      given(logit, x) && (among(p, row.keys) <==> has_sink != 0) ==>
      !\old(engine_gives_weight(unit, tiny, row, u, t, x, weighing, finish, m, p, rescalings, key, number));
*/
plumb_possibility plumb_weight_verdict(const double *unit, const double *tiny, plumb_scored_row row,
                                       const unsigned char *taking_part, plumb_row_values weighed, size_t key,
                                       size_t rescalings, int has_sink, double logit, plumb_weighing weighing,
                                       plumb_finish finish, double number, plumb_verdict_workspace work,
                                       plumb_verdict_workspace twofold);
#endif
