/* added_values.h - is it certain that no engine of a precision model returns a number of a ball by a softmax, scaled or
   not, with vectors added to its values? */
#ifndef PLUMB_BUDGET_ADDED_VALUES_H
#define PLUMB_BUDGET_ADDED_VALUES_H
#include "budget/verdict_workspace.h"
#include "spec/budget/added_values.h"
#include "spec/budget/direct.h"
#include "spec/budget/known_scores.h"

/* Workspace for twice the keys and twice a sink. */
/*@ predicate work_of_twice_apart{L}(plumb_verdict_workspace r, double *unit, double *tiny, plumb_ball *score,
                                     plumb_ball *off, unsigned char *visible, double *value, double *added, integer n,
                                     integer width) =
      \separated(r.score + (0 .. 2 * n + 1), r.off + (0 .. 2 * n + 1), r.weight + (0 .. 2 * n + 1),
                 r.range + (0 .. 2 * n + 1), r.column + (0 .. 2 * n + 1), r.added + (0 .. 2 * n + 1),
                 r.shown + (0 .. 2 * n + 1), unit + (0 .. PLUMB_STEPS - 1), tiny + (0 .. PLUMB_STEPS - 1),
                 score + (0 .. n), off + (0 .. n), visible + (0 .. n - 1), value + (0 .. n * width - 1)) &&
      \separated(r.score + (0 .. 2 * n + 1), r.off + (0 .. 2 * n + 1), r.weight + (0 .. 2 * n + 1),
                 r.range + (0 .. 2 * n + 1), r.column + (0 .. 2 * n + 1), r.added + (0 .. 2 * n + 1),
                 r.shown + (0 .. 2 * n + 1), added + (0 .. n * width - 1)); */

/* 1 if it is certain, 0 if nothing is known.
   unit, tiny    [PLUMB_STEPS]: the model (spec/budget/model.h)
   score, off    [keys + 1]: of the keys and, after them, the sink
   visible       [keys]: 0 for hidden keys
   value, added  [keys][width]: values and added vectors, of which one column is read
   rescalings    most rescalings of a sum
   twofold       workspace for 2 (keys + 1) places */
/*@ requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires scores: \valid_read(score + (0 .. keys)) && \valid_read(off + (0 .. keys));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && \valid_read(value + (0 .. keys * width - 1)) &&
                    \valid_read(added + (0 .. keys * width - 1));
    requires writes: writes_work(twofold, 2 * keys + 1);
    requires apart: work_of_twice_apart(twofold, unit, tiny, score, off, visible, value, added, keys, width);
    requires unclipped: weighing.kind != PLUMB_WEIGHED_BY_CLIPPED_SOFTMAX;
    assigns twofold.score[0 .. 2 * keys + 1], twofold.off[0 .. 2 * keys + 1], twofold.weight[0 .. 2 * keys + 1],
            twofold.range[0 .. 2 * keys + 1], twofold.column[0 .. 2 * keys + 1], twofold.shown[0 .. 2 * keys + 1];
    ensures excluded: \result != 0 ==> \forall seq u, t, y, v, a, subset m, real z;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           given_column(value, v, m, keys, width, column) && given_column(added, a, m, keys, width, column) &&
           all_computed(score, off, y, m, keys + 1)) &&
      is_roundings(u, t) && (among(m, keys) <==> has_sink != 0) &&
      (among(m, keys) ==> el(v, keys) == 0.0 && el(a, keys) == 0.0) &&
      added_softmax_mean(u, t, weighing, y, v, a, m, keys + 1, rescalings, z) ==> !in_ball(number, z);
*/
int plumb_added_values_excluded(const double *unit, const double *tiny, plumb_weighing weighing,
                                const plumb_ball *score, const plumb_ball *off, const unsigned char *visible,
                                const double *value, const double *added, size_t keys, size_t width, size_t column,
                                size_t rescalings, int has_sink, plumb_ball number, plumb_verdict_workspace twofold);
#endif
