/* softmax_row.h - is it certain that no engine of a precision model comes to a number of this ball, by a softmax of its
   scores or by one whose weights are clipped or multiplied, with a sink or without? */
#ifndef PLUMB_BUDGET_SOFTMAX_ROW_H
#define PLUMB_BUDGET_SOFTMAX_ROW_H
#include "budget/room.h"
#include "spec/budget/direct.h"
#include "spec/budget/verdict.h"

/* 0 says nothing.  room.score, room.off: of the keys, with a sink's logit behind them; value [keys][width], of which
   the column is taken; rescalings: at most so often a sum is rescaled. */
/*@ requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: keys < PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && \valid_read(value + (0 .. keys * width - 1));
    requires writes: writes_room(room, keys);
    requires apart: room_apart(room, unit, tiny, visible, value, keys, width);
    assigns room.weight[0 .. keys], room.range[0 .. keys], room.column[0 .. keys], room.shown[0 .. keys];
    ensures excluded: \result != 0 ==> \forall seq u, t, y, v, subset m, real z;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           given_column(value, v, m, keys, width, column) && all_computed(room.score, room.off, y, m, keys + 1)) &&
      is_roundings(u, t) && (among(m, keys) <==> has_sink != 0) && (among(m, keys) ==> el(v, keys) == 0.0) &&
      softmax_sum(u, t, weighing, y, v, m, keys + 1, rescalings, z) ==> !in_ball(number, z);
*/
int plumb_softmax_row_excluded(const double *unit, const double *tiny, plumb_weighing weighing,
                               const unsigned char *visible, const double *value, size_t keys, size_t width,
                               size_t column, size_t rescalings, int has_sink, plumb_ball number,
                               plumb_verdict_room room);
#endif
