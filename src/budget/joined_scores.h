/* joined_scores.h - the scores of a row as an engine computes them, from the products of its query and keys and from
   what joins them. */
#ifndef PLUMB_BUDGET_JOINED_SCORES_H
#define PLUMB_BUDGET_JOINED_SCORES_H
#include "budget/joined.h"
#include "number/index.h"

/* y is the score of key j as computed; y_j that of each of n keys in m */
/*@ predicate key_computed(seq u, seq t, plumb_joining g, real scale, seq q, seq k, seq b, real first, integer d,
                           integer j, real y) =
      \exists real x; score_computed(u, t, scale, q, drop(k, place(j, d, 0)), d, x) &&
        joins(u, t, g, b, first, j, x, y); */
/*@ predicate row_computed(seq u, seq t, plumb_joining g, real scale, seq q, seq k, seq b, real first, subset m,
                           integer d, integer n, seq y) =
      \forall integer j; 0 <= j < n && among(m, j) ==>
      key_computed(u, t, g, scale, q, k, b, first, d, j, el(y, j)); */

/* two balls say of key j what the product is that an engine computes; balls of the first n keys in m */
/*@ predicate product_known(plumb_ball exact, plumb_ball off, seq u, seq t, real scale, seq q, seq k, integer d,
                            integer j) =
      \forall real y; score_computed(u, t, scale, q, drop(k, place(j, d, 0)), d, y) ==> computed_as(exact, off, y); */
/*@ predicate products_known{L}(plumb_ball *score, plumb_ball *off, seq u, seq t, real scale, seq q, seq k, subset m,
                                integer d, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==> product_known(score[j], off[j], u, t, scale, q, k, d, j); */

/* score, off [keys]: of the products, then of the scores. */
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
    ensures computed: \forall seq u, t, q, k, b, y, subset m, real first, s, integer d; is_roundings(u, t) &&
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && joining_of(joining, b, first, m, keys) &&
           products_known(score, off, u, t, s, q, k, m, d, keys)) &&
      row_computed(u, t, joining, s, q, k, b, first, m, d, keys, y) ==> all_computed(score, off, y, m, keys);
*/
void plumb_join_scores(const double *unit, const double *tiny, plumb_joining joining, size_t keys, plumb_ball *score,
                       plumb_ball *off);
#endif
