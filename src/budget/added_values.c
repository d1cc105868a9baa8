/* added_values.c - see added_values.h. */
#include "budget/added_values.h"
#include "budget/added_model.h"
#include "budget/seen.h"
#include "budget/widened.h"
#include "weight/softmax.h"

/* Each ball twice. */
/*@ requires counts: places <= PLUMB_MOST_ROUNDINGS / 4;
    requires reads: \valid_read(ball + (0 .. places - 1));
    requires writes: \valid(balls + (0 .. 2 * places - 1));
    requires apart: \separated(balls + (0 .. 2 * places - 1), ball + (0 .. places - 1));
    assigns balls[0 .. 2 * places - 1];
    ensures twice: \forall integer k, real x; 0 <= k < 2 * places && \old(in_ball(ball[k / 2], x)) ==>
      in_ball(balls[k], x);
*/
static void repeat_balls(const plumb_ball *ball, size_t places, plumb_ball *balls) {
    /*@ loop invariant index: 0 <= k <= 2 * places;
        loop invariant twice: \forall integer i, real x; 0 <= i < k && \at(in_ball(ball[i / 2], x), Pre) ==>
          in_ball(balls[i], x);
        loop assigns k, balls[0 .. 2 * places - 1];
        loop variant 2 * places - k;
    */
    for (size_t k = 0; k < 2 * places; k++)
        balls[k] = ball[k / 2];
}

/* Which keys are seen, each twice; behind them a sink. */
/*@ requires counts: keys < PLUMB_MOST_ROUNDINGS / 4;
    requires reads: \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(shown + (0 .. 2 * keys + 1));
    requires apart: \separated(shown + (0 .. 2 * keys + 1), visible + (0 .. keys - 1));
    assigns shown[0 .. 2 * keys + 1];
    ensures shown: \forall subset m; \old(shows(visible, m, keys)) && (among(m, keys) <==> has_sink != 0) ==>
      shows(shown, twice(m), 2 * keys + 2);
*/
static void show_twice(const unsigned char *visible, size_t keys, int has_sink, unsigned char *shown) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant shown: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(shown, twice(m), 2 * j);
        loop assigns j, shown[0 .. 2 * keys + 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        shown[2 * j] = shown[2 * j + 1] = visible[j] != 0;
    shown[2 * keys] = shown[2 * keys + 1] = has_sink != 0;
}

/* The values and the vectors of a column, in turns; those of a sink are 0. */
/*@ requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS && keys < PLUMB_MOST_ROUNDINGS / 4;
    requires reads: \valid_read(value + (0 .. keys * width - 1)) && \valid_read(added + (0 .. keys * width - 1));
    requires writes: \valid(values + (0 .. 2 * keys + 1));
    requires apart: \separated(values + (0 .. 2 * keys + 1), value + (0 .. keys * width - 1)) &&
                    \separated(values + (0 .. 2 * keys + 1), added + (0 .. keys * width - 1));
    assigns values[0 .. 2 * keys + 1];
    ensures values: \forall seq v, a, subset m; \old(given_column(value, v, m, keys, width, column) &&
      given_column(added, a, m, keys, width, column)) &&
      (among(m, keys) ==> el(v, keys) == 0.0 && el(a, keys) == 0.0) ==>
      given_column(values, both(v, a), twice(m), 2 * keys + 2, 1, 0);
*/
static void join_values(const double *value, const double *added, size_t keys, size_t width, size_t column,
                        double *values) {
    /*@ assert placed: \forall seq v, subset m; (given_column(value, v, m, keys, width, column) ==>
          placed_column(value, v, m, keys, width, column)) && (given_column(added, v, m, keys, width, column) ==>
          placed_column(added, v, m, keys, width, column)); */
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant values: \forall seq v, a, subset m; \at(given_column(value, v, m, keys, width, column) &&
          given_column(added, a, m, keys, width, column), Pre) ==>
          \forall integer k; 0 <= k < 2 * j && among(twice(m), k) ==> given(values[k], el(both(v, a), k));
        loop assigns j, values[0 .. 2 * keys + 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        values[2 * j] = value[plumb_element_offset(j, column, width, keys)];
        values[2 * j + 1] = added[plumb_element_offset(j, column, width, keys)];
    }
    values[2 * keys] = values[2 * keys + 1] = 0.0;
}

