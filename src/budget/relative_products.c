/* relative_products.c - see relative_products.h. */
#include "budget/relative_products.h"

/* The score of a key as computed; by_key, by_relative: the exact ones of the key and of its position's vector. */
/*@ requires inside: 0 <= j < keys && keys * head_dim <= PLUMB_MOST_ELEMENTS && head_dim <= PLUMB_MOST_ROUNDINGS;
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. keys * head_dim - 1)) &&
                    \valid_read(relative + (0 .. keys * head_dim - 1));
    assigns \nothing;
    ensures known: \forall seq u, t, q, k, a, subset m, real s;
      is_relative_error(error, u, t, head_dim, s) && is_roundings(u, t) && bears_products(u, head_dim) &&
      values(query, q, head_dim) && rows(key, k, m, keys, head_dim) && rows(relative, a, m, keys, head_dim) &&
      among(m, j) && in_ball(by_key, el(scaled_dots(s, q, k, head_dim), j)) &&
      in_ball(by_relative, el(scaled_dots(s, q, a, head_dim), j)) ==>
      relative_known(\result.exact, \result.off, u, t, s, q, k, a, head_dim, j);
*/
static plumb_computed score_of(plumb_relative_error error, const double *query, const double *key,
                               const double *relative, plumb_ball by_key, plumb_ball by_relative, size_t keys,
                               size_t head_dim, size_t j) {
    size_t row = plumb_row_offset(j, head_dim, keys);
    /*@ assert row: \forall seq k, subset m; among(m, j) ==>
          (rows(key, k, m, keys, head_dim) ==> values(key + row, drop(k, place(j, head_dim, 0)), head_dim)) &&
          (rows(relative, k, m, keys, head_dim) ==>
           values(relative + row, drop(k, place(j, head_dim, 0)), head_dim)); */
    return plumb_relative_score(error, query, key + row, relative + row, head_dim, by_key, by_relative);
}

void plumb_relative_products(plumb_relative_error error, const double *query, const double *key,
                             const double *relative, size_t keys, size_t head_dim, plumb_ball *score,
                             plumb_ball *off) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall integer i; 0 <= i < j ==>
          relative_error_found{Pre}(error, query, key, relative, keys, head_dim, i, \at(score[i], Pre),
                                    \at(off[i], Pre), score[i], off[i]);
        loop invariant ahead: \forall integer i; j <= i < keys ==>
          score[i] == \at(score[i], Pre) && off[i] == \at(off[i], Pre);
        loop assigns j, score[0 .. keys - 1], off[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        //@ assert query: \forall seq q; \at(values(query, q, head_dim), Pre) ==> values(query, q, head_dim);
        /*@ assert keys: \forall seq k, subset m; \at(rows(key, k, m, keys, head_dim), Pre) ==>
              rows(key, k, m, keys, head_dim); */
        /*@ assert relative: \forall seq a, subset m; \at(rows(relative, a, m, keys, head_dim), Pre) ==>
              rows(relative, a, m, keys, head_dim); */
        plumb_computed each = score_of(error, query, key, relative, score[j], off[j], keys, head_dim, j);
        score[j] = each.exact;
        off[j] = each.off;
        /*@ assert stored: \let i = j;
              relative_error_found{Pre}(error, query, key, relative, keys, head_dim, i, \at(score[i], Pre),
                                        \at(off[i], Pre), score[i], off[i]); */
    }
}
