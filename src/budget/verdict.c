/* verdict.c - see verdict.h. */
#include "budget/verdict.h"
#include "budget/score.h"
#include "budget/seen.h"
#include "score/scaled_dot.h"
#include "weight/softmax.h"

/* What one score can be off by. */
/*@ requires inside: 0 <= j < keys && keys * head_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. keys * head_dim - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, q, k, subset m, real s; is_score_error(error, u, t, head_dim, s) &&
      values(query, q, head_dim) && rows(key, k, m, keys, head_dim) && among(m, j) &&
      in_ball(score, el(scaled_dots(s, q, k, head_dim), j)) ==>
      in_ball(\result, el(score_offs(u, t, s, q, k, head_dim), j));
*/
static plumb_ball off_of(plumb_score_error error, const double *query, const double *key, plumb_ball score, size_t keys,
                         size_t head_dim, size_t j) {
    size_t row = plumb_row_offset(j, head_dim, keys);
    /*@ assert row: \forall seq k, subset m; rows(key, k, m, keys, head_dim) && among(m, j) ==>
          values(key + row, drop(k, place(j, head_dim, 0)), head_dim); */
    return plumb_score_off(error, query, key + row, head_dim, score);
}

/*@ requires inside: keys * head_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. keys * head_dim - 1)) &&
                    \valid_read(score + (0 .. keys - 1));
    requires writes: \valid(off + (0 .. keys - 1));
    requires apart: \separated(off + (0 .. keys - 1), query + (0 .. head_dim - 1)) &&
                    \separated(off + (0 .. keys - 1), key + (0 .. keys * head_dim - 1)) &&
                    \separated(off + (0 .. keys - 1), score + (0 .. keys - 1));
    assigns off[0 .. keys - 1];
    ensures encloses: \forall seq u, t, q, k, subset m, real s; is_score_error(error, u, t, head_dim, s) &&
      \old(values(query, q, head_dim) && rows(key, k, m, keys, head_dim) &&
           encloses_among(score, scaled_dots(s, q, k, head_dim), m, keys)) ==>
      encloses_among(off, score_offs(u, t, s, q, k, head_dim), m, keys);
*/
static void fill_offs(plumb_score_error error, const double *query, const double *key, const plumb_ball *score,
                      size_t keys, size_t head_dim, plumb_ball *off) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq u, t, q, k, subset m, real s; is_score_error(error, u, t, head_dim, s) &&
          \at(values(query, q, head_dim) && rows(key, k, m, keys, head_dim) &&
              encloses_among(score, scaled_dots(s, q, k, head_dim), m, keys), Pre) ==>
          encloses_among(off, score_offs(u, t, s, q, k, head_dim), m, j);
        loop invariant query: \forall seq q; \at(values(query, q, head_dim), Pre) ==> values(query, q, head_dim);
        loop invariant key: \forall seq k, subset m;
          \at(rows(key, k, m, keys, head_dim), Pre) ==> rows(key, k, m, keys, head_dim);
        loop invariant score: \forall integer i; 0 <= i < keys ==> score[i] == \at(score[i], Pre);
        loop assigns j, off[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball each = off_of(error, query, key, score[j], keys, head_dim, j);
        /*@ assert each: \forall seq u, t, q, k, subset m, real s; is_score_error(error, u, t, head_dim, s) &&
              \at(values(query, q, head_dim) && rows(key, k, m, keys, head_dim) &&
                  encloses_among(score, scaled_dots(s, q, k, head_dim), m, keys), Pre) && among(m, j) ==>
              in_ball(each, el(score_offs(u, t, s, q, k, head_dim), j)); */
        off[j] = each;
        //@ assert stored: off[j] == each;
    }
}

plumb_possibility plumb_softmax_verdict(const double *unit, const double *tiny, const double *query, const double *key,
                                        const unsigned char *visible, const double *value, size_t keys, size_t head_dim,
                                        size_t width, size_t column, size_t rescalings, plumb_ball scale, double number,
                                        plumb_ball *score, plumb_ball *off, plumb_ball *weight, plumb_range *range) {
    if (!plumb_are_roundings(unit, tiny) || !plumb_products_are_borne(unit, head_dim))
        return PLUMB_POSSIBLE;
    plumb_score_error error = plumb_score_error_of(unit, tiny, head_dim, scale);
    /*@ assert off: \forall seq u, t, q, k, y, subset m, real s; values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && scores_computed(u, t, s, q, k, m, keys, head_dim, y) ==>
          seen_off(y, scaled_dots(s, q, k, head_dim), score_offs(u, t, s, q, k, head_dim), m, keys); */
    /*@ assert error: \forall seq u, t, real s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          in_ball(scale, s) ==> is_score_error(error, u, t, head_dim, s); */
    /*@ assert placed: \forall seq v, subset m; given_column(value, v, m, keys, width, column) ==>
          placed_column(value, v, m, keys, width, column); */
    plumb_scaled_dot(query, key, visible, keys, head_dim, scale, score);
    /*@ assert scores: \forall seq q, k, subset m, real s;
          \at(query_and_keys(query, key, visible, q, k, m, keys, head_dim), Pre) && in_ball(scale, s) ==>
          query_and_keys(query, key, visible, q, k, m, keys, head_dim) &&
          encloses_visible(score, visible, scaled_dots(s, q, k, head_dim), m, keys); */
    fill_offs(error, query, key, score, keys, head_dim, off);
    /*@ assert offs: \forall seq u, t, q, k, subset m, real s; \at(values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && query_and_keys(query, key, visible, q, k, m, keys, head_dim), Pre) &&
          in_ball(scale, s) ==>
          encloses_among(off, score_offs(u, t, s, q, k, head_dim), m, keys) &&
          encloses_visible(score, visible, scaled_dots(s, q, k, head_dim), m, keys); */
    plumb_softmax(score, visible, keys, weight);
    /*@ assert weights: \forall seq u, t, q, k, subset m, real s; \at(values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && query_and_keys(query, key, visible, q, k, m, keys, head_dim), Pre) &&
          in_ball(scale, s) ==>
          encloses_among(off, score_offs(u, t, s, q, k, head_dim), m, keys) &&
          encloses_visible(score, visible, scaled_dots(s, q, k, head_dim), m, keys) &&
          encloses_among(weight, softmax(scaled_dots(s, q, k, head_dim), m, keys), m, keys); */
    /*@ assert model: \forall seq u, t; \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS); */
    /*@ assert value: \forall seq v, subset m; \at(given_column(value, v, m, keys, width, column), Pre) ==>
          given_column(value, v, m, keys, width, column); */
    int excluded = plumb_softmax_excluded(unit, tiny, score, off, weight, visible, value, keys, width, column,
                                          rescalings, number, range);
    return excluded ? PLUMB_IMPOSSIBLE : PLUMB_POSSIBLE;
}
