/* verdict.c - see verdict.h. */
#include "budget/verdict.h"
#include "budget/clipped.h"
#include "budget/finished.h"
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

/* From what is known of the scores and of the sink's logit behind them. */
/*@ requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: keys < PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && \valid_read(value + (0 .. keys * width - 1));
    requires writes: writes_room(room, keys);
    requires apart: room_apart(room, unit, tiny, visible, value, keys, width);
    assigns room.weight[0 .. keys], room.range[0 .. keys], room.column[0 .. keys], room.shown[0 .. keys];
    ensures impossible: \result != 0 ==> \forall seq u, t, y, v, subset m;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           given_column(value, v, m, keys, width, column) && all_computed(room.score, room.off, y, m, keys + 1)) &&
      is_roundings(u, t) && (among(m, keys) <==> has_sink != 0) && (among(m, keys) ==> el(v, keys) == 0.0) ==>
      !row_gives(u, t, clip, finish, y, v, m, keys + 1, rescalings, number);
*/
static int excluded(const double *unit, const double *tiny, const unsigned char *visible, const double *value,
                    size_t keys, size_t width, size_t column, size_t rescalings, int has_sink, plumb_clip clip,
                    plumb_finish finish, double number, plumb_verdict_room room) {
    plumb_ball before = plumb_before_finish(unit, tiny, finish, number);
    /*@ assert before: \forall seq u, t, real z; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          is_roundings(u, t) && finished_as(u, t, finish, z, number) ==> in_ball(before, z); */
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
    if (clip.clips)
        return plumb_clipped_excluded(unit, tiny, clip, room.score, room.off, room.shown, room.column, keys + 1, 1, 0,
                                      rescalings, before, room.weight);
    return plumb_softmax_excluded(unit, tiny, room.score, room.off, room.weight, room.shown, room.column, keys + 1, 1,
                                  0, rescalings, before, room.range);
}

/* Behind the scores of the keys a sink's logit. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires writes: \valid(score + (0 .. keys)) && \valid(off + (0 .. keys));
    requires apart: \separated(score + (0 .. keys), off + (0 .. keys));
    assigns score[keys], off[keys];
    ensures computed: \forall seq u, t, v, y, subset m, real x;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && all_computed(score, off, y, m, keys)) &&
      is_roundings(u, t) && given(logit, x) && sink_behind(u, t, x, v, y, m, keys) ==>
      all_computed(score, off, y, m, keys + 1);
*/
static void append_logit(const double *unit, const double *tiny, double logit, size_t keys, plumb_ball *score,
                         plumb_ball *off) {
    plumb_computed sink = plumb_logit_computed(unit, tiny, logit);
    /*@ assert sink: \forall seq u, t, real x, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          is_roundings(u, t) && given(logit, x) && logit_computed(u, t, x, y) ==>
          computed_as(sink.exact, sink.off, y); */
    score[keys] = sink.exact;
    off[keys] = sink.off;
    //@ assert stored: score[keys] == sink.exact && off[keys] == sink.off;
}

/* The scores of hidden keys that take part, behind those of the visible ones. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && \valid_read(taking_part + (0 .. keys - 1));
    requires writes: \valid(score + (0 .. keys - 1)) && \valid(off + (0 .. keys - 1));
    requires apart: \separated(score + (0 .. keys - 1), off + (0 .. keys - 1), visible + (0 .. keys - 1)) &&
                    \separated(score + (0 .. keys - 1), off + (0 .. keys - 1), taking_part + (0 .. keys - 1));
    assigns score[0 .. keys - 1], off[0 .. keys - 1];
    ensures computed: \forall seq u, t, y, subset m, p;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           shows(taking_part, p, keys) && all_computed(score, off, y, m, keys)) && is_roundings(u, t) &&
      hidden_keys(u, t, cap, y, m, p, keys) ==> all_computed(score, off, y, p, keys);
*/
static void add_hidden(const double *unit, const double *tiny, double cap, const unsigned char *visible,
                       const unsigned char *taking_part, size_t keys, plumb_ball *score, plumb_ball *off) {
    plumb_computed hidden = plumb_hidden_score(unit, tiny, cap);
    /*@ assert hidden: \forall seq u, t, real y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          is_roundings(u, t) && hidden_computed(u, t, cap, y) ==> computed_as(hidden.exact, hidden.off, y); */
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq u, t, y, subset m, p;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              shows(taking_part, p, keys) && all_computed(score, off, y, m, keys), Pre) && is_roundings(u, t) &&
          hidden_keys(u, t, cap, y, m, p, keys) ==> all_computed(score, off, y, p, j);
        loop invariant ahead: \forall integer i; j <= i < keys ==>
          score[i] == \at(score[i], Pre) && off[i] == \at(off[i], Pre);
        loop assigns j, score[0 .. keys - 1], off[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (taking_part[j] && !visible[j]) {
            score[j] = hidden.exact;
            off[j] = hidden.off;
            //@ assert stored: score[j] == hidden.exact && off[j] == hidden.off;
        }
}

