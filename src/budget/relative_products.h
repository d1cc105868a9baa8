/* relative_products.h - the scores of a row whose keys have vectors of relative positions, before anything joins them
   (spec/budget.md, section 20). */
#ifndef PLUMB_BUDGET_RELATIVE_PRODUCTS_H
#define PLUMB_BUDGET_RELATIVE_PRODUCTS_H
#include "budget/relative.h"
#include "number/index.h"
#include "spec/score/scaled_dot.h"

/* two balls say of key j what its score is that an engine computes, before anything joins it */
/*@ predicate relative_known(plumb_ball exact, plumb_ball off, seq u, seq t, real scale, seq q, seq k, seq a,
                             integer d, integer j) =
      \forall real y;
      relative_computed(u, t, scale, q, drop(k, place(j, d, 0)), drop(a, place(j, d, 0)), d, y) ==>
      computed_as(exact, off, y); */
/* What is found of the products of key j, whatever memory denotes; by_key, by_relative: of the exact ones. */
/*@ predicate relative_error_found{L}(plumb_relative_error error, double *query, double *key, double *relative,
                                      integer n, integer d, integer j, plumb_ball by_key, plumb_ball by_relative,
                                      plumb_ball exact, plumb_ball off) =
      \forall seq u, t, q, k, a, subset m, real s; is_relative_error(error, u, t, d, s) && is_roundings(u, t) &&
      bears_products(u, d) && values(query, q, d) && rows(key, k, m, n, d) && rows(relative, a, m, n, d) &&
      among(m, j) && in_ball(by_key, el(scaled_dots(s, q, k, d), j)) &&
      in_ball(by_relative, el(scaled_dots(s, q, a, d), j)) ==>
      relative_known(exact, off, u, t, s, q, k, a, d, j); */

/* Exact scores of the keys, and of their positions' vectors in off, become scores as computed. */
/*@ requires inside: keys * head_dim <= PLUMB_MOST_ELEMENTS && head_dim <= PLUMB_MOST_ROUNDINGS;
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. keys * head_dim - 1)) &&
                    \valid_read(relative + (0 .. keys * head_dim - 1));
    requires writes: \valid(score + (0 .. keys - 1)) && \valid(off + (0 .. keys - 1));
    requires score_apart: \separated(score + (0 .. keys - 1), query + (0 .. head_dim - 1)) &&
                          \separated(score + (0 .. keys - 1), key + (0 .. keys * head_dim - 1)) &&
                          \separated(score + (0 .. keys - 1), relative + (0 .. keys * head_dim - 1));
    requires off_apart: \separated(off + (0 .. keys - 1), query + (0 .. head_dim - 1)) &&
                        \separated(off + (0 .. keys - 1), key + (0 .. keys * head_dim - 1)) &&
                        \separated(off + (0 .. keys - 1), relative + (0 .. keys * head_dim - 1));
    requires arrays_apart: \separated(score + (0 .. keys - 1), off + (0 .. keys - 1));
    assigns score[0 .. keys - 1], off[0 .. keys - 1];
    ensures found: \forall integer j; 0 <= j < keys ==>
      relative_error_found{Pre}(error, query, key, relative, keys, head_dim, j, \old(score[j]), \old(off[j]), score[j],
                                off[j]);
*/
void plumb_relative_products(plumb_relative_error error, const double *query, const double *key,
                             const double *relative, size_t keys, size_t head_dim, plumb_ball *score,
                             plumb_ball *off);
#endif
