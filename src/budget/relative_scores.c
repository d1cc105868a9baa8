/* relative_scores.c - see relative_scores.h. */
#include "budget/relative_scores.h"
#include "budget/biased_scores.h"
#include "budget/relative_products.h"
#include "score/scaled_dot.h"

/* what is known of the first n keys in m */
/*@ predicate scores_known{L}(plumb_ball *score, plumb_ball *off, seq u, seq t, real scale, seq q, seq k, seq a,
                              subset m, integer d, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==>
      relative_known(score[j], off[j], u, t, scale, q, k, a, d, j); */

int plumb_computed_relative_scores(const double *unit, const double *tiny, const double *query, const double *key,
                                   const double *relative, const unsigned char *visible, plumb_joining joining,
                                   size_t keys, size_t head_dim, plumb_ball scale, plumb_ball *score, plumb_ball *off) {
    if (!plumb_are_roundings(unit, tiny) || !plumb_products_are_borne(unit, head_dim))
        return 0;
    plumb_relative_error error = plumb_relative_error_of(unit, tiny, head_dim, scale);
    /*@ assert error: \forall seq u, t, real s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          in_ball(scale, s) ==>
          is_relative_error(error, u, t, head_dim, s) && is_roundings(u, t) && bears_products(u, head_dim); */
    plumb_scaled_dot(query, key, visible, keys, head_dim, scale, score);
    plumb_scaled_dot(query, relative, visible, keys, head_dim, scale, off);
    //@ assert query: \forall seq q; \at(values(query, q, head_dim), Pre) ==> values(query, q, head_dim);
    /*@ assert keys: \forall seq k, subset m;
          \at(rows(key, k, m, keys, head_dim), Pre) ==> rows(key, k, m, keys, head_dim); */
    /*@ assert relative: \forall seq a, subset m;
          \at(rows(relative, a, m, keys, head_dim), Pre) ==> rows(relative, a, m, keys, head_dim); */
    /*@ assert exact: \forall seq u, t, q, k, a, b, subset m, real first, s;
          \at(relative_row_of(unit, tiny, query, key, relative, visible, joining, u, t, q, k, a, b, first, m, keys,
                              head_dim), Pre) &&
          in_ball(scale, s) ==> encloses_among(score, scaled_dots(s, q, k, head_dim), m, keys) &&
          encloses_among(off, scaled_dots(s, q, a, head_dim), m, keys); */
    plumb_relative_products(error, query, key, relative, keys, head_dim, score, off);
    /*@ assert found: \forall seq u, t, q, k, a, b, subset m, real first, s;
          \at(relative_row_of(unit, tiny, query, key, relative, visible, joining, u, t, q, k, a, b, first, m, keys,
                              head_dim), Pre) &&
          in_ball(scale, s) ==> scores_known(score, off, u, t, s, q, k, a, m, head_dim, keys); */
    /*@ assert model: \forall seq u, t;
          \at(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS), Pre) ==>
          values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS); */
    /*@ assert bias: \forall seq b, subset m, real first;
          \at(joining_of(joining, b, first, m, keys), Pre) ==> joining_of(joining, b, first, m, keys); */
    plumb_join_scores(unit, tiny, joining, keys, score, off);
    return 1;
}
