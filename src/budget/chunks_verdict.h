/* chunks_verdict.h - is it certain that no engine of a precision model returns a number for a row of a linear operator,
   whichever keys it sums before it multiplies by the query?

   From the row to the answer, as verdict.h does for engines that weigh each key by itself. */
#ifndef PLUMB_BUDGET_CHUNKS_VERDICT_H
#define PLUMB_BUDGET_CHUNKS_VERDICT_H
#include "budget/linear_sums.h"
#include "budget/possibility.h"
#include "budget/verdict_workspace.h"
#include "budget/scored_row.h"
#include "spec/budget/chunks.h"

/* c are weights of the keys in m, of scores as computed; a product of query and key that nothing rounded is one, too
   (product_is_score) */
/*@ predicate row_weighed{L}(double *unit, double *tiny, plumb_scored_row g, seq u, seq t, plumb_mapping w, seq c,
                             subset m) =
      \exists seq y; row_scored(unit, tiny, g, u, t, y, m) && weights_computed(u, t, w, y, c, m, g.keys); */
/* x is an element of the output of a row with the keys in m visible and the values v.  Each key is in one of the two
   sums, in some way, and f finishes; q and k are the vectors, or their features, as computed. */
/*@ predicate chunked_engine_gives{L}(double *unit, double *tiny, plumb_scored_row g, seq u, seq t, plumb_mapping w,
                                      plumb_finish f, real scale, seq q, seq k, seq v, subset m, integer r, real x) =
      \exists seq a, b; row_weighed(unit, tiny, g, u, t, w, a, m) && row_weighed(unit, tiny, g, u, t, w, b, m) &&
        chunks_give(u, t, w.division, w.epsilon, f, scale, q, k, a, b, v, m, g.keys, g.head_dim, r, x); */

/* The answer.
   unit, tiny  [PLUMB_STEPS]: the model (spec/budget/model.h)
   row         query, keys, mask and biases
   query       [row.head_dim]: balls around its elements as computed
   key         [row.head_dim][row.keys]: balls around the elements of the keys as computed
   value       [row.keys][width]: values, of which one column is read
   rescalings  most blocks of keys
   mapping     from scores to weights
   finish      from the quotient to the output
   number      what the engine returned
   work        workspace for the keys */
/*@ requires inside: 0 < row.head_dim && row.keys * row.head_dim <= PLUMB_MOST_ELEMENTS &&
                     row.head_dim * row.keys <= PLUMB_MOST_ELEMENTS && 0 <= column < width &&
                     row.keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: row.keys < PLUMB_MOST_ROUNDINGS / 4 && row.head_dim <= PLUMB_MOST_ROUNDINGS &&
                     0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: reads_row(row) && \valid_read(query + (0 .. row.head_dim - 1)) &&
                    \valid_read(key + (0 .. row.head_dim * row.keys - 1)) &&
                    \valid_read(value + (0 .. row.keys * width - 1));
    requires writes: writes_work(work, row.keys);
    requires row_apart: apart_from_row(work.score, unit, tiny, row) && apart_from_row(work.off, unit, tiny, row);
    requires apart: work_apart(work, unit, tiny, row.visible, value, row.keys, width);
    assigns work.score[0 .. row.keys], work.off[0 .. row.keys], work.weight[0 .. row.keys];
    ensures impossible: \result == PLUMB_IMPOSSIBLE ==> \forall seq u, t, q, k, v, subset m, real s;
      in_ball(row.scale, s) && \old(encloses(query, q, row.head_dim)) &&
      \old(features_within(key, k, m, row.keys, row.head_dim)) &&
      \old(given_column(value, v, m, row.keys, width, column)) ==>
      !\old(chunked_engine_gives(unit, tiny, row, u, t, mapping, finish, s, q, k, v, m, rescalings, number));
*/
plumb_possibility plumb_chunks_verdict(const double *unit, const double *tiny, plumb_scored_row row,
                                       const plumb_ball *query, const plumb_ball *key, const double *value,
                                       size_t width, size_t column, size_t rescalings, plumb_mapping mapping,
                                       plumb_finish finish, double number, plumb_verdict_workspace work);
#endif
