/* relative_scores.h - the scores of a row as an engine computes them to whose keys vectors of relative positions are
   added (spec/budget.md, section 20). */
#ifndef PLUMB_BUDGET_RELATIVE_SCORES_H
#define PLUMB_BUDGET_RELATIVE_SCORES_H
#include "budget/relative.h"
#include "budget/scores.h"

/* as row_of, and the rows of a are the vectors of the keys' positions */
/*@ predicate relative_row_of{L}(double *unit, double *tiny, double *query, double *key, double *relative,
                                 unsigned char *visible, plumb_joining g, seq u, seq t, seq q, seq k, seq a, seq b,
                                 real first, subset m, integer n, integer d) =
      row_of(unit, tiny, query, key, visible, g, u, t, q, k, b, first, m, n, d) && rows(relative, a, m, n, d); */
/* as key_computed and row_computed */
/*@ predicate relative_key_computed(seq u, seq t, plumb_joining g, real scale, seq q, seq k, seq a, seq b, real first,
                                    integer d, integer j, real y) =
      \exists real x;
        relative_computed(u, t, scale, q, drop(k, place(j, d, 0)), drop(a, place(j, d, 0)), d, x) &&
        joins(u, t, g, b, first, j, x, y); */
/*@ predicate relative_row_computed(seq u, seq t, plumb_joining g, real scale, seq q, seq k, seq a, seq b, real first,
                                    subset m, integer d, integer n, seq y) =
      \forall integer j; 0 <= j < n && among(m, j) ==>
      relative_key_computed(u, t, g, scale, q, k, a, b, first, d, j, el(y, j)); */

/*@ predicate apart_from_relative{L}(plumb_ball *work, double *unit, double *tiny, double *query, double *key,
                                     double *relative, unsigned char *visible, plumb_joining g, integer n, integer d) =
      apart_from_scores(work, unit, tiny, query, key, visible, g, n, d) &&
      \separated(work + (0 .. n - 1), relative + (0 .. n * d - 1)); */

/* As plumb_computed_scores; relative [keys][head_dim]: what is added to each key. */
/*@ requires inside: keys * head_dim <= PLUMB_MOST_ELEMENTS && head_dim <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. keys * head_dim - 1)) &&
                    \valid_read(relative + (0 .. keys * head_dim - 1)) && \valid_read(visible + (0 .. keys - 1)) &&
                    reads_joining(joining, keys);
    requires writes: \valid(score + (0 .. keys - 1)) && \valid(off + (0 .. keys - 1));
    requires score_apart:
      apart_from_relative(score, unit, tiny, query, key, relative, visible, joining, keys, head_dim);
    requires off_apart: apart_from_relative(off, unit, tiny, query, key, relative, visible, joining, keys, head_dim);
    requires arrays_apart: \separated(score + (0 .. keys - 1), off + (0 .. keys - 1));
    assigns score[0 .. keys - 1], off[0 .. keys - 1];
    ensures model: \result != 0 ==> \forall seq u, t;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS)) ==> is_roundings(u, t);
    ensures computed: \result != 0 ==> \forall seq u, t, q, k, a, b, y, subset m, real first, s;
      \old(relative_row_of(unit, tiny, query, key, relative, visible, joining, u, t, q, k, a, b, first, m, keys,
                           head_dim)) &&
      in_ball(scale, s) && relative_row_computed(u, t, joining, s, q, k, a, b, first, m, head_dim, keys, y) ==>
      all_computed(score, off, y, m, keys);
*/
int plumb_computed_relative_scores(const double *unit, const double *tiny, const double *query, const double *key,
                                   const double *relative, const unsigned char *visible, plumb_joining joining,
                                   size_t keys, size_t head_dim, plumb_ball scale, plumb_ball *score, plumb_ball *off);
#endif
