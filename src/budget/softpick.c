/* softpick.c - see softpick.h. */
#include "budget/softpick.h"
#include "budget/excess.h"
#include "budget/excess_quotient.h"
#include "budget/excesses.h"
#include "budget/finished.h"
#include "budget/grown.h"

/* From what is known of the differences, which stand in room.score; factor: e^(m - c), m the largest score. */
/*@ requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && \valid_read(value + (0 .. keys * width - 1));
    requires writes: writes_room(room, keys);
    requires apart: room_apart(room, unit, tiny, visible, value, keys, width);
    assigns room.off[0 .. keys], room.weight[0 .. keys];
    ensures excluded: \result != 0 ==> \forall seq u, t, e, v, subset m, real f, z;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           given_column(value, v, m, keys, width, column) && encloses_among(room.score, e, m, keys)) &&
      in_ball(factor, f) && divided_in_units(u, t, epsilon, f, e, v, m, keys, product_steps(m, keys, rescalings),
        rescalings + 3, z) ==> !in_ball(before, z);
*/
static int excluded(const double *unit, const double *tiny, double epsilon, plumb_ball factor,
                    const unsigned char *visible, const double *value, size_t keys, size_t width, size_t column,
                    size_t rescalings, plumb_ball before, plumb_verdict_room room) {
    double wider[PLUMB_STEPS];
    if (!plumb_is_finite(epsilon) || !plumb_grow_tiny(unit, tiny, rescalings + 3, factor, wider))
        return 0;
    plumb_ball added = plumb_ball_multiply(factor, plumb_ball_of(epsilon));
    /*@ assert row: \forall seq u, e, v, subset m;
          \at(values(unit, u, PLUMB_STEPS) && shows(visible, m, keys) &&
              given_column(value, v, m, keys, width, column) && encloses_among(room.score, e, m, keys), Pre) ==>
          values(unit, u, PLUMB_STEPS) && encloses_visible(room.score, visible, e, m, keys) &&
          given_column(value, v, m, keys, width, column); */
    /*@ assert units: \forall seq u, t, w, e, v, subset m, integer k, real f, z;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) && values(&wider[0], w, PLUMB_STEPS) &&
          in_ball(factor, f) && divided_in_units(u, t, epsilon, f, e, v, m, keys, k, rescalings + 3, z) ==>
          is_roundings(u, w) && in_ball(added, rmul(f, epsilon)) &&
          excesses_divided(u, w, rmul(f, epsilon), e, v, m, keys, k, z); */
    return plumb_excess_quotient_excluded(unit, wider, added, room.score, visible, value, keys, width, column,
                                          rescalings, before, room.weight, room.off);
}

/* From what is known of the scores. */
/*@ requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && \valid_read(value + (0 .. keys * width - 1));
    requires writes: writes_room(room, keys);
    requires apart: room_apart(room, unit, tiny, visible, value, keys, width);
    assigns room.score[0 .. keys], room.off[0 .. keys], room.weight[0 .. keys];
    ensures impossible: \result == PLUMB_IMPOSSIBLE ==> \forall seq u, t, y, v, subset m;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           given_column(value, v, m, keys, width, column) && all_computed(room.score, room.off, y, m, keys)) &&
      is_roundings(u, t) ==> !softpick_row_gives(u, t, epsilon, finish, y, v, m, keys, rescalings, number);
*/
static plumb_possibility judge(const double *unit, const double *tiny, double epsilon, const unsigned char *visible,
                               const double *value, size_t keys, size_t width, size_t column, size_t rescalings,
                               plumb_finish finish, double number, plumb_verdict_room room) {
    plumb_ball before = plumb_before_finish(unit, tiny, finish, number);
    /*@ assert before: \forall seq u, t, real z; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          is_roundings(u, t) && finished_as(u, t, finish, z, number) ==> in_ball(before, z); */
    if (!plumb_excesses_are_borne(unit, rescalings + 3))
        return PLUMB_POSSIBLE;
    plumb_excess_unit in =
        plumb_row_excesses(unit, tiny, rescalings + 3, visible, keys, room.score, room.off, room.weight);
    /*@ assert row: \forall seq u, t, v, subset m;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              given_column(value, v, m, keys, width, column), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
          given_column(value, v, m, keys, width, column); */
    if (!excluded(unit, tiny, epsilon, in.factor, visible, value, keys, width, column, rescalings, before, room))
        return PLUMB_POSSIBLE;
    /*@ assert units: \forall seq u, t, y, v, subset m, real z;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              given_column(value, v, m, keys, width, column) && all_computed(room.score, room.off, y, m, keys), Pre) &&
          in_ball(before, z) ==> !softpick_in_units(u, t, epsilon, in.shift, y, v, m, keys,
            product_steps(m, keys, rescalings), rescalings + 3, z); */
    return PLUMB_IMPOSSIBLE;
}

plumb_possibility plumb_softpick_verdict(const double *unit, const double *tiny, const double *query,
                                         const double *key, const unsigned char *visible, const double *value,
                                         size_t keys, size_t head_dim, size_t width, size_t column, size_t rescalings,
                                         plumb_ball scale, plumb_joining joining, double epsilon, plumb_finish finish,
                                         double number, plumb_verdict_room room) {
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
    return judge(unit, tiny, epsilon, visible, value, keys, width, column, rescalings, finish, number, room);
}

plumb_possibility plumb_moved_softpick_verdict(const double *unit, const double *tiny, plumb_moved_row row,
                                               const unsigned char *visible, const double *value, size_t keys,
                                               size_t head_dim, size_t width, size_t column, size_t rescalings,
                                               plumb_ball scale, plumb_joining joining, double epsilon,
                                               plumb_finish finish, double number, plumb_verdict_room room) {
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
    return judge(unit, tiny, epsilon, visible, value, keys, width, column, rescalings, finish, number, room);
}
