/* moved_scores.c - see moved_scores.h. */
#include "budget/moved_scores.h"
#include "budget/biased_scores.h"
#include "budget/score.h"
#include "score/feature_dot.h"

/* The product of a key that was moved, as computed. */
/*@ requires inside: 0 <= j < keys && keys * head_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: reads_moved_row(row, keys, head_dim);
    assigns \nothing;
    ensures exact: \result.exact == score;
    ensures computed: \forall seq u, t, p, k, x, z, subset m, real s; is_score_error(error, u, t, head_dim, s) &&
      is_roundings(u, t) && bears_products(u, head_dim) && in_ball(scale, s) &&
      moved_as(row.moved_query, x, p, head_dim) && rows_moved(row.moved_key, z, k, m, keys, head_dim) &&
      among(m, j) && in_ball(score, el(scaled_dots(s, p, k, head_dim), j)) ==>
      product_known(\result.exact, \result.off, u, t, s, x, z, head_dim, j);
*/
static plumb_computed moved_product_of(plumb_score_error error, plumb_moved_row row, plumb_ball scale,
                                       plumb_ball score, size_t keys, size_t head_dim, size_t j) {
    size_t first = plumb_row_offset(j, head_dim, keys);
    plumb_moved key;
    key.size = row.moved_key.size + first;
    key.off = row.moved_key.off + first;
    /*@ assert key: \forall seq k, z, subset m; rows_moved(row.moved_key, z, k, m, keys, head_dim) && among(m, j) ==>
          moved_as(key, drop(z, place(j, head_dim, 0)), drop(k, place(j, head_dim, 0)), head_dim); */
    return plumb_moved_score(error, row.moved_query, key, head_dim, scale, score);
}

/* As error_found, of keys that were moved. */
/*@ predicate moved_error_found{L}(plumb_score_error error, plumb_moved_row row, plumb_ball scale, plumb_ball *score,
                                   integer n, integer d, integer j, plumb_ball exact, plumb_ball off) =
      \forall seq u, t, p, k, x, z, subset m, real s; is_score_error(error, u, t, d, s) && is_roundings(u, t) &&
      bears_products(u, d) && in_ball(scale, s) && moved_as(row.moved_query, x, p, d) &&
      rows_moved(row.moved_key, z, k, m, n, d) && encloses_among(score, scaled_dots(s, p, k, d), m, n) &&
      among(m, j) ==> product_known(exact, off, u, t, s, x, z, d, j); */

/* As find_errors, of keys that were moved. */
/*@ requires inside: keys * head_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: reads_moved_row(row, keys, head_dim) && \valid_read(score + (0 .. keys - 1));
    requires writes: \valid(off + (0 .. keys - 1));
    requires apart: \separated(off + (0 .. keys - 1), row.moved_query.size + (0 .. head_dim - 1)) &&
                    \separated(off + (0 .. keys - 1), row.moved_query.off + (0 .. head_dim - 1)) &&
                    \separated(off + (0 .. keys - 1), row.moved_key.size + (0 .. keys * head_dim - 1)) &&
                    \separated(off + (0 .. keys - 1), row.moved_key.off + (0 .. keys * head_dim - 1)) &&
                    \separated(off + (0 .. keys - 1), score + (0 .. keys - 1));
    assigns off[0 .. keys - 1];
    ensures known: \forall seq u, t, p, k, x, z, subset m, real s;
      is_score_error(error, u, t, head_dim, s) && is_roundings(u, t) && bears_products(u, head_dim) &&
      in_ball(scale, s) && \old(moved_as(row.moved_query, x, p, head_dim) &&
      rows_moved(row.moved_key, z, k, m, keys, head_dim) &&
      encloses_among(score, scaled_dots(s, p, k, head_dim), m, keys)) ==>
      products_known(score, off, u, t, s, x, z, m, head_dim, keys);
*/
static void find_moved_errors(plumb_score_error error, plumb_moved_row row, plumb_ball scale, const plumb_ball *score,
                              size_t keys, size_t head_dim, plumb_ball *off) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall integer i; 0 <= i < j ==>
          moved_error_found{Pre}(error, row, scale, score, keys, head_dim, i, score[i], off[i]);
        loop assigns j, off[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        /*@ assert query: \forall seq x, p; \at(moved_as(row.moved_query, x, p, head_dim), Pre) ==>
              moved_as(row.moved_query, x, p, head_dim); */
        /*@ assert keys: \forall seq z, k, subset m; \at(rows_moved(row.moved_key, z, k, m, keys, head_dim), Pre) ==>
              rows_moved(row.moved_key, z, k, m, keys, head_dim); */
        plumb_computed each = moved_product_of(error, row, scale, score[j], keys, head_dim, j);
        off[j] = each.off;
        //@ assert stored: moved_error_found{Pre}(error, row, scale, score, keys, head_dim, j, score[j], off[j]);
    }
}

int plumb_moved_scores(const double *unit, const double *tiny, plumb_moved_row row, const unsigned char *visible,
                       plumb_joining joining, size_t keys, size_t head_dim, plumb_ball scale, plumb_ball *score,
                       plumb_ball *off) {
    if (!plumb_are_roundings(unit, tiny) || !plumb_products_are_borne(unit, head_dim))
        return 0;
    plumb_score_error error = plumb_score_error_of(unit, tiny, head_dim, scale);
    /*@ assert error: \forall seq u, t, real s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          in_ball(scale, s) ==>
          is_score_error(error, u, t, head_dim, s) && is_roundings(u, t) && bears_products(u, head_dim); */
    plumb_feature_dot(row.query, row.key, visible, keys, head_dim, scale, score);
    /*@ assert query: \forall seq x, p; \at(moved_as(row.moved_query, x, p, head_dim), Pre) ==>
          moved_as(row.moved_query, x, p, head_dim); */
    /*@ assert keys: \forall seq z, k, subset m; \at(rows_moved(row.moved_key, z, k, m, keys, head_dim), Pre) ==>
          rows_moved(row.moved_key, z, k, m, keys, head_dim); */
    /*@ assert exact: \forall seq u, t, p, k, x, z, b, subset m, real first, s;
          \at(moved_row_of(unit, tiny, row, visible, joining, u, t, p, k, x, z, b, first, m, keys, head_dim), Pre) &&
          in_ball(scale, s) ==> encloses_among(score, scaled_dots(s, p, k, head_dim), m, keys); */
    find_moved_errors(error, row, scale, score, keys, head_dim, off);
    /*@ assert products: \forall seq u, t, p, k, x, z, b, subset m, real first, s;
          \at(moved_row_of(unit, tiny, row, visible, joining, u, t, p, k, x, z, b, first, m, keys, head_dim), Pre) &&
          in_ball(scale, s) ==> products_known(score, off, u, t, s, x, z, m, head_dim, keys); */
    /*@ assert joining: \forall seq u, t, p, k, x, z, b, subset m, real first;
          \at(moved_row_of(unit, tiny, row, visible, joining, u, t, p, k, x, z, b, first, m, keys, head_dim), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && joining_of(joining, b, first, m, keys); */
    plumb_join_scores(unit, tiny, joining, keys, score, off);
    return 1;
}
