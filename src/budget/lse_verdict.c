/* lse_verdict.c - see lse_verdict.h. */
#include "budget/lse_verdict.h"
#include "budget/lse.h"
#include "budget/missed.h"
#include "spec/budget/known_scores.h"
#include "weight/softmax.h"

/* Which keys take part, and behind them a sink. */
/*@ requires counts: keys < PLUMB_MOST_ROUNDINGS;
    requires reads: \valid_read(taking_part + (0 .. keys - 1));
    requires writes: \valid(shown + (0 .. keys));
    requires apart: \separated(shown + (0 .. keys), taking_part + (0 .. keys - 1));
    assigns shown[0 .. keys];
    ensures shown: \forall subset p; \old(shows(taking_part, p, keys)) && (among(p, keys) <==> has_sink != 0) ==>
      shows(shown, p, keys + 1);
*/
static void append_sink(const unsigned char *taking_part, size_t keys, int has_sink, unsigned char *shown) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant shown: \forall subset p; \at(shows(taking_part, p, keys), Pre) ==> shows(shown, p, j);
        loop assigns j, shown[0 .. keys];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        shown[j] = taking_part[j] != 0;
    shown[keys] = has_sink != 0;
}

/* The log-sum-exp of a row whose scores and seen places stand in the room. */
/*@ requires counts: summed <= places <= PLUMB_MOST_ROUNDINGS && 0 < places && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires writes: writes_room(room, places - 1);
    requires apart: \separated(room.score + (0 .. places - 1), room.off + (0 .. places - 1),
                               room.weight + (0 .. places - 1), room.shown + (0 .. places - 1),
                               unit + (0 .. PLUMB_STEPS - 1), tiny + (0 .. PLUMB_STEPS - 1));
    assigns room.weight[0 .. places - 1];
    ensures encloses: \forall seq u, t, y, subset p, real x;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(room.shown, p, places) &&
           all_computed(room.score, room.off, y, p, places)) &&
      seen_lse(u, t, y, p, places, summed, rescalings, x) ==> in_ball(\result, x);
*/
static plumb_ball filled_lse(const double *unit, const double *tiny, size_t places, size_t summed, size_t rescalings,
                             plumb_verdict_room room) {
    plumb_softmax(room.score, room.shown, places, room.weight);
    /*@ assert model: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS); */
    /*@ assert scores: \forall seq y, subset p; \at(all_computed(room.score, room.off, y, p, places), Pre) ==>
          all_computed(room.score, room.off, y, p, places); */
    /*@ assert known: \forall seq y, subset p;
          \at(shows(room.shown, p, places) && all_computed(room.score, room.off, y, p, places), Pre) ==>
          \exists seq s, d; encloses_visible(room.score, room.shown, s, p, places) &&
            encloses_among(room.off, d, p, places) && encloses_among(room.weight, softmax(s, p, places), p, places) &&
            seen_off(y, s, d, p, places); */
    return plumb_seen_lse(unit, tiny, room.score, room.off, room.weight, room.shown, places, summed, rescalings);
}

plumb_possibility plumb_lse_verdict(const double *unit, const double *tiny, plumb_scored_row row,
                                    const unsigned char *taking_part, size_t summed, size_t rescalings, int has_sink,
                                    double logit, double number, plumb_verdict_room room) {
    if (!plumb_score_part(unit, tiny, row, taking_part, logit, room.score, room.off))
        return PLUMB_POSSIBLE;
    /*@ assert part: \forall subset p; \at(shows(taking_part, p, row.keys), Pre) ==> shows(taking_part, p, row.keys); */
    append_sink(taking_part, row.keys, has_sink, room.shown);
    /*@ assert model: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS); */
    /*@ assert scores: \forall seq u, t, y, v, subset m, p, real x;
          \at(part_scored(unit, tiny, row, u, t, x, y, v, m, p) && shows(taking_part, p, row.keys), Pre) &&
          given(logit, x) && (among(p, row.keys) <==> has_sink != 0) ==>
          shows(room.shown, p, row.keys + 1) && all_computed(room.score, room.off, y, p, row.keys + 1); */
    plumb_ball lse = filled_lse(unit, tiny, row.keys + 1, summed, rescalings, room);
    /*@ assert lse: \forall seq u, t, subset m, p, real z, x; \at(shows(taking_part, p, row.keys), Pre) &&
          given(logit, z) && (among(p, row.keys) <==> has_sink != 0) &&
          \at(engine_gives_lse(unit, tiny, row, u, t, z, m, p, summed, rescalings, x), Pre) ==> in_ball(lse, x); */
    return plumb_ball_misses(lse, number) ? PLUMB_IMPOSSIBLE : PLUMB_POSSIBLE;
}
