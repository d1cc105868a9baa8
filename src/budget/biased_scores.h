/* biased_scores.h - what joins the scores of a row, score by score (spec/budget.md, section 10). */
#ifndef PLUMB_BUDGET_BIASED_SCORES_H
#define PLUMB_BUDGET_BIASED_SCORES_H
#include "budget/biased.h"

/* What is known of the score of key j behind all that joins it, from what was known before. */
/*@ predicate score_biased{L}(double *unit, double *tiny, plumb_joining g, integer n, integer j, plumb_ball before,
                              plumb_ball before_off, plumb_ball exact, plumb_ball off) =
      \forall seq u, t, b, subset m, real first, x, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && joining_of(g, b, first, m, n) && among(m, j) && computed_as(before, before_off, x) &&
      joins(u, t, g, b, first, j, x, y) ==> computed_as(exact, off, y); */

/* score, off: in place. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: reads_joining(joining, keys);
    requires writes: \valid(score + (0 .. keys - 1)) && \valid(off + (0 .. keys - 1));
    requires apart: \separated(unit + (0 .. PLUMB_STEPS - 1), score + (0 .. keys - 1)) &&
                    \separated(unit + (0 .. PLUMB_STEPS - 1), off + (0 .. keys - 1)) &&
                    \separated(tiny + (0 .. PLUMB_STEPS - 1), score + (0 .. keys - 1)) &&
                    \separated(tiny + (0 .. PLUMB_STEPS - 1), off + (0 .. keys - 1)) &&
                    \separated(score + (0 .. keys - 1), off + (0 .. keys - 1));
    requires joining_apart: joining.has_bias != 0 ==>
                            \separated(joining.bias + (0 .. keys - 1), score + (0 .. keys - 1)) &&
                            \separated(joining.bias + (0 .. keys - 1), off + (0 .. keys - 1));
    assigns score[0 .. keys - 1], off[0 .. keys - 1];
    ensures biased: \forall integer j; 0 <= j < keys ==>
      score_biased{Pre}(unit, tiny, joining, keys, j, \old(score[j]), \old(off[j]), score[j], off[j]);
*/
void plumb_join_scores(const double *unit, const double *tiny, plumb_joining joining, size_t keys, plumb_ball *score,
                       plumb_ball *off);
#endif
