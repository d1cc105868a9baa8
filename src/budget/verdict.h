/* verdict.h - is it certain that no engine of a precision model gives this number, for a row of softmax attention?

   From doubles to the answer: the scores and what joins them, what they are off by as computed, the weights and the
   test of the number are made here, by proved functions.  engine_gives is what an engine of the model may do. */
#ifndef PLUMB_BUDGET_VERDICT_H
#define PLUMB_BUDGET_VERDICT_H
#include "budget/scores.h"
#include "spec/budget/direct.h"
#include "spec/budget/verdict.h"

typedef enum {
    PLUMB_POSSIBLE,  /* or not known to be impossible */
    PLUMB_IMPOSSIBLE /* no engine of the model gives this number */
} plumb_possibility;

/* An element of the output for a query and n keys of d elements, those in m visible, those in p taking part, with the
   values v and a sink behind them: the score of each key is computed and joined in some way, that of a hidden one is
   -cap as computed, an online softmax of these, rescaled r times at most, is divided, or its weights are clipped and
   summed, and the result ends behind f. */
/*@ predicate engine_gives(seq u, seq t, plumb_joining g, real scale, seq q, seq k, seq b, real first, real logit,
                           plumb_clip c, plumb_finish f, seq v, subset m, subset p, integer n, integer d, integer r,
                           real x) =
      \exists seq y; row_computed(u, t, g, scale, q, k, b, first, m, d, n, y) &&
        hidden_keys(u, t, g.cap, y, m, p, n) && sink_behind(u, t, logit, v, y, p, n) &&
        row_gives(u, t, c, f, y, v, p, n + 1, r, x); */

/* Room for the keys of a row and a sink. */
typedef struct {
    plumb_ball *score, *off, *weight;
    plumb_range *range;
    double *column;
    unsigned char *shown;
} plumb_verdict_room;

/*@ predicate writes_room{L}(plumb_verdict_room r, integer n) =
      \valid(r.score + (0 .. n)) && \valid(r.off + (0 .. n)) && \valid(r.weight + (0 .. n)) &&
      \valid(r.range + (0 .. n)) && \valid(r.column + (0 .. n)) && \valid(r.shown + (0 .. n)); */
/*@ predicate room_apart{L}(plumb_verdict_room r, double *unit, double *tiny, unsigned char *visible, double *value,
                            integer n, integer width) =
      \separated(r.score + (0 .. n), r.off + (0 .. n), r.weight + (0 .. n), r.range + (0 .. n), r.column + (0 .. n),
                 r.shown + (0 .. n), unit + (0 .. PLUMB_STEPS - 1), tiny + (0 .. PLUMB_STEPS - 1),
                 visible + (0 .. n - 1), value + (0 .. n * width - 1)); */

/* unit, tiny: the model, a number for each step (spec/budget/model.h).  query [head_dim], key [keys][head_dim],
   value [keys][width], of which the column is taken; visible, taking_part [keys]: behind a mask a softcap lets hidden
   keys take part; joining: what joins the scores; logit: of the sink, if there is one; clip: how weights are clipped,
   if they are; finish: what comes behind the quotient; rescalings: at most so often a sum is rescaled; number: what
   the engine gave. */
