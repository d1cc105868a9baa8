/* scores.c - see scores.h. */
#include "budget/scores.h"
#include "budget/score.h"
#include "score/scaled_dot.h"

/* two balls say of key j what an engine computes; balls of the first n keys in m */
/*@ predicate score_known(plumb_ball exact, plumb_ball off, seq u, seq t, plumb_joining g, real scale, seq q, seq k,
                          seq b, real first, integer d, integer j) =
      \forall real y; key_computed(u, t, g, scale, q, k, b, first, d, j, y) ==> computed_as(exact, off, y); */
/*@ predicate scores_known{L}(plumb_ball *score, plumb_ball *off, seq u, seq t, plumb_joining g, real scale, seq q,
                              seq k, seq b, real first, subset m, integer d, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==>
      score_known(score[j], off[j], u, t, g, scale, q, k, b, first, d, j); */

/* The product of a key as computed. */
/*@ requires inside: 0 <= j < keys && keys * head_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. keys * head_dim - 1));
    assigns \nothing;
    ensures computed: \forall seq u, t, q, k, subset m, real s, y; is_score_error(error, u, t, head_dim, s) &&
      is_roundings(u, t) && bears_products(u, head_dim) &&
      values(query, q, head_dim) && rows(key, k, m, keys, head_dim) && among(m, j) &&
      in_ball(score, el(scaled_dots(s, q, k, head_dim), j)) &&
      score_computed(u, t, s, q, drop(k, place(j, head_dim, 0)), head_dim, y) ==>
      computed_as(\result.exact, \result.off, y);
*/
static plumb_computed product_of(plumb_score_error error, const double *query, const double *key, plumb_ball score,
                                 size_t keys, size_t head_dim, size_t j) {
    plumb_computed computed;
    size_t row = plumb_row_offset(j, head_dim, keys);
    /*@ assert row: \forall seq k, subset m; rows(key, k, m, keys, head_dim) && among(m, j) ==>
          values(key + row, drop(k, place(j, head_dim, 0)), head_dim); */
    computed.exact = score;
    computed.off = plumb_score_off(error, query, key + row, head_dim, score);
    return computed;
}

/*@ requires inside: 0 <= j < keys && keys * head_dim <= PLUMB_MOST_ELEMENTS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. keys * head_dim - 1)) &&
                    reads_joining(joining, keys);
    assigns \nothing;
    ensures known: \forall seq u, t, q, k, b, subset m, real first, s;
      is_score_error(error, u, t, head_dim, s) && is_roundings(u, t) && bears_products(u, head_dim) &&
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && values(query, q, head_dim) &&
      rows(key, k, m, keys, head_dim) && joining_of(joining, b, first, m, keys) && among(m, j) &&
      in_ball(score, el(scaled_dots(s, q, k, head_dim), j)) ==>
      score_known(\result.exact, \result.off, u, t, joining, s, q, k, b, first, head_dim, j);
*/
static plumb_computed score_of(const double *unit, const double *tiny, plumb_score_error error, const double *query,
                               const double *key, plumb_joining joining, plumb_ball score, size_t keys,
                               size_t head_dim, size_t j) {
    plumb_computed product = product_of(error, query, key, score, keys, head_dim, j);
    return plumb_joined_score(unit, tiny, joining, product, keys, j);
}

