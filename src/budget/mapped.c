/* mapped.c - see mapped.h. */
#include "budget/mapped.h"
#include "budget/activation.h"
#include "budget/products.h"
#include "budget/pull.h"
#include "budget/stored.h"

/* Is each number of one ball below each of the other? */
/*@ assigns \nothing;
    ensures below: \result != 0 ==> \forall real x, y; in_ball(a, x) && in_ball(b, y) ==> x < y;
*/
static int is_below(plumb_ball a, plumb_ball b) {
    plumb_ball difference = plumb_ball_subtract(a, b);
    //@ assert difference: \forall real x, y; in_ball(a, x) && in_ball(b, y) ==> in_ball(difference, x - y);
    return plumb_ball_is_negative(difference);
}

/* Can the bounds bear the model? */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires counts: steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures borne: \result != 0 ==> \forall seq u; values(unit, u, PLUMB_STEPS) ==>
      bears_maps(u) && bears_sum(u, steps) && bears_stores(u);
*/
static int is_borne(const double *unit, size_t steps) {
    plumb_ball all = plumb_ball_multiply(plumb_ball_of(plumb_of_size(steps)),
                                         plumb_ball_of(unit[PLUMB_STEP_ACCUMULATE]));
    plumb_ball less = plumb_ball_subtract(all, plumb_ball_of(1.0));
    /*@ assert less: \forall seq u; values(unit, u, PLUMB_STEPS) ==>
          in_ball(less, rmul((real)steps, el(u, 6)) - 1.0); */
    return plumb_ball_is_negative(less) && plumb_maps_are_borne(unit) && plumb_stores_are_borne(unit);
}

/* From what is known of the weights. */
/*@ requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(weight + (0 .. keys - 1)) && \valid_read(visible + (0 .. keys - 1)) &&
                    \valid_read(value + (0 .. keys * width - 1));
    assigns \nothing;
    ensures borne: \result != 0 ==> \forall seq u; values(unit, u, PLUMB_STEPS) ==> bears_maps(u);
    ensures impossible: \result != 0 ==> \forall seq u, t, a, v, subset m, real s;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
      shows(visible, m, keys) && given_column(value, v, m, keys, width, column) &&
      encloses_among(weight, a, m, keys) && seen_products(u, t, a, v, m, keys, product_steps(m, keys, rescalings), s) ==>
      !stored_as(u, t, s, number);
*/
static int excluded(const double *unit, const double *tiny, const plumb_ball *weight, const unsigned char *visible,
                    const double *value, size_t keys, size_t width, size_t column, size_t rescalings, double number) {
    plumb_product_sums sums = plumb_sum_products(weight, visible, value, keys, width, column);
    size_t steps = sums.count + rescalings + 8;
    if (!plumb_is_finite(number) || !is_borne(unit, steps))
        return 0;
    plumb_ball computed = plumb_computed_products(unit, tiny, steps, sums);
    plumb_ball before = plumb_before_stores(unit, tiny, number);
    /*@ assert computed: \forall seq u, t, a, v, subset m, real s;
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t) &&
          shows(visible, m, keys) && given_column(value, v, m, keys, width, column) &&
          encloses_among(weight, a, m, keys) &&
          seen_products(u, t, a, v, m, keys, product_steps(m, keys, rescalings), s) ==> in_ball(computed, s); */
    return is_below(computed, before) || is_below(before, computed);
}

