/* moved_scores.h - the scores of a row as an engine computes them, from a query and keys that it has moved, and from
   what joins them. */
#ifndef PLUMB_BUDGET_MOVED_SCORES_H
#define PLUMB_BUDGET_MOVED_SCORES_H
#include "budget/moved.h"
#include "budget/scores.h"

/* A query and its keys, moved exactly, and what is known of them as an engine has moved them [head_dim],
   [keys][head_dim]. */
typedef struct {
    const plumb_ball *query, *key;
    plumb_moved moved_query, moved_key;
} plumb_moved_row;

/*@ predicate reads_moved_row{L}(plumb_moved_row r, integer n, integer d) =
      \valid_read(r.query + (0 .. d - 1)) && \valid_read(r.key + (0 .. n * d - 1)) && reads_moved(r.moved_query, d) &&
      reads_moved(r.moved_key, n * d); */
/* the rows of z are those of k as an engine has moved them; that places lie inside is a fact, said for the provers */
/*@ predicate rows_moved{L}(plumb_moved v, seq z, seq k, subset m, integer n, integer d) =
      \forall integer j; 0 <= j < n && among(m, j) ==> 0 <= place(j, d, 0) && place(j, d, 0) + d <= n * d &&
      vector_moved(v.size + place(j, d, 0), v.off + place(j, d, 0), drop(z, place(j, d, 0)), drop(k, place(j, d, 0)),
                   d); */
/* as row_of, of a row whose query is p and whose keys are k where they are moved exactly; the engine has x and z */
/*@ predicate moved_row_of{L}(double *unit, double *tiny, plumb_moved_row r, unsigned char *visible, plumb_joining g,
                              seq u, seq t, seq p, seq k, seq x, seq z, seq b, real first, subset m, integer n,
                              integer d) =
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && encloses(r.query, p, d) &&
      ball_rows(r.key, k, m, n, d) && moved_as(r.moved_query, x, p, d) && rows_moved(r.moved_key, z, k, m, n, d) &&
      shows(visible, m, n) && joining_of(g, b, first, m, n); */
/*@ predicate apart_from_moved{L}(plumb_ball *work, double *unit, double *tiny, plumb_moved_row r,
                                  unsigned char *visible, plumb_joining g, integer n, integer d) =
      \separated(work + (0 .. n - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
      \separated(work + (0 .. n - 1), tiny + (0 .. PLUMB_STEPS - 1)) &&
      \separated(work + (0 .. n - 1), r.query + (0 .. d - 1)) &&
      \separated(work + (0 .. n - 1), r.key + (0 .. n * d - 1)) &&
      \separated(work + (0 .. n - 1), r.moved_query.size + (0 .. d - 1)) &&
      \separated(work + (0 .. n - 1), r.moved_query.off + (0 .. d - 1)) &&
      \separated(work + (0 .. n - 1), r.moved_key.size + (0 .. n * d - 1)) &&
      \separated(work + (0 .. n - 1), r.moved_key.off + (0 .. n * d - 1)) &&
      \separated(work + (0 .. n - 1), visible + (0 .. n - 1)) &&
      (g.has_bias != 0 ==> \separated(work + (0 .. n - 1), g.bias + (0 .. n - 1))); */

/* As plumb_computed_scores, of vectors that were moved. */
/*@ requires inside: keys * head_dim <= PLUMB_MOST_ELEMENTS && head_dim <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: reads_moved_row(row, keys, head_dim) && \valid_read(visible + (0 .. keys - 1)) &&
                    reads_joining(joining, keys);
    requires writes: \valid(score + (0 .. keys - 1)) && \valid(off + (0 .. keys - 1));
    requires score_apart: apart_from_moved(score, unit, tiny, row, visible, joining, keys, head_dim);
    requires off_apart: apart_from_moved(off, unit, tiny, row, visible, joining, keys, head_dim);
    requires arrays_apart: \separated(score + (0 .. keys - 1), off + (0 .. keys - 1));
    assigns score[0 .. keys - 1], off[0 .. keys - 1];
    ensures model: \result != 0 ==> \forall seq u, t;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS)) ==> is_roundings(u, t);
    ensures computed: \result != 0 ==> \forall seq u, t, p, k, x, z, b, y, subset m, real first, s;
      \old(moved_row_of(unit, tiny, row, visible, joining, u, t, p, k, x, z, b, first, m, keys, head_dim)) &&
      in_ball(scale, s) && row_computed(u, t, joining, s, x, z, b, first, m, head_dim, keys, y) ==>
      all_computed(score, off, y, m, keys);
*/
int plumb_moved_scores(const double *unit, const double *tiny, plumb_moved_row row, const unsigned char *visible,
                       plumb_joining joining, size_t keys, size_t head_dim, plumb_ball scale, plumb_ball *score,
                       plumb_ball *off);
#endif