/*@ requires inside: keys * head_dim <= PLUMB_MOST_ELEMENTS && 0 <= column < width &&
                     keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: keys < PLUMB_MOST_ROUNDINGS && head_dim <= PLUMB_MOST_ROUNDINGS &&
                     0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. keys * head_dim - 1)) &&
                    \valid_read(visible + (0 .. keys - 1)) && \valid_read(taking_part + (0 .. keys - 1)) &&
                    \valid_read(value + (0 .. keys * width - 1)) && reads_joining(joining, keys);
    requires writes: writes_room(room, keys);
    requires score_apart: apart_from_scores(room.score, unit, tiny, query, key, visible, joining, keys, head_dim);
    requires off_apart: apart_from_scores(room.off, unit, tiny, query, key, visible, joining, keys, head_dim);
    requires apart: room_apart(room, unit, tiny, visible, value, keys, width) &&
                    room_apart(room, unit, tiny, taking_part, value, keys, width);
    assigns room.score[0 .. keys], room.off[0 .. keys], room.weight[0 .. keys], room.range[0 .. keys],
            room.column[0 .. keys], room.shown[0 .. keys];
    ensures impossible: \result == PLUMB_IMPOSSIBLE ==>
      \forall seq u, t, q, k, b, v, subset m, p, real first, x, s;
      \old(row_of(unit, tiny, query, key, visible, joining, u, t, q, k, b, first, m, keys, head_dim) &&
           shows(taking_part, p, keys) && given_column(value, v, p, keys, width, column)) && in_ball(scale, s) &&
      given(logit, x) && (among(p, keys) <==> has_sink != 0) ==>
      !engine_gives(u, t, joining, s, q, k, b, first, x, clip, finish, v, m, p, keys, head_dim, rescalings,
                    number);
*/
plumb_possibility plumb_softmax_verdict(const double *unit, const double *tiny, const double *query, const double *key,
                                        const unsigned char *visible, const unsigned char *taking_part,
                                        const double *value, size_t keys, size_t head_dim, size_t width, size_t column,
                                        size_t rescalings, plumb_ball scale, plumb_joining joining, int has_sink,
                                        double logit, plumb_clip clip, plumb_finish finish, double number,
                                      plumb_verdict_room room);

/* The same of a row whose vectors were moved: no engine gives the number from any of the vectors that it may have. */
/*@ requires inside: keys * head_dim <= PLUMB_MOST_ELEMENTS && 0 <= column < width &&
                     keys * width <= PLUMB_MOST_ELEMENTS;
    requires counts: keys < PLUMB_MOST_ROUNDINGS && head_dim <= PLUMB_MOST_ROUNDINGS &&
                     0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: reads_moved_row(row, keys, head_dim) && \valid_read(visible + (0 .. keys - 1)) &&
                    \valid_read(taking_part + (0 .. keys - 1)) && \valid_read(value + (0 .. keys * width - 1)) &&
                    reads_joining(joining, keys);
    requires writes: writes_room(room, keys);
    requires score_apart: apart_from_moved(room.score, unit, tiny, row, visible, joining, keys, head_dim);
    requires off_apart: apart_from_moved(room.off, unit, tiny, row, visible, joining, keys, head_dim);
    requires apart: room_apart(room, unit, tiny, visible, value, keys, width) &&
                    room_apart(room, unit, tiny, taking_part, value, keys, width);
    assigns room.score[0 .. keys], room.off[0 .. keys], room.weight[0 .. keys], room.range[0 .. keys],
            room.column[0 .. keys], room.shown[0 .. keys];
    ensures impossible: \result == PLUMB_IMPOSSIBLE ==>
      \forall seq u, t, q, k, y, z, b, v, subset m, p, real first, x, s;
      \old(moved_row_of(unit, tiny, row, visible, joining, u, t, q, k, y, z, b, first, m, keys, head_dim) &&
           shows(taking_part, p, keys) && given_column(value, v, p, keys, width, column)) && in_ball(scale, s) &&
      given(logit, x) && (among(p, keys) <==> has_sink != 0) ==>
      !engine_gives(u, t, joining, s, y, z, b, first, x, clip, finish, v, m, p, keys, head_dim, rescalings,
                    number);
*/
plumb_possibility plumb_moved_verdict(const double *unit, const double *tiny, plumb_moved_row row,
                                      const unsigned char *visible, const unsigned char *taking_part,
                                      const double *value, size_t keys, size_t head_dim, size_t width, size_t column,
                                      size_t rescalings, plumb_ball scale, plumb_joining joining, int has_sink,
                                      double logit, plumb_clip clip, plumb_finish finish, double number,
                                      plumb_verdict_room room);
#endif
