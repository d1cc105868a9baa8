/* added_verdict.c - see added_verdict.h. */
#include "budget/added_verdict.h"
#include "budget/finished.h"

/* From what is known of the scores of the visible keys. */
/*@ requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: keys < PLUMB_MOST_ROUNDINGS / 4 && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && \valid_read(taking_part + (0 .. keys - 1)) &&
                    \valid_read(value + (0 .. keys * width - 1)) &&
                    \valid_read(added + (0 .. keys * width - 1));
    requires writes: writes_room(room, keys) && writes_room(twofold, 2 * keys + 1);
    requires apart: room_apart(room, unit, tiny, visible, value, keys, width) &&
                    room_apart(room, unit, tiny, taking_part, value, keys, width) &&
                    room_apart(room, unit, tiny, taking_part, added, keys, width) &&
                    room_of_twice_apart(twofold, unit, tiny, room.score, room.off, taking_part, value, added, keys,
                                        width);
    assigns room.score[0 .. keys], room.off[0 .. keys], twofold.score[0 .. 2 * keys + 1],
            twofold.off[0 .. 2 * keys + 1], twofold.weight[0 .. 2 * keys + 1], twofold.range[0 .. 2 * keys + 1],
            twofold.column[0 .. 2 * keys + 1], twofold.shown[0 .. 2 * keys + 1];
    ensures impossible: \result != 0 ==> \forall seq u, t, y, v, a, subset m, p, real x, z;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           shows(taking_part, p, keys) && given_column(value, v, p, keys, width, column) &&
           given_column(added, a, p, keys, width, column) && all_computed(room.score, room.off, y, m, keys)) &&
      is_roundings(u, t) && hidden_keys(u, t, cap, y, m, p, keys) && given(logit, x) &&
      (among(p, keys) <==> has_sink != 0) && sink_behind(u, t, x, v, y, p, keys) &&
      (among(p, keys) ==> el(a, keys) == 0.0) && added_values_softmax(u, t, y, v, a, p, keys + 1, rescalings, z) ==>
      !finished_as(u, t, finish, z, number);
*/
static int is_impossible(const double *unit, const double *tiny, double cap, const unsigned char *visible,
                         const unsigned char *taking_part, const double *value, const double *added, size_t keys,
                         size_t width, size_t column, size_t rescalings, int has_sink, double logit,
                         plumb_finish finish, double number, plumb_verdict_room room, plumb_verdict_room twofold) {
    plumb_add_hidden(unit, tiny, cap, visible, taking_part, keys, room.score, room.off);
    /*@ assert hidden: \forall seq u, t, y, v, subset m, p;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              shows(taking_part, p, keys) && given_column(value, v, p, keys, width, column) &&
              all_computed(room.score, room.off, y, m, keys), Pre) &&
          is_roundings(u, t) && hidden_keys(u, t, cap, y, m, p, keys) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(taking_part, p, keys) &&
          given_column(value, v, p, keys, width, column) && all_computed(room.score, room.off, y, p, keys); */
    /*@ assert column: \forall seq a, subset p; \at(given_column(added, a, p, keys, width, column), Pre) ==>
          given_column(added, a, p, keys, width, column); */
    plumb_append_logit(unit, tiny, logit, keys, room.score, room.off);
    /*@ assert row: \forall seq u, t, y, v, subset m, p, real x;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              shows(taking_part, p, keys) && given_column(value, v, p, keys, width, column) &&
              all_computed(room.score, room.off, y, m, keys), Pre) &&
          is_roundings(u, t) && hidden_keys(u, t, cap, y, m, p, keys) && given(logit, x) &&
          sink_behind(u, t, x, v, y, p, keys) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(taking_part, p, keys) &&
          given_column(value, v, p, keys, width, column) && all_computed(room.score, room.off, y, p, keys + 1); */
    /*@ assert vectors: \forall seq a, subset p; \at(given_column(added, a, p, keys, width, column), Pre) ==>
          given_column(added, a, p, keys, width, column); */
    plumb_ball before = plumb_before_finish(unit, tiny, finish, number);
    /*@ assert before: \forall seq u, t, real z; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          is_roundings(u, t) && finished_as(u, t, finish, z, number) ==> in_ball(before, z); */
    return plumb_added_values_excluded(unit, tiny, room.score, room.off, taking_part, value, added, keys, width, column,
                                       rescalings, has_sink, before, twofold);
}

plumb_possibility plumb_added_row_verdict(const double *unit, const double *tiny, plumb_scored_row row,
                                          const unsigned char *taking_part, const double *value, const double *added,
                                          size_t width, size_t column, size_t rescalings, int has_sink, double logit,
                                          plumb_finish finish, double number, plumb_verdict_room room,
                                          plumb_verdict_room twofold) {
    /*@ assert placed: \forall seq v, subset m; (given_column(value, v, m, row.keys, width, column) ==>
          placed_column(value, v, m, row.keys, width, column)) &&
          (given_column(added, v, m, row.keys, width, column) ==>
           placed_column(added, v, m, row.keys, width, column)); */
    if (!plumb_score_row(unit, tiny, row, room.score, room.off))
        return PLUMB_POSSIBLE;
    /*@ assert kept: \forall seq u, t;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS); */
    /*@ assert model: \forall seq u, t;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==> is_roundings(u, t); */
    /*@ assert scores: \forall seq u, t, y, subset m; \at(row_scored(unit, tiny, row, u, t, y, m), Pre) ==>
          shows(row.visible, m, row.keys) && all_computed(room.score, room.off, y, m, row.keys); */
    /*@ assert column: \forall seq v, a, subset p; \at(shows(taking_part, p, row.keys) &&
          given_column(value, v, p, row.keys, width, column) && given_column(added, a, p, row.keys, width, column),
          Pre) ==> shows(taking_part, p, row.keys) && given_column(value, v, p, row.keys, width, column) &&
          given_column(added, a, p, row.keys, width, column); */
    if (is_impossible(unit, tiny, row.joining.cap, row.visible, taking_part, value, added, row.keys, width, column,
                      rescalings, has_sink, logit, finish, number, room, twofold))
        return PLUMB_IMPOSSIBLE;
    return PLUMB_POSSIBLE;
}