/* Twice the row, with its sink. */
/*@ requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS && keys < PLUMB_MOST_ROUNDINGS / 4;
    requires scores: \valid_read(score + (0 .. keys)) && \valid_read(off + (0 .. keys));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && \valid_read(value + (0 .. keys * width - 1)) &&
                    \valid_read(added + (0 .. keys * width - 1));
    requires writes: writes_room(twofold, 2 * keys + 1);
    requires apart: room_of_twice_apart(twofold, unit, tiny, score, off, visible, value, added, keys, width);
    assigns twofold.score[0 .. 2 * keys + 1], twofold.off[0 .. 2 * keys + 1], twofold.column[0 .. 2 * keys + 1],
            twofold.shown[0 .. 2 * keys + 1];
    ensures shown: \forall subset m; \old(shows(visible, m, keys)) && (among(m, keys) <==> has_sink != 0) ==>
      shows(twofold.shown, twice(m), 2 * keys + 2);
    ensures values: \forall seq v, a, subset m; \old(given_column(value, v, m, keys, width, column) &&
      given_column(added, a, m, keys, width, column)) &&
      (among(m, keys) ==> el(v, keys) == 0.0 && el(a, keys) == 0.0) ==>
      given_column(twofold.column, both(v, a), twice(m), 2 * keys + 2, 1, 0);
    ensures scores: \forall seq y, subset m; \old(all_computed(score, off, y, m, keys + 1)) ==>
      all_computed(twofold.score, twofold.off, both(y, y), twice(m), 2 * keys + 2);
*/
static void repeat_row(const double *unit, const double *tiny, const plumb_ball *score, const plumb_ball *off,
                       const unsigned char *visible, const double *value, const double *added, size_t keys,
                       size_t width, size_t column, int has_sink, plumb_verdict_room twofold) {
    (void)unit; /* stands only in the contract */
    (void)tiny;
    /*@ assert halves: \forall seq y, subset m, integer k; 0 <= k ==>
          (among(twice(m), k) <==> among(m, k / 2)) && el(both(y, y), k) == el(y, k / 2); */
    repeat_balls(score, keys + 1, twofold.score);
    repeat_balls(off, keys + 1, twofold.off);
    /*@ assert balls: \forall integer k, real s, d; 0 <= k < 2 * keys + 2 &&
          \at(in_ball(score[k / 2], s) && in_ball(off[k / 2], d), Pre) ==>
          in_ball(twofold.score[k], s) && in_ball(twofold.off[k], d); */
    /*@ assert each: \forall integer k, real y; 0 <= k < 2 * keys + 2 &&
          \at(computed_as(score[k / 2], off[k / 2], y), Pre) ==> computed_as(twofold.score[k], twofold.off[k], y); */
    /*@ assert scores: \forall seq y, subset m; \at(all_computed(score, off, y, m, keys + 1), Pre) ==>
          all_computed(twofold.score, twofold.off, both(y, y), twice(m), 2 * keys + 2); */
    show_twice(visible, keys, has_sink, twofold.shown);
    join_values(value, added, keys, width, column, twofold.column);
}

/* A row whose places are all filled. */
/*@ requires counts: 0 < places <= PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires writes: writes_room(room, places - 1);
    requires apart: \separated(room.score + (0 .. places - 1), room.off + (0 .. places - 1),
                               room.weight + (0 .. places - 1), room.range + (0 .. places - 1),
                               room.column + (0 .. places - 1), room.shown + (0 .. places - 1),
                               unit + (0 .. PLUMB_STEPS - 1), tiny + (0 .. PLUMB_STEPS - 1));
    assigns room.weight[0 .. places - 1], room.range[0 .. places - 1];
    ensures excluded: \result != 0 ==> \forall seq u, t, y, v, subset m, real z;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(room.shown, m, places) &&
           given_column(room.column, v, m, places, 1, 0) && all_computed(room.score, room.off, y, m, places)) &&
      seen_softmax(u, t, y, v, m, places, rescalings, z) ==> !in_ball(number, z);
*/
static int row_excluded(const double *unit, const double *tiny, size_t places, size_t rescalings, plumb_ball number,
                        plumb_verdict_room room) {
    plumb_softmax(room.score, room.shown, places, room.weight);
    /*@ assert row: \forall seq u, t, y, v, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(room.shown, m, places) &&
              given_column(room.column, v, m, places, 1, 0) && all_computed(room.score, room.off, y, m, places),
              Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(room.shown, m, places) &&
          given_column(room.column, v, m, places, 1, 0) && all_computed(room.score, room.off, y, m, places); */
    /*@ assert weights: \forall seq s, subset m;
          shows(room.shown, m, places) && encloses_among(room.score, s, m, places) ==>
          encloses_among(room.weight, softmax(s, m, places), m, places); */
    return plumb_softmax_excluded(unit, tiny, room.score, room.off, room.weight, room.shown, room.column, places, 1, 0,
                                  rescalings, number, room.range);
}

