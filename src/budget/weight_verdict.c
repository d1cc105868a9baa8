/* weight_verdict.c - see weight_verdict.h. */
#include "budget/weight_verdict.h"
#include "budget/filled_lse.h"
#include "budget/finished.h"
#include "budget/missed.h"
#include "budget/row_excluded.h"
#include "budget/weight_by_lse.h"
#include "budget/widened.h"

/* Of a row whose scores stand in the room, whether the weight is no e^{y - l}. */
/*@ requires counts: keys < PLUMB_MOST_ROUNDINGS && key < keys && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(taking_part + (0 .. keys - 1));
    requires takes_part: taking_part[key] != 0;
    requires writes: writes_room(room, keys);
    requires apart: \separated(room.score + (0 .. keys), room.off + (0 .. keys), room.weight + (0 .. keys),
                               room.shown + (0 .. keys), unit + (0 .. PLUMB_STEPS - 1), tiny + (0 .. PLUMB_STEPS - 1),
                               taking_part + (0 .. keys - 1));
    assigns room.weight[0 .. keys], room.shown[0 .. keys];
    ensures missed: \result != 0 ==> \forall seq u, t, y, subset p;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(taking_part, p, keys) &&
           all_computed(room.score, room.off, y, p, keys + 1)) && (among(p, keys) <==> has_sink != 0) ==>
      !seen_weight_by_lse(u, t, y, p, keys + 1, rescalings, key, number);
*/
static int misses_by_lse(const double *unit, const double *tiny, const unsigned char *taking_part, size_t keys,
                         size_t key, size_t rescalings, int has_sink, double number, plumb_verdict_room room) {
    plumb_append_sink(taking_part, keys, has_sink, room.shown);
    /*@ assert model: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS); */
    /*@ assert scores: \forall seq y, subset p; \at(all_computed(room.score, room.off, y, p, keys + 1), Pre) ==>
          all_computed(room.score, room.off, y, p, keys + 1); */
    plumb_ball score = plumb_ball_widened(room.score[key], room.off[key]);
    /*@ assert score: \forall seq y, subset p; \at(shows(taking_part, p, keys), Pre) &&
          all_computed(room.score, room.off, y, p, keys + 1) ==> in_ball(score, el(y, key)); */
    plumb_ball lse = plumb_filled_lse(unit, tiny, keys + 1, keys + 1, rescalings, room);
    /*@ assert kept: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS); */
    return plumb_ball_misses(plumb_weight_by_lse(unit, tiny, score, lse), number);
}

plumb_possibility plumb_weight_verdict(const double *unit, const double *tiny, plumb_scored_row row,
                                       const unsigned char *taking_part, plumb_row_values weighed, size_t key,
                                       size_t rescalings, int has_sink, double logit, plumb_weighing weighing,
                                       plumb_finish finish, double number, plumb_verdict_room room,
                                       plumb_verdict_room twofold) {
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
    /*@ assert column: \forall seq v, subset p; \at(given_values(weighed, v, v, p, row.keys), Pre) ==>
          given_values(weighed, v, v, p, row.keys); */
    /*@ assert scores: \forall seq u, t, y, v, subset m, p, real x;
          \at(part_scored(unit, tiny, row, u, t, x, y, v, m, p) && shows(taking_part, p, row.keys), Pre) &&
          given(logit, x) ==> all_computed(room.score, room.off, y, p, row.keys + 1); */
    if (weighing.kind == PLUMB_WEIGHED_BY_SOFTMAX &&
        !misses_by_lse(unit, tiny, taking_part, row.keys, key, rescalings, has_sink, number, room))
        return PLUMB_POSSIBLE;
    plumb_ball before = plumb_before_finish(unit, tiny, finish, number);
    if (plumb_row_excluded(unit, tiny, weighing, taking_part, weighed, row.keys, rescalings, has_sink, before, room,
                           twofold))
        return PLUMB_IMPOSSIBLE;
    return PLUMB_POSSIBLE;
}