/* From what is known of the scores. */
/*@ requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && \valid_read(value + (0 .. keys * width - 1));
    requires writes: writes_room(room, keys);
    requires apart: room_apart(room, unit, tiny, visible, value, keys, width);
    assigns room.weight[0 .. keys];
    ensures impossible: \result == PLUMB_IMPOSSIBLE ==> \forall seq u, t, y, v, subset m;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           given_column(value, v, m, keys, width, column) && all_computed(room.score, room.off, y, m, keys)) &&
      is_roundings(u, t) ==> !mapped_row_gives(u, t, map, y, v, m, keys, rescalings, number);
*/
static plumb_possibility judge(const double *unit, const double *tiny, plumb_map map, const unsigned char *visible,
                               const double *value, size_t keys, size_t width, size_t column, size_t rescalings,
                               double number, plumb_verdict_room room) {
    plumb_mapped_scores(unit, tiny, map, room.score, room.off, visible, keys, room.weight);
    /*@ assert weights: \forall seq u, t, y, a, v, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              given_column(value, v, m, keys, width, column) && all_computed(room.score, room.off, y, m, keys), Pre) &&
          is_roundings(u, t) ==> values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          shows(visible, m, keys) && given_column(value, v, m, keys, width, column) &&
          (bears_maps(u) && maps_computed(u, t, map, y, a, m, keys) ==> encloses_among(room.weight, a, m, keys)); */
    if (excluded(unit, tiny, room.weight, visible, value, keys, width, column, rescalings, number))
        return PLUMB_IMPOSSIBLE;
    return PLUMB_POSSIBLE;
}

plumb_possibility plumb_mapped_verdict(const double *unit, const double *tiny, const double *query, const double *key,
                                       const unsigned char *visible, const double *value, size_t keys,
                                       size_t head_dim, size_t width, size_t column, size_t rescalings,
                                       plumb_ball scale, plumb_joining joining, plumb_map map, double number,
                                       plumb_verdict_room room) {
    /*@ assert placed: \forall seq v, subset m; given_column(value, v, m, keys, width, column) ==>
          placed_column(value, v, m, keys, width, column); */
    if (!plumb_computed_scores(unit, tiny, query, key, visible, joining, keys, head_dim, scale, room.score, room.off))
        return PLUMB_POSSIBLE;
    /*@ assert scores: \forall seq u, t, q, k, b, y, subset m, real first, s;
          \at(row_of(unit, tiny, query, key, visible, joining, u, t, q, k, b, first, m, keys, head_dim), Pre) &&
          in_ball(scale, s) && row_computed(u, t, joining, s, q, k, b, first, m, head_dim, keys, y) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
          is_roundings(u, t) && all_computed(room.score, room.off, y, m, keys); */
    /*@ assert column: \forall seq v, subset m;
          \at(shows(visible, m, keys) && given_column(value, v, m, keys, width, column), Pre) ==>
          shows(visible, m, keys) && given_column(value, v, m, keys, width, column); */
    return judge(unit, tiny, map, visible, value, keys, width, column, rescalings, number, room);
}

plumb_possibility plumb_moved_mapped_verdict(const double *unit, const double *tiny, plumb_moved_row row,
                                             const unsigned char *visible, const double *value, size_t keys,
                                             size_t head_dim, size_t width, size_t column, size_t rescalings,
                                             plumb_ball scale, plumb_joining joining, plumb_map map, double number,
                                             plumb_verdict_room room) {
    /*@ assert placed: \forall seq v, subset m; given_column(value, v, m, keys, width, column) ==>
          placed_column(value, v, m, keys, width, column); */
    if (!plumb_moved_scores(unit, tiny, row, visible, joining, keys, head_dim, scale, room.score, room.off))
        return PLUMB_POSSIBLE;
    /*@ assert scores: \forall seq u, t, p, k, x, z, b, y, subset m, real first, s;
          \at(moved_row_of(unit, tiny, row, visible, joining, u, t, p, k, x, z, b, first, m, keys, head_dim), Pre) &&
          in_ball(scale, s) && row_computed(u, t, joining, s, x, z, b, first, m, head_dim, keys, y) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
          is_roundings(u, t) && all_computed(room.score, room.off, y, m, keys); */
    /*@ assert column: \forall seq v, subset m;
          \at(shows(visible, m, keys) && given_column(value, v, m, keys, width, column), Pre) ==>
          shows(visible, m, keys) && given_column(value, v, m, keys, width, column); */
    return judge(unit, tiny, map, visible, value, keys, width, column, rescalings, number, room);
}