/* From what is known of the scores of the visible keys. */
/*@ requires inside: 0 <= column < width && keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: keys < PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(visible + (0 .. keys - 1)) && \valid_read(taking_part + (0 .. keys - 1)) &&
                    \valid_read(value + (0 .. keys * width - 1));
    requires writes: writes_room(room, keys);
    requires apart: room_apart(room, unit, tiny, visible, value, keys, width) &&
                    room_apart(room, unit, tiny, taking_part, value, keys, width);
    assigns room.score[0 .. keys], room.off[0 .. keys], room.weight[0 .. keys], room.range[0 .. keys],
            room.column[0 .. keys], room.shown[0 .. keys];
    ensures impossible: \result == PLUMB_IMPOSSIBLE ==> \forall seq u, t, y, v, subset m, p, real x;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
           shows(taking_part, p, keys) && given_column(value, v, p, keys, width, column) &&
           all_computed(room.score, room.off, y, m, keys)) &&
      is_roundings(u, t) && hidden_keys(u, t, cap, y, m, p, keys) && given(logit, x) &&
      (among(p, keys) <==> has_sink != 0) && sink_behind(u, t, x, v, y, p, keys) ==>
      !row_gives(u, t, clip, finish, y, v, p, keys + 1, rescalings, number);
*/
static plumb_possibility judge(const double *unit, const double *tiny, double cap, const unsigned char *visible,
                               const unsigned char *taking_part, const double *value, size_t keys, size_t width,
                               size_t column, size_t rescalings, int has_sink, double logit, plumb_clip clip,
                               plumb_finish finish, double number, plumb_verdict_room room) {
    add_hidden(unit, tiny, cap, visible, taking_part, keys, room.score, room.off);
    /*@ assert hidden: \forall seq u, t, y, v, subset m, p;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              shows(taking_part, p, keys) && given_column(value, v, p, keys, width, column) &&
              all_computed(room.score, room.off, y, m, keys), Pre) &&
          is_roundings(u, t) && hidden_keys(u, t, cap, y, m, p, keys) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(taking_part, p, keys) &&
          given_column(value, v, p, keys, width, column) && all_computed(room.score, room.off, y, p, keys); */
    append_logit(unit, tiny, logit, keys, room.score, room.off);
    /*@ assert row: \forall seq u, t, y, v, subset m, p, real x;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(visible, m, keys) &&
              shows(taking_part, p, keys) && given_column(value, v, p, keys, width, column) &&
              all_computed(room.score, room.off, y, m, keys), Pre) &&
          is_roundings(u, t) && hidden_keys(u, t, cap, y, m, p, keys) && given(logit, x) &&
          sink_behind(u, t, x, v, y, p, keys) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && shows(taking_part, p, keys) &&
          given_column(value, v, p, keys, width, column) && all_computed(room.score, room.off, y, p, keys + 1); */
    if (excluded(unit, tiny, taking_part, value, keys, width, column, rescalings, has_sink, clip, finish, number, room))
        return PLUMB_IMPOSSIBLE;
    return PLUMB_POSSIBLE;
}

plumb_possibility plumb_softmax_verdict(const double *unit, const double *tiny, const double *query, const double *key,
                                        const unsigned char *visible, const unsigned char *taking_part,
                                        const double *value, size_t keys, size_t head_dim, size_t width, size_t column,
                                        size_t rescalings, plumb_ball scale, plumb_joining joining, int has_sink,
                                        double logit, plumb_clip clip, plumb_finish finish, double number,
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
    /*@ assert column: \forall seq v, subset p;
          \at(shows(taking_part, p, keys) && given_column(value, v, p, keys, width, column), Pre) ==>
          shows(taking_part, p, keys) && given_column(value, v, p, keys, width, column); */
    return judge(unit, tiny, joining.cap, visible, taking_part, value, keys, width, column, rescalings, has_sink,
                 logit, clip, finish, number, room);
}

plumb_possibility plumb_moved_verdict(const double *unit, const double *tiny, plumb_moved_row row,
                                      const unsigned char *visible, const unsigned char *taking_part,
                                      const double *value, size_t keys, size_t head_dim, size_t width, size_t column,
                                      size_t rescalings, plumb_ball scale, plumb_joining joining, int has_sink,
                                      double logit, plumb_clip clip, plumb_finish finish, double number,
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
    /*@ assert column: \forall seq v, subset p;
          \at(shows(taking_part, p, keys) && given_column(value, v, p, keys, width, column), Pre) ==>
          shows(taking_part, p, keys) && given_column(value, v, p, keys, width, column); */
    return judge(unit, tiny, joining.cap, visible, taking_part, value, keys, width, column, rescalings, has_sink,
                 logit, clip, finish, number, room);
}
