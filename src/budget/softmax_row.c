/* softmax_row.c - see softmax_row.h. */
#include "budget/softmax_row.h"
#include "budget/clipped.h"
#include "budget/scaled_softmax.h"
#include "budget/seen.h"
#include "weight/softmax.h"

/* Which keys are seen, and their values in a column; behind them a sink, whose value is 0. */
/*@ requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS && keys < PLUMB_MOST_ROUNDINGS;
    requires reads: \valid_read(visible + (0 .. keys - 1)) && \valid_read(value + (0 .. keys * width - 1));
    requires writes: \valid(shown + (0 .. keys)) && \valid(values + (0 .. keys));
    requires apart: \separated(shown + (0 .. keys), values + (0 .. keys), visible + (0 .. keys - 1),
                               value + (0 .. keys * width - 1));
    assigns shown[0 .. keys], values[0 .. keys];
    ensures shown: \forall subset m; \old(shows(visible, m, keys)) && (among(m, keys) <==> has_sink != 0) ==>
      shows(shown, m, keys + 1);
    ensures values: \forall seq v, subset m; \old(shows(visible, m, keys) &&
      given_column(value, v, m, keys, width, column)) && (among(m, keys) ==> el(v, keys) == 0.0) ==>
      given_column(values, v, m, keys + 1, 1, 0);
*/
static void append_sink(const unsigned char *visible, const double *value, size_t keys, size_t width, size_t column,
                        int has_sink, unsigned char *shown, double *values) {
    /*@ assert placed: \forall seq v, subset m; given_column(value, v, m, keys, width, column) ==>
          placed_column(value, v, m, keys, width, column); */
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant shown: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(shown, m, j);
        loop invariant values: \forall seq v, subset m; \at(shows(visible, m, keys) &&
          given_column(value, v, m, keys, width, column), Pre) ==>
          \forall integer i; 0 <= i < j && among(m, i) ==> given(values[i], el(v, i));
        loop assigns j, shown[0 .. keys], values[0 .. keys];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        shown[j] = visible[j] != 0;
        values[j] = value[plumb_element_offset(j, column, width, keys)];
    }
    shown[keys] = has_sink != 0;
    values[keys] = 0.0;
}

int plumb_softmax_row_excluded(const double *unit, const double *tiny, plumb_weighing weighing,
                               const unsigned char *visible, const double *value, size_t keys, size_t width,
                               size_t column, size_t rescalings, int has_sink, plumb_ball number,
                               plumb_verdict_room room) {
    append_sink(visible, value, keys, width, column, has_sink, room.shown, room.column);
    plumb_softmax(room.score, room.shown, keys + 1, room.weight);
    /*@ assert row: \forall seq u, t, y, v, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              given_column(value, v, m, keys, width, column) && all_computed(room.score, room.off, y, m, keys + 1),
              Pre) &&
          (among(m, keys) <==> has_sink != 0) && (among(m, keys) ==> el(v, keys) == 0.0) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(room.shown, m, keys + 1) &&
          given_column(room.column, v, m, keys + 1, 1, 0) && all_computed(room.score, room.off, y, m, keys + 1); */
    /*@ assert weights: \forall seq s, subset m;
          shows(room.shown, m, keys + 1) && encloses_among(room.score, s, m, keys + 1) ==>
          encloses_among(room.weight, softmax(s, m, keys + 1), m, keys + 1); */
    if (weighing.kind == PLUMB_WEIGHED_BY_CLIPPED_SOFTMAX)
        return plumb_clipped_excluded(unit, tiny, weighing.clip, room.score, room.off, room.shown, room.column,
                                      keys + 1, 1, 0, rescalings, number, room.weight);
    if (weighing.kind == PLUMB_WEIGHED_BY_SCALED_SOFTMAX)
        return plumb_scaled_softmax_excluded(unit, tiny, weighing.factor, room.score, room.off, room.weight, room.shown,
                                             room.column, keys + 1, 1, 0, rescalings, number, room.range);
    return plumb_softmax_excluded(unit, tiny, room.score, room.off, room.weight, room.shown, room.column, keys + 1, 1,
                                  0, rescalings, number, room.range);
}
