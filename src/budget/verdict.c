/* verdict.c - see verdict.h. */
#include "budget/verdict.h"
#include "budget/finished.h"
#include "budget/mapped.h"
#include "budget/powered.h"
#include "budget/softmax_row.h"
#include "budget/softpick.h"

/* From what is known of the scores, a sink's logit behind them. */
/*@ requires inside: values_inside(row, keys);
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && reads_values(row, keys);
    requires writes: writes_room(room, keys) && writes_room(twofold, 2 * keys + 1);
    requires apart: room_apart_from_values(room, unit, tiny, visible, row, keys) &&
                    room_of_twice_apart(twofold, unit, tiny, room.score, room.off, visible, row.value, row.added, keys,
                                        row.width);
    assigns room.score[0 .. keys], room.off[0 .. keys], room.weight[0 .. keys], room.range[0 .. keys],
            room.column[0 .. keys], room.added[0 .. keys], room.shown[0 .. keys], twofold.score[0 .. 2 * keys + 1],
            twofold.off[0 .. 2 * keys + 1], twofold.weight[0 .. 2 * keys + 1], twofold.range[0 .. 2 * keys + 1],
            twofold.column[0 .. 2 * keys + 1], twofold.shown[0 .. 2 * keys + 1];
    ensures excluded: \result != 0 ==> \forall seq u, t, y, v, a, subset m, real z;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           given_values(row, v, a, m, keys) && all_computed(room.score, room.off, y, m, keys + 1)) &&
      is_roundings(u, t) && (among(m, keys) <==> has_sink != 0) &&
      (among(m, keys) ==> el(v, keys) == 0.0 && el(a, keys) == 0.0) &&
      row_sum(u, t, weighing, row.adds, y, v, a, m, keys, rescalings, z) ==> !in_ball(number, z);
*/
static int excluded(const double *unit, const double *tiny, plumb_weighing weighing, const unsigned char *visible,
                    plumb_row_values row, size_t keys, size_t rescalings, int has_sink, plumb_ball number,
                    plumb_verdict_room room, plumb_verdict_room twofold) {
    /*@ assert keys: \forall seq y, subset m; all_computed(room.score, room.off, y, m, keys + 1) ==>
          all_computed(room.score, room.off, y, m, keys); */
    if (weighing.kind == PLUMB_WEIGHED_BY_MAP)
        return plumb_mapped_row_excluded(unit, tiny, weighing.mapping, visible, row, keys, rescalings, number, room);
    if (weighing.kind == PLUMB_WEIGHED_BY_SOFTPICK)
        return plumb_softpick_row_excluded(unit, tiny, weighing.epsilon, visible, row, keys, rescalings, number, room);
    if (weighing.kind == PLUMB_WEIGHED_BY_POWER_SOFTMAX)
        return plumb_powered_row_excluded(unit, tiny, weighing.power, visible, row, keys, rescalings, number, room);
    return plumb_softmax_row_excluded(unit, tiny, weighing, visible, row, keys, rescalings, has_sink, number, room,
                                      twofold);
}

plumb_possibility plumb_row_verdict(const double *unit, const double *tiny, plumb_scored_row row,
                                    const unsigned char *taking_part, plumb_row_values weighed, size_t rescalings,
                                    int has_sink, double logit, plumb_weighing weighing, plumb_finish finish,
                                    double number, plumb_verdict_room room, plumb_verdict_room twofold) {
    /*@ assert placed: \forall seq v, subset m;
          (given_column(weighed.value, v, m, row.keys, weighed.width, weighed.column) ==>
           placed_column(weighed.value, v, m, row.keys, weighed.width, weighed.column)) &&
          (given_column(weighed.added, v, m, row.keys, weighed.width, weighed.column) ==>
           placed_column(weighed.added, v, m, row.keys, weighed.width, weighed.column)); */
    if (!plumb_score_part(unit, tiny, row, taking_part, logit, room.score, room.off))
        return PLUMB_POSSIBLE;
    /*@ assert model: \forall seq u, t;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && is_roundings(u, t); */
    /*@ assert shown: \forall subset p; \at(shows(taking_part, p, row.keys), Pre) ==>
          shows(taking_part, p, row.keys); */
    /*@ assert column: \forall seq v, a, subset p; \at(given_values(weighed, v, a, p, row.keys), Pre) ==>
          given_values(weighed, v, a, p, row.keys); */
    plumb_ball before = plumb_before_finish(unit, tiny, finish, number);
    /*@ assert before: \forall seq u, t, real z; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          is_roundings(u, t) && finished_as(u, t, finish, z, number) ==> in_ball(before, z); */
    if (excluded(unit, tiny, weighing, taking_part, weighed, row.keys, rescalings, has_sink, before, room, twofold))
        return PLUMB_IMPOSSIBLE;
    return PLUMB_POSSIBLE;
}
