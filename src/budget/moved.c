/* moved.c - see moved.h. */
#include "budget/moved.h"

/* The sums over the elements of the two vectors. */
typedef struct {
    plumb_ball magnitude, sizes, moved;
} moved_sums;

/* A sum of products, and one of numbers. */
/*@ requires reads: \valid_read(a + (0 .. n - 1)) && \valid_read(b + (0 .. n - 1));
    assigns \nothing;
    ensures encloses: \forall seq x, y; values(a, x, n) && values(b, y, n) ==> in_ball(\result, dots(x, y, n));
*/
static plumb_ball dots_of(const double *a, const double *b, size_t n) {
    plumb_ball sum = plumb_ball_zero();
    /*@ loop invariant index: 0 <= c <= n;
        loop invariant sum: \forall seq x, y; values(a, x, n) && values(b, y, n) ==> in_ball(sum, dots(x, y, c));
        loop assigns c, sum;
        loop variant n - c;
    */
    for (size_t c = 0; c < n; c++) {
        plumb_ball product = plumb_ball_multiply(plumb_ball_of(a[c]), plumb_ball_of(b[c]));
        //@ assert product: \is_finite(a[c]) && \is_finite(b[c]) ==> in_ball(product, rmul(a[c], b[c]));
        sum = plumb_ball_add(sum, product);
    }
    return sum;
}

/*@ requires reads: \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures encloses: \forall seq x; values(a, x, n) ==> in_ball(\result, total(x, n));
*/
static plumb_ball total_of(const double *a, size_t n) {
    plumb_ball sum = plumb_ball_zero();
    /*@ loop invariant index: 0 <= c <= n;
        loop invariant sum: \forall seq x; values(a, x, n) ==> in_ball(sum, total(x, c));
        loop assigns c, sum;
        loop variant n - c;
    */
    for (size_t c = 0; c < n; c++)
        sum = plumb_ball_add(sum, plumb_ball_of(a[c]));
    return sum;
}

/*@ requires reads: reads_moved(query, head_dim) && reads_moved(key, head_dim);
    assigns \nothing;
    ensures sums: \forall seq a, b, q, k; values(query.size, q, head_dim) && values(query.off, a, head_dim) &&
      values(key.size, k, head_dim) && values(key.off, b, head_dim) ==>
      in_ball(\result.magnitude, dots(q, k, head_dim)) &&
      in_ball(\result.sizes, total(q, head_dim) + total(k, head_dim)) &&
      in_ball(\result.moved, product_moved_by(a, b, q, k, head_dim));
*/
static moved_sums sum_vectors(plumb_moved query, plumb_moved key, size_t head_dim) {
    moved_sums sums;
    sums.magnitude = dots_of(query.size, key.size, head_dim);
    sums.sizes = plumb_ball_add(total_of(query.size, head_dim), total_of(key.size, head_dim));
    sums.moved = plumb_ball_add(dots_of(query.off, key.size, head_dim), dots_of(query.size, key.off, head_dim));
    return sums;
}

/* How far a score is off by itself, from these sums; size: of what it is stored as. */
/*@ assigns \nothing;
    ensures encloses: \forall seq u, t, integer d, real s, m, l, z; is_score_error(error, u, t, d, s) &&
      in_ball(sums.magnitude, m) && in_ball(sums.sizes, l) && in_ball(size, z) ==>
      in_ball(\result, rmul(part_of_magnitude(u, t, d, \abs(s), \max(1.0, \abs(s))), m)
                         + rmul(part_of_sizes(u, t, d, \max(1.0, \abs(s))), l) + rmul(part_of_score(u), z)
                         + part_of_nothing(u, t, d, \max(1.0, \abs(s))));
*/
static plumb_ball own_off(plumb_score_error error, moved_sums sums, plumb_ball size) {
    plumb_ball products = plumb_ball_multiply(error.of_magnitude, sums.magnitude);
    plumb_ball sizes = plumb_ball_multiply(error.of_sizes, sums.sizes);
    plumb_ball stores = plumb_ball_multiply(error.of_score, size);
    return plumb_ball_add(plumb_ball_add(plumb_ball_add(products, sizes), stores), error.of_nothing);
}

/* With what it inherits. */
/*@ assigns \nothing;
    ensures encloses: \forall seq u, t, q, k, integer d, real s, e, z; is_score_error(error, u, t, d, s) &&
      in_ball(scale, s) && in_ball(score, z) && in_ball(sums.magnitude, dots(q, k, d)) &&
      in_ball(sums.sizes, total(q, d) + total(k, d)) && in_ball(sums.moved, e) ==>
      in_ball(\result, moved_score_off(u, t, s, q, k, d, e, \abs(z)));
*/
static plumb_ball off_of_score(plumb_score_error error, moved_sums sums, plumb_ball scale, plumb_ball score) {
    plumb_ball inherited = plumb_ball_multiply(plumb_ball_absolute(scale), sums.moved);
    plumb_ball own = own_off(error, sums, plumb_ball_add(plumb_ball_absolute(score), inherited));
    return plumb_ball_add(own, inherited);
}

plumb_computed plumb_moved_score(plumb_score_error error, plumb_moved query, plumb_moved key, size_t head_dim,
                                 plumb_ball scale, plumb_ball score) {
    plumb_computed computed;
    computed.exact = score;
    computed.off = off_of_score(error, sum_vectors(query, key, head_dim), scale, score);
    /*@ assert off: \forall seq u, t, a, b, q, k, real s, z; is_score_error(error, u, t, head_dim, s) &&
          in_ball(scale, s) && in_ball(score, z) && values(query.size, q, head_dim) &&
          values(query.off, a, head_dim) && values(key.size, k, head_dim) && values(key.off, b, head_dim) ==>
          in_ball(computed.off, moved_score_off(u, t, s, q, k, head_dim, product_moved_by(a, b, q, k, head_dim),
                                                \abs(z))); */
    return computed;
}
