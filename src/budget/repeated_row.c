/* repeated_row.c - see repeated_row.h. */
#include "budget/repeated_row.h"

/* Copies each ball twice. */
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

/* Copies the mask, each key twice, and appends the sink. */
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

/* Copies the values and vectors of a column in turns; those of the sink are 0. */
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

void plumb_repeat_row(const plumb_ball *score, const plumb_ball *off, const unsigned char *visible, const double *value,
                      const double *added, size_t keys, size_t width, size_t column, int has_sink,
                      plumb_verdict_workspace twofold) {
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
    /*@ assert columns: \forall seq v, subset m;
          (\at(given_column(value, v, m, keys, width, column), Pre) ==>
           given_column(value, v, m, keys, width, column)) &&
          (\at(given_column(added, v, m, keys, width, column), Pre) ==>
           given_column(added, v, m, keys, width, column)); */
    show_twice(visible, keys, has_sink, twofold.shown);
    join_values(value, added, keys, width, column, twofold.column);
}

