/* scores.c - see scores.h. */
#include "budget/scores.h"
#include "budget/biased_scores.h"
#include "budget/score.h"
#include "score/scaled_dot.h"

/* The product of a key as computed. */
/*@ requires inside: 0 <= j < keys && keys * head_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. keys * head_dim - 1));
    assigns \nothing;
    ensures exact: \result.exact == score;
    ensures computed: \forall seq u, t, q, k, subset m, real s; is_score_error(error, u, t, head_dim, s) &&
      is_roundings(u, t) && bears_products(u, head_dim) &&
      values(query, q, head_dim) && rows(key, k, m, keys, head_dim) && among(m, j) &&
      in_ball(score, el(scaled_dots(s, q, k, head_dim), j)) ==>
      product_known(\result.exact, \result.off, u, t, s, q, k, head_dim, j);
*/
static plumb_computed product_of(plumb_score_error error, const double *query, const double *key, plumb_ball score,
                                 size_t keys, size_t head_dim, size_t j) {
    plumb_computed computed;
    size_t row = plumb_row_offset(j, head_dim, keys);
    /*@ assert row: \forall seq k, subset m; rows(key, k, m, keys, head_dim) && among(m, j) ==>
          values(key + row, drop(k, place(j, head_dim, 0)), head_dim); */
    computed.exact = score;
    computed.off = plumb_score_off(error, query, key + row, head_dim, score);
    /*@ assert within: \forall seq u, t, q, k, real s, y; is_roundings(u, t) && bears_products(u, head_dim) &&
          score_computed(u, t, s, q, k, head_dim, y) ==>
          near(y, rmul(s, dots(q, k, head_dim)), score_off(u, t, s, q, k, head_dim)); */
    return computed;
}

/* What find_errors finds of key j, whatever memory denotes; score, exact: of the exact products. */
/*@ predicate error_found{L}(plumb_score_error error, double *query, double *key, plumb_ball *score, integer n,
                             integer d, integer j, plumb_ball exact, plumb_ball off) =
      \forall seq u, t, q, k, subset m, real s; is_score_error(error, u, t, d, s) && is_roundings(u, t) &&
      bears_products(u, d) && values(query, q, d) && rows(key, k, m, n, d) &&
      encloses_among(score, scaled_dots(s, q, k, d), m, n) && among(m, j) ==>
      product_known(exact, off, u, t, s, q, k, d, j); */

/* The errors of the products; score: of the exact ones. */
/*@ requires inside: keys * head_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. keys * head_dim - 1)) &&
                    \valid_read(score + (0 .. keys - 1));
    requires writes: \valid(off + (0 .. keys - 1));
    requires apart: \separated(off + (0 .. keys - 1), query + (0 .. head_dim - 1)) &&
                    \separated(off + (0 .. keys - 1), key + (0 .. keys * head_dim - 1)) &&
                    \separated(off + (0 .. keys - 1), score + (0 .. keys - 1));
    assigns off[0 .. keys - 1];
    ensures known: \forall seq u, t, q, k, subset m, real s;
      is_score_error(error, u, t, head_dim, s) && is_roundings(u, t) && bears_products(u, head_dim) &&
      \old(values(query, q, head_dim) && rows(key, k, m, keys, head_dim) &&
           encloses_among(score, scaled_dots(s, q, k, head_dim), m, keys)) ==>
      products_known(score, off, u, t, s, q, k, m, head_dim, keys);
*/
static void find_errors(plumb_score_error error, const double *query, const double *key, const plumb_ball *score,
                        size_t keys, size_t head_dim, plumb_ball *off) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall integer i; 0 <= i < j ==>
          error_found{Pre}(error, query, key, score, keys, head_dim, i, score[i], off[i]);
        loop assigns j, off[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        //@ assert query: \forall seq q; \at(values(query, q, head_dim), Pre) ==> values(query, q, head_dim);
        /*@ assert keys: \forall seq k, subset m;
              \at(rows(key, k, m, keys, head_dim), Pre) ==> rows(key, k, m, keys, head_dim); */
        plumb_computed each = product_of(error, query, key, score[j], keys, head_dim, j);
        off[j] = each.off;
        //@ assert stored: error_found{Pre}(error, query, key, score, keys, head_dim, j, score[j], off[j]);
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
    //@ assert query: \forall seq q; \at(values(query, q, head_dim), Pre) ==> values(query, q, head_dim);
    /*@ assert keys: \forall seq k, subset m;
          \at(rows(key, k, m, keys, head_dim), Pre) ==> rows(key, k, m, keys, head_dim); */
    /*@ assert exact: \forall seq u, t, q, k, b, subset m, real first, s;
          \at(row_of(unit, tiny, query, key, visible, joining, u, t, q, k, b, first, m, keys, head_dim), Pre) &&
          in_ball(scale, s) ==> encloses_among(score, scaled_dots(s, q, k, head_dim), m, keys); */
    find_errors(error, query, key, score, keys, head_dim, off);
    /*@ assert products: \forall seq u, t, q, k, b, subset m, real first, s;
          \at(row_of(unit, tiny, query, key, visible, joining, u, t, q, k, b, first, m, keys, head_dim), Pre) &&
          in_ball(scale, s) ==> products_known(score, off, u, t, s, q, k, m, head_dim, keys); */
    /*@ assert joining: \forall seq u, t, q, k, b, subset m, real first;
          \at(row_of(unit, tiny, query, key, visible, joining, u, t, q, k, b, first, m, keys, head_dim), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && joining_of(joining, b, first, m, keys); */
    plumb_join_scores(unit, tiny, joining, keys, score, off);
    return 1;
}
