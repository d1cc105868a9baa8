/* softpick.h - is it certain that no engine of a precision model gives this number, for a row of softpick attention?

   From doubles to the answer, as budget/verdict.h; softpick_engine_gives is what an engine of the model may do. */
#ifndef PLUMB_BUDGET_SOFTPICK_H
#define PLUMB_BUDGET_SOFTPICK_H
#include "budget/verdict.h"
#include "spec/budget/softpick.h"

/* An element of the output for a query and n keys of d elements, those in m visible, with the values v: the score of
   each key is computed and joined in some way; e^(x - m) - e^-m is computed for each and rescaled as m, the largest
   score, rises, r times at most; what is above 0 is summed times the values, the sizes and epsilon are summed, in any
   order; the quotient ends behind f. */
/*@ predicate softpick_engine_gives(seq u, seq t, plumb_joining g, real epsilon, real scale, seq q, seq k, seq b,
                                    real first, plumb_finish f, seq v, subset m, integer n, integer d, integer r,
                                    real x) =
      \exists seq y; row_computed(u, t, g, scale, q, k, b, first, m, d, n, y) &&
        softpick_row_gives(u, t, epsilon, f, y, v, m, n, r, x); */

/* The parameters are those of plumb_softmax_verdict; room has one place more than is used. */
/*@ requires inside: keys * head_dim <= PLUMB_MOST_ELEMENTS && 0 <= column < width &&
                     keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && head_dim <= PLUMB_MOST_ROUNDINGS &&
                     0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. keys * head_dim - 1)) &&
                    \valid_read(visible + (0 .. keys - 1)) && \valid_read(value + (0 .. keys * width - 1)) &&
                    reads_joining(joining, keys);
    requires writes: writes_room(room, keys);
    requires score_apart: apart_from_scores(room.score, unit, tiny, query, key, visible, joining, keys, head_dim);
    requires off_apart: apart_from_scores(room.off, unit, tiny, query, key, visible, joining, keys, head_dim);
    requires apart: room_apart(room, unit, tiny, visible, value, keys, width);
    assigns room.score[0 .. keys], room.off[0 .. keys], room.weight[0 .. keys];
    ensures impossible: \result == PLUMB_IMPOSSIBLE ==>
      \forall seq u, t, q, k, b, v, subset m, real first, s;
      \old(row_of(unit, tiny, query, key, visible, joining, u, t, q, k, b, first, m, keys, head_dim) &&
           given_column(value, v, m, keys, width, column)) && in_ball(scale, s) ==>
      !softpick_engine_gives(u, t, joining, epsilon, s, q, k, b, first, finish, v, m, keys, head_dim, rescalings,
                             number);
*/
plumb_possibility plumb_softpick_verdict(const double *unit, const double *tiny, const double *query,
                                         const double *key, const unsigned char *visible, const double *value,
                                         size_t keys, size_t head_dim, size_t width, size_t column, size_t rescalings,
                                         plumb_ball scale, plumb_joining joining, double epsilon, plumb_finish finish,
                                         double number, plumb_verdict_room room);

/* The same of a row whose vectors were moved: no engine gives the number from any of the vectors that it may have. */
/*@ requires inside: keys * head_dim <= PLUMB_MOST_ELEMENTS && 0 <= column < width &&
                     keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && head_dim <= PLUMB_MOST_ROUNDINGS &&
                     0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: reads_moved_row(row, keys, head_dim) && \valid_read(visible + (0 .. keys - 1)) &&
                    \valid_read(value + (0 .. keys * width - 1)) && reads_joining(joining, keys);
    requires writes: writes_room(room, keys);
    requires score_apart: apart_from_moved(room.score, unit, tiny, row, visible, joining, keys, head_dim);
    requires off_apart: apart_from_moved(room.off, unit, tiny, row, visible, joining, keys, head_dim);
    requires apart: room_apart(room, unit, tiny, visible, value, keys, width);
    assigns room.score[0 .. keys], room.off[0 .. keys], room.weight[0 .. keys];
    ensures impossible: \result == PLUMB_IMPOSSIBLE ==>
      \forall seq u, t, q, k, y, z, b, v, subset m, real first, s;
      \old(moved_row_of(unit, tiny, row, visible, joining, u, t, q, k, y, z, b, first, m, keys, head_dim) &&
           given_column(value, v, m, keys, width, column)) && in_ball(scale, s) ==>
      !softpick_engine_gives(u, t, joining, epsilon, s, y, z, b, first, finish, v, m, keys, head_dim, rescalings,
                             number);
*/
plumb_possibility plumb_moved_softpick_verdict(const double *unit, const double *tiny, plumb_moved_row row,
                                               const unsigned char *visible, const double *value, size_t keys,
                                               size_t head_dim, size_t width, size_t column, size_t rescalings,
                                               plumb_ball scale, plumb_joining joining, double epsilon,
                                               plumb_finish finish, double number, plumb_verdict_room room);
#endif