/* score: of the products. */
/*@ requires inside: keys * head_dim <= PLUMB_MOST_ELEMENTS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. keys * head_dim - 1)) &&
                    reads_joining(joining, keys);
    requires writes: \valid(score + (0 .. keys - 1)) && \valid(off + (0 .. keys - 1));
    requires score_apart: \separated(score + (0 .. keys - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                          \separated(score + (0 .. keys - 1), tiny + (0 .. PLUMB_STEPS - 1)) &&
                          \separated(score + (0 .. keys - 1), query + (0 .. head_dim - 1)) &&
                          \separated(score + (0 .. keys - 1), key + (0 .. keys * head_dim - 1));
    requires off_apart: \separated(off + (0 .. keys - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                        \separated(off + (0 .. keys - 1), tiny + (0 .. PLUMB_STEPS - 1)) &&
                        \separated(off + (0 .. keys - 1), query + (0 .. head_dim - 1)) &&
                        \separated(off + (0 .. keys - 1), key + (0 .. keys * head_dim - 1));
    requires joining_apart: joining.has_bias != 0 ==>
                            \separated(joining.bias + (0 .. keys - 1), score + (0 .. keys - 1)) &&
                            \separated(joining.bias + (0 .. keys - 1), off + (0 .. keys - 1));
    requires rooms_apart: \separated(score + (0 .. keys - 1), off + (0 .. keys - 1));
    assigns score[0 .. keys - 1], off[0 .. keys - 1];
    ensures known: \forall seq u, t, q, k, b, subset m, real first, s;
      is_score_error(error, u, t, head_dim, s) && is_roundings(u, t) && bears_products(u, head_dim) &&
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && values(query, q, head_dim) &&
           rows(key, k, m, keys, head_dim) && joining_of(joining, b, first, m, keys) &&
           encloses_among(score, scaled_dots(s, q, k, head_dim), m, keys)) ==>
      scores_known(score, off, u, t, joining, s, q, k, b, first, m, head_dim, keys);
*/
static void join(const double *unit, const double *tiny, plumb_score_error error, const double *query,
                 const double *key, plumb_joining joining, size_t keys, size_t head_dim, plumb_ball *score,
                 plumb_ball *off) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq u, t, q, k, b, subset m, real first, s;
          is_score_error(error, u, t, head_dim, s) && is_roundings(u, t) && bears_products(u, head_dim) &&
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && values(query, q, head_dim) &&
              rows(key, k, m, keys, head_dim) && joining_of(joining, b, first, m, keys) &&
              encloses_among(score, scaled_dots(s, q, k, head_dim), m, keys), Pre) ==>
          scores_known(score, off, u, t, joining, s, q, k, b, first, m, head_dim, j);
        loop invariant model: \forall seq u, t;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS);
        loop invariant query: \forall seq q; \at(values(query, q, head_dim), Pre) ==> values(query, q, head_dim);
        loop invariant keys: \forall seq k, subset m;
          \at(rows(key, k, m, keys, head_dim), Pre) ==> rows(key, k, m, keys, head_dim);
        loop invariant bias: joining.has_bias != 0 ==> \forall integer i; 0 <= i < keys ==>
          joining.bias[i] == \at(joining.bias[i], Pre);
        loop invariant ahead: \forall integer i; j <= i < keys ==> score[i] == \at(score[i], Pre);
        loop assigns j, score[0 .. keys - 1], off[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_computed each = score_of(unit, tiny, error, query, key, joining, score[j], keys, head_dim, j);
        /*@ assert each: \forall seq u, t, q, k, b, subset m, real first, s;
              is_score_error(error, u, t, head_dim, s) && is_roundings(u, t) && bears_products(u, head_dim) &&
              \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && values(query, q, head_dim) &&
                  rows(key, k, m, keys, head_dim) && joining_of(joining, b, first, m, keys) &&
                  encloses_among(score, scaled_dots(s, q, k, head_dim), m, keys), Pre) && among(m, j) ==>
              score_known(each.exact, each.off, u, t, joining, s, q, k, b, first, head_dim, j); */
        score[j] = each.exact;
        off[j] = each.off;
        //@ assert stored: score[j] == each.exact && off[j] == each.off;
    }
}

int plumb_computed_scores(const double *unit, const double *tiny, const double *query, const double *key,
                          const unsigned char *visible, plumb_joining joining, size_t keys, size_t head_dim,
                          plumb_ball scale, plumb_ball *score, plumb_ball *off) {
    if (!plumb_are_roundings(unit, tiny) || !plumb_products_are_borne(unit, head_dim))
        return 0;
    plumb_score_error error = plumb_score_error_of(unit, tiny, head_dim, scale);
    /*@ assert error: \forall seq u, t, real s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          in_ball(scale, s) ==>
          is_score_error(error, u, t, head_dim, s) && is_roundings(u, t) && bears_products(u, head_dim); */
    plumb_scaled_dot(query, key, visible, keys, head_dim, scale, score);
    /*@ assert row: \forall seq u, t, q, k, b, subset m, real first;
          \at(row_of(unit, tiny, query, key, visible, joining, u, t, q, k, b, first, m, keys, head_dim), Pre) ==>
          row_of(unit, tiny, query, key, visible, joining, u, t, q, k, b, first, m, keys, head_dim); */
    join(unit, tiny, error, query, key, joining, keys, head_dim, score, off);
    /*@ assert known: \forall seq u, t, q, k, b, subset m, real first, s;
          \at(row_of(unit, tiny, query, key, visible, joining, u, t, q, k, b, first, m, keys, head_dim), Pre) &&
          in_ball(scale, s) ==>
          scores_known(score, off, u, t, joining, s, q, k, b, first, m, head_dim, keys); */
    return 1;
}
