/* moved.c - see moved.h. */
#include "budget/moved.h"

/* The sums over the elements of the two vectors. */
typedef struct {
    plumb_ball magnitude, sizes, moved;
} moved_sums;

/*@ requires reads: reads_moved(query, head_dim) && reads_moved(key, head_dim);
    assigns \nothing;
    ensures sums: \forall seq a, b, q, k; values(query.size, q, head_dim) && values(query.off, a, head_dim) &&
      values(key.size, k, head_dim) && values(key.off, b, head_dim) ==>
      in_ball(\result.magnitude, dots(q, k, head_dim)) &&
      in_ball(\result.sizes, total(q, head_dim) + total(k, head_dim)) &&
      in_ball(\result.moved, product_moved_by(a, b, q, k, head_dim));
*/
static moved_sums sum_vectors(plumb_moved query, plumb_moved key, size_t head_dim) {
    plumb_ball magnitude = plumb_ball_zero(), of_query = plumb_ball_zero(), of_key = plumb_ball_zero();
    plumb_ball by_query = plumb_ball_zero(), by_key = plumb_ball_zero();
    /*@ loop invariant index: 0 <= c <= head_dim;
        loop invariant magnitude: \forall seq q, k; values(query.size, q, head_dim) &&
          values(key.size, k, head_dim) ==> in_ball(magnitude, dots(q, k, c));
        loop invariant of_query: \forall seq q; values(query.size, q, head_dim) ==> in_ball(of_query, total(q, c));
        loop invariant of_key: \forall seq k; values(key.size, k, head_dim) ==> in_ball(of_key, total(k, c));
        loop invariant by_query: \forall seq a, k; values(query.off, a, head_dim) &&
          values(key.size, k, head_dim) ==> in_ball(by_query, dots(a, k, c));
        loop invariant by_key: \forall seq b, q; values(query.size, q, head_dim) &&
          values(key.off, b, head_dim) ==> in_ball(by_key, dots(q, b, c));
        loop assigns c, magnitude, of_query, of_key, by_query, by_key;
        loop variant head_dim - c;
    */
    for (size_t c = 0; c < head_dim; c++) {
        plumb_ball q = plumb_ball_of(query.size[c]), k = plumb_ball_of(key.size[c]);
        magnitude = plumb_ball_add(magnitude, plumb_ball_multiply(q, k));
        of_query = plumb_ball_add(of_query, q);
        of_key = plumb_ball_add(of_key, k);
        by_query = plumb_ball_add(by_query, plumb_ball_multiply(plumb_ball_of(query.off[c]), k));
        by_key = plumb_ball_add(by_key, plumb_ball_multiply(q, plumb_ball_of(key.off[c])));
    }
    moved_sums sums;
    sums.magnitude = magnitude;
    sums.sizes = plumb_ball_add(of_query, of_key);
    sums.moved = plumb_ball_add(by_query, by_key);
    return sums;
}

plumb_computed plumb_moved_score(plumb_score_error error, plumb_moved query, plumb_moved key, size_t head_dim,
                                 plumb_ball scale, plumb_ball score) {
    plumb_computed computed;
    moved_sums sums = sum_vectors(query, key, head_dim);
    plumb_ball inherited = plumb_ball_multiply(plumb_ball_absolute(scale), sums.moved);
    plumb_ball products = plumb_ball_multiply(error.of_magnitude, sums.magnitude);
    plumb_ball sizes = plumb_ball_multiply(error.of_sizes, sums.sizes);
    plumb_ball stores = plumb_ball_multiply(error.of_score, plumb_ball_add(plumb_ball_absolute(score), inherited));
    plumb_ball own = plumb_ball_add(plumb_ball_add(plumb_ball_add(products, sizes), stores), error.of_nothing);
    computed.exact = score;
    computed.off = plumb_ball_add(own, inherited);
    /*@ assert off: \forall seq u, t, a, b, q, k, real s, z; is_score_error(error, u, t, head_dim, s) &&
          in_ball(scale, s) && in_ball(score, z) && values(query.size, q, head_dim) &&
          values(query.off, a, head_dim) && values(key.size, k, head_dim) && values(key.off, b, head_dim) ==>
          in_ball(computed.exact, z) && in_ball(computed.off, moved_score_off(u, t, s, q, k, head_dim,
                                        product_moved_by(a, b, q, k, head_dim), \abs(z))); */
    return computed;
}
