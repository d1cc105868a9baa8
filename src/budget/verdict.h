/* verdict.h - is it certain that no engine of a precision model gives this number, for a row of softmax attention?

   From doubles to the answer: the scores, what they are off by as computed, the weights and the test of the number are
   made here, by proved functions.  engine_gives (spec/budget/seen.h) is what an engine of the model may do. */
#ifndef PLUMB_BUDGET_VERDICT_H
#define PLUMB_BUDGET_VERDICT_H
#include "budget/model.h"
#include "number/index.h"
#include "spec/budget/direct.h"
#include "spec/budget/verdict.h"

typedef enum {
    PLUMB_POSSIBLE,  /* or not known to be impossible */
    PLUMB_IMPOSSIBLE /* no engine of the model gives this number */
} plumb_possibility;

/* Room for the n keys of a row, apart from all that is read. */
/*@ predicate apart_from_row{L}(plumb_ball *room, double *unit, double *tiny, double *query, double *key,
                                unsigned char *visible, double *value, integer n, integer d, integer width) =
      \separated(room + (0 .. n - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
      \separated(room + (0 .. n - 1), tiny + (0 .. PLUMB_STEPS - 1)) &&
      \separated(room + (0 .. n - 1), query + (0 .. d - 1)) &&
      \separated(room + (0 .. n - 1), key + (0 .. n * d - 1)) &&
      \separated(room + (0 .. n - 1), visible + (0 .. n - 1)) &&
      \separated(room + (0 .. n - 1), value + (0 .. n * width - 1)); */

/* unit, tiny: the model, a number for each step (spec/budget/model.h).  query [head_dim], key [keys][head_dim],
   value [keys][width], of which the column is taken; visible [keys]; rescalings: at most so often a sum is rescaled;
   number: what the engine gave.  score, off, weight, range [keys] are room. */
/*@ requires inside: keys * head_dim <= PLUMB_MOST_ELEMENTS && 0 <= column < width &&
                     keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: keys <= PLUMB_MOST_ROUNDINGS && head_dim <= PLUMB_MOST_ROUNDINGS &&
                     0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. keys * head_dim - 1)) &&
                    \valid_read(visible + (0 .. keys - 1)) && \valid_read(value + (0 .. keys * width - 1));
    requires writes: \valid(score + (0 .. keys - 1)) && \valid(off + (0 .. keys - 1)) &&
                     \valid(weight + (0 .. keys - 1)) && \valid(range + (0 .. keys - 1));
    requires score_apart: apart_from_row(score, unit, tiny, query, key, visible, value, keys, head_dim, width);
    requires off_apart: apart_from_row(off, unit, tiny, query, key, visible, value, keys, head_dim, width);
    requires weight_apart: apart_from_row(weight, unit, tiny, query, key, visible, value, keys, head_dim, width);
    requires range_apart: \separated(range + (0 .. keys - 1), visible + (0 .. keys - 1)) &&
                    \separated(range + (0 .. keys - 1), value + (0 .. keys * width - 1)) &&
                    \separated(range + (0 .. keys - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(range + (0 .. keys - 1), tiny + (0 .. PLUMB_STEPS - 1));
    requires rooms_apart: \separated(score + (0 .. keys - 1), off + (0 .. keys - 1)) &&
                    \separated(score + (0 .. keys - 1), weight + (0 .. keys - 1)) &&
                    \separated(score + (0 .. keys - 1), range + (0 .. keys - 1)) &&
                    \separated(off + (0 .. keys - 1), weight + (0 .. keys - 1)) &&
                    \separated(off + (0 .. keys - 1), range + (0 .. keys - 1)) &&
                    \separated(weight + (0 .. keys - 1), range + (0 .. keys - 1));
    assigns score[0 .. keys - 1], off[0 .. keys - 1], weight[0 .. keys - 1], range[0 .. keys - 1];
    ensures impossible: \result == PLUMB_IMPOSSIBLE ==> \forall seq u, t, q, k, v, subset m, real s;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
           query_and_keys(query, key, visible, q, k, m, keys, head_dim) &&
           given_column(value, v, m, keys, width, column)) && in_ball(scale, s) ==>
      !engine_gives(u, t, s, q, k, v, m, keys, head_dim, rescalings, number);
*/
plumb_possibility plumb_softmax_verdict(const double *unit, const double *tiny, const double *query, const double *key,
                                        const unsigned char *visible, const double *value, size_t keys, size_t head_dim,
                                        size_t width, size_t column, size_t rescalings, plumb_ball scale, double number,
                                        plumb_ball *score, plumb_ball *off, plumb_ball *weight, plumb_range *range);
#endif
