/* scores.h - the scores of a row as an engine computes them, from its query and keys as they are given, and from what
   joins them. */
#ifndef PLUMB_BUDGET_SCORES_H
#define PLUMB_BUDGET_SCORES_H
#include "budget/biased.h"
#include "number/index.h"
#include "spec/score/feature_dot.h"

/* memory that denotes a model and a row: its query, its n keys, those that it sees, and what joins its scores */
/*@ predicate row_of{L}(double *unit, double *tiny, double *query, double *key, unsigned char *visible,
                        plumb_joining g, seq u, seq t, seq q, seq k, seq b, real first, subset m, integer n,
                        integer d) =
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      query_and_keys(query, key, visible, q, k, m, n, d) && joining_of(g, b, first, m, n); */
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

/* Workspace for n keys, apart from what the scores are made of. */
/*@ predicate apart_from_scores{L}(plumb_ball *work, double *unit, double *tiny, double *query, double *key,
                                   unsigned char *visible, plumb_joining g, integer n, integer d) =
      \separated(work + (0 .. n - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
      \separated(work + (0 .. n - 1), tiny + (0 .. PLUMB_STEPS - 1)) &&
      \separated(work + (0 .. n - 1), query + (0 .. d - 1)) &&
      \separated(work + (0 .. n - 1), key + (0 .. n * d - 1)) &&
      \separated(work + (0 .. n - 1), visible + (0 .. n - 1)) &&
      (g.has_bias != 0 ==> \separated(work + (0 .. n - 1), g.bias + (0 .. n - 1))); */

/* unit, tiny: the model (spec/budget/model.h).  query [head_dim], key [keys][head_dim], visible [keys]; score, off
   [keys] are filled where a key is visible.  0 says that nothing is known. */
/*@ requires inside: keys * head_dim <= PLUMB_MOST_ELEMENTS && head_dim <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. keys * head_dim - 1)) &&
                    \valid_read(visible + (0 .. keys - 1)) && reads_joining(joining, keys);
    requires writes: \valid(score + (0 .. keys - 1)) && \valid(off + (0 .. keys - 1));
    requires score_apart: apart_from_scores(score, unit, tiny, query, key, visible, joining, keys, head_dim);
    requires off_apart: apart_from_scores(off, unit, tiny, query, key, visible, joining, keys, head_dim);
    requires arrays_apart: \separated(score + (0 .. keys - 1), off + (0 .. keys - 1));
    assigns score[0 .. keys - 1], off[0 .. keys - 1];
    ensures model: \result != 0 ==> \forall seq u, t;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS)) ==> is_roundings(u, t);
    ensures computed: \result != 0 ==> \forall seq u, t, q, k, b, y, subset m, real first, s;
      \old(row_of(unit, tiny, query, key, visible, joining, u, t, q, k, b, first, m, keys, head_dim)) &&
      in_ball(scale, s) && row_computed(u, t, joining, s, q, k, b, first, m, head_dim, keys, y) ==>
      all_computed(score, off, y, m, keys);
*/
int plumb_computed_scores(const double *unit, const double *tiny, const double *query, const double *key,
                          const unsigned char *visible, plumb_joining joining, size_t keys, size_t head_dim,
                          plumb_ball scale, plumb_ball *score, plumb_ball *off);
#endif