/*@ requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires scores: \valid_read(score + (0 .. keys)) && \valid_read(off + (0 .. keys));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && \valid_read(value + (0 .. keys * width - 1)) &&
                    \valid_read(added + (0 .. keys * width - 1));
    requires writes: writes_room(twofold, 2 * keys + 1);
    requires apart: room_of_twice_apart(twofold, unit, tiny, score, off, visible, value, added, keys, width);
    assigns twofold.score[0 .. 2 * keys + 1], twofold.off[0 .. 2 * keys + 1], twofold.weight[0 .. 2 * keys + 1],
            twofold.range[0 .. 2 * keys + 1], twofold.column[0 .. 2 * keys + 1], twofold.shown[0 .. 2 * keys + 1];
    ensures excluded: \result != 0 ==> \forall seq u, t, y, v, a, subset m, real z;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           given_column(value, v, m, keys, width, column) && given_column(added, a, m, keys, width, column) &&
           all_computed(score, off, y, m, keys + 1)) &&
      (among(m, keys) <==> has_sink != 0) && (among(m, keys) ==> el(v, keys) == 0.0 && el(a, keys) == 0.0) &&
      seen_softmax(u, t, both(y, y), both(v, a), twice(m), 2 * keys + 2, rescalings, z) ==> !in_ball(number, z);
*/
static int twice_excluded(const double *unit, const double *tiny, const plumb_ball *score, const plumb_ball *off,
                          const unsigned char *visible, const double *value, const double *added, size_t keys,
                          size_t width, size_t column, size_t rescalings, int has_sink, plumb_ball number,
                          plumb_verdict_room twofold) {
    repeat_row(unit, tiny, score, off, visible, value, added, keys, width, column, has_sink, twofold);
    /*@ assert model: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS); */
    return row_excluded(unit, tiny, 2 * keys + 2, rescalings, number, twofold);
}

/* Half of what comes to a number of this ball once it is stored and added. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real x, z; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(number, x) && near(x, z, outputs_tiny(u, t)) ==> in_ball(\result, rmul(0.5, z));
*/
static plumb_ball half_before_sum(const double *unit, const double *tiny, plumb_ball number) {
    plumb_ball lost = plumb_outputs_tiny(unit, tiny), widened = plumb_ball_widened(number, lost);
    /*@ assert widened: \forall real x, z, w; in_ball(number, x) && in_ball(lost, w) && near(x, z, w) ==>
          near(z, x, w) && in_ball(widened, z); */
    return plumb_ball_multiply(plumb_ball_of(0.5), widened);
}

int plumb_added_values_excluded(const double *unit, const double *tiny, const plumb_ball *score, const plumb_ball *off,
                                const unsigned char *visible, const double *value, const double *added, size_t keys,
                                size_t width, size_t column, size_t rescalings, int has_sink, plumb_ball number,
                                plumb_verdict_room twofold) {
    double wider[PLUMB_STEPS], tinier[PLUMB_STEPS];
    if (!plumb_keys_are_borne(unit, keys, rescalings) || !plumb_widen_for_vectors(unit, tiny, wider, tinier))
        return 0;
    /*@ assert row: \forall seq y, v, a, subset m;
          \at(shows(visible, m, keys) && given_column(value, v, m, keys, width, column) &&
              given_column(added, a, m, keys, width, column) && all_computed(score, off, y, m, keys + 1), Pre) ==>
          shows(visible, m, keys) && given_column(value, v, m, keys, width, column) &&
          given_column(added, a, m, keys, width, column) && all_computed(score, off, y, m, keys + 1); */
    /*@ assert kept: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && bears_keys(u, keys, rescalings); */
    /*@ assert finite: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          \exists seq a, b; values(&wider[0], a, PLUMB_STEPS) && values(&tinier[0], b, PLUMB_STEPS); */
    /*@ assert model: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          \exists seq a, b; values(&wider[0], a, PLUMB_STEPS) && values(&tinier[0], b, PLUMB_STEPS) &&
          bears_vectors(u, t, a, b); */
    /*@ assert wider: \forall seq u, t, y, v, f, subset m, real x;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) && is_roundings(u, t) &&
          added_values_softmax(u, t, y, v, f, m, keys + 1, rescalings, x) ==> \exists seq a, b, real z;
          values(&wider[0], a, PLUMB_STEPS) && values(&tinier[0], b, PLUMB_STEPS) &&
          near(x, z, outputs_tiny(u, t)) &&
          seen_softmax(a, b, both(y, y), both(v, f), twice(m), 2 * keys + 2, 2 * rescalings + 9, rmul(0.5, z)); */
    plumb_ball half = half_before_sum(unit, tiny, number);
    /*@ assert twice: \forall seq u, t, y, v, f, subset m, real x;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) && is_roundings(u, t) &&
          added_values_softmax(u, t, y, v, f, m, keys + 1, rescalings, x) && in_ball(number, x) ==>
          \exists seq a, b, real h; values(&wider[0], a, PLUMB_STEPS) && values(&tinier[0], b, PLUMB_STEPS) &&
          in_ball(half, h) &&
          seen_softmax(a, b, both(y, y), both(v, f), twice(m), 2 * keys + 2, 2 * rescalings + 9, h); */
    return twice_excluded(wider, tinier, score, off, visible, value, added, keys, width, column, 2 * rescalings + 9,
                          has_sink, half, twofold);
}
