/* repeated_row.h - a row in which each key and the sink occur twice: with the value, and with the vector that is added
   to it. */
#ifndef PLUMB_BUDGET_REPEATED_ROW_H
#define PLUMB_BUDGET_REPEATED_ROW_H
#include "budget/verdict_workspace.h"
#include "spec/budget/added_values.h"
#include "spec/budget/known_scores.h"

/*@ predicate repeated_row_apart{L}(plumb_verdict_workspace r, plumb_ball *score, plumb_ball *off,
                                    unsigned char *visible, double *value, double *added, integer n, integer width) =
      \separated(r.score + (0 .. 2 * n + 1), r.off + (0 .. 2 * n + 1), r.column + (0 .. 2 * n + 1),
                 r.shown + (0 .. 2 * n + 1), score + (0 .. n), off + (0 .. n), visible + (0 .. n - 1),
                 value + (0 .. n * width - 1)) &&
      \separated(r.score + (0 .. 2 * n + 1), r.off + (0 .. 2 * n + 1), r.column + (0 .. 2 * n + 1),
                 r.shown + (0 .. 2 * n + 1), added + (0 .. n * width - 1)); */

/* Sets score, off, column and shown of `twofold`.
   score, off    [keys + 1]: of the keys and, after them, the sink
   visible       [keys]: 0 for hidden keys
   value, added  [keys][width]: values and added vectors, of which one column is read
   has_sink      0 without a sink
   twofold       workspace for 2 (keys + 1) places */
/*@ requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS && keys < PLUMB_MOST_ROUNDINGS / 4;
    requires scores: \valid_read(score + (0 .. keys)) && \valid_read(off + (0 .. keys));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && \valid_read(value + (0 .. keys * width - 1)) &&
                    \valid_read(added + (0 .. keys * width - 1));
    requires writes: writes_work(twofold, 2 * keys + 1);
    requires apart: repeated_row_apart(twofold, score, off, visible, value, added, keys, width);
    assigns twofold.score[0 .. 2 * keys + 1], twofold.off[0 .. 2 * keys + 1], twofold.column[0 .. 2 * keys + 1],
            twofold.shown[0 .. 2 * keys + 1];
    ensures shown: \forall subset m; \old(shows(visible, m, keys)) && (among(m, keys) <==> has_sink != 0) ==>
      shows(twofold.shown, twice(m), 2 * keys + 2);
    ensures values: \forall seq v, a, subset m; \old(given_column(value, v, m, keys, width, column) &&
      given_column(added, a, m, keys, width, column)) &&
      (among(m, keys) ==> el(v, keys) == 0.0 && el(a, keys) == 0.0) ==>
      given_column(twofold.column, both(v, a), twice(m), 2 * keys + 2, 1, 0);
    ensures scores: \forall seq y, subset m; \old(all_computed(score, off, y, m, keys + 1)) ==>
      all_computed(twofold.score, twofold.off, both(y, y), twice(m), 2 * keys + 2);
*/
void plumb_repeat_row(const plumb_ball *score, const plumb_ball *off, const unsigned char *visible, const double *value,
                      const double *added, size_t keys, size_t width, size_t column, int has_sink,
                      plumb_verdict_workspace twofold);
#endif
