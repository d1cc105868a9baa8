/* chunks_verdict.h - is it certain that no engine of a precision model gives this number for a row of a linear
   operator, whichever keys it sums before the query comes in?

   From the row to the answer, as verdict.h is for engines that weigh each key by itself. */
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
/* An element of the output for a row of keys, those in m visible, with the values v: the keys are shared out in some
   way, and what comes of both sums ends behind f; q and k are the vectors, or their features, as computed. */
/*@ predicate chunked_engine_gives{L}(double *unit, double *tiny, plumb_scored_row g, seq u, seq t, plumb_mapping w,
                                      plumb_finish f, real scale, seq q, seq k, seq v, subset m, integer r, real x) =
      \exists seq a, b; row_weighed(unit, tiny, g, u, t, w, a, m) && row_weighed(unit, tiny, g, u, t, w, b, m) &&
        chunks_give(u, t, w.division, w.epsilon, f, scale, q, k, a, b, v, m, g.keys, g.head_dim, r, x); */

/* unit, tiny: the model (spec/budget/model.h).  query [row.head_dim], key [row.head_dim][row.keys]: around each element
   as an engine has it; value [row.keys][width], of which the column is taken; finish: what comes behind the quotient;
   rescalings: in at most so many blocks; number: what the engine gave; work: of the keys. */
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
