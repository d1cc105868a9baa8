/* relative.c - see relative.h. */
#include "budget/relative.h"
#include "budget/roundings.h"
#include "budget/element_sums.h"

/* Of |q_c|(|k_c| + |a_c|), of |q_c|, and of |k_c| + |a_c|, where `relative` is a. */
/*@ requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. head_dim - 1)) &&
                    \valid_read(relative + (0 .. head_dim - 1));
    assigns \nothing;
    ensures sums: \forall seq q, k, a;
      values(query, q, head_dim) && values(key, k, head_dim) && values(relative, a, head_dim) ==>
      in_ball(\result.magnitude, magnitude_of(q, k, head_dim) + magnitude_of(q, a, head_dim)) &&
      in_ball(\result.query, absolute_total(q, head_dim)) &&
      in_ball(\result.key, absolute_total(k, head_dim) + absolute_total(a, head_dim));
*/
static plumb_element_sums sum_all(const double *query, const double *key, const double *relative, size_t head_dim) {
    plumb_element_sums by_key = plumb_sum_elements(query, key, head_dim);
    plumb_element_sums by_relative = plumb_sum_elements(query, relative, head_dim);
    by_key.magnitude = plumb_ball_add(by_key.magnitude, by_relative.magnitude);
    by_key.key = plumb_ball_add(by_key.key, by_relative.key);
    return by_key;
}

/* The error of vectors that are formed. */
/*@ assigns \nothing;
    ensures encloses: \forall seq u, t, integer d, real s, m, l; is_relative_error(error, u, t, d, s) &&
      in_ball(size, m) && in_ball(count, l) ==> in_ball(\result, formed_moves(u, t, m, l));
*/
static plumb_ball moves_of_formed(plumb_relative_error error, plumb_ball size, plumb_ball count) {
    return plumb_ball_add(plumb_ball_multiply(error.formed_unit, size), plumb_ball_multiply(error.formed_tiny, count));
}

/* A score of vectors of these sizes, which is stored with this size. */
/*@ assigns \nothing;
    ensures encloses: \forall seq u, t, integer d, real s, m, l, z; is_score_error(error, u, t, d, s) &&
      in_ball(magnitude, m) && in_ball(sizes, l) && in_ball(size, z) ==>
      in_ball(\result, sized_score_off(u, t, s, d, m, l, z));
*/
static plumb_ball sized_off(plumb_score_error error, plumb_ball magnitude, plumb_ball sizes, plumb_ball size) {
    plumb_ball products = plumb_ball_multiply(error.of_magnitude, magnitude);
    plumb_ball elements = plumb_ball_multiply(error.of_sizes, sizes);
    plumb_ball stores = plumb_ball_multiply(error.of_score, size);
    return plumb_ball_add(plumb_ball_add(plumb_ball_add(products, elements), stores), error.of_nothing);
}

/* The same, if the product has an error already. */
/*@ assigns \nothing;
    ensures encloses: \forall seq u, t, integer d, real s, m, l, z, e; is_relative_error(error, u, t, d, s) &&
      in_ball(magnitude, m) && in_ball(sizes, l) && in_ball(size, z) && in_ball(moved, e) ==>
      in_ball(\result, moved_by_sum_off(u, t, s, d, m, l, z, e));
*/
static plumb_ball off_where_moved(plumb_relative_error error, plumb_ball magnitude, plumb_ball sizes, plumb_ball size,
                                  plumb_ball moved) {
    plumb_ball inherited = plumb_ball_multiply(error.scale_size, moved);
    plumb_ball own = sized_off(error.score, plumb_ball_add(magnitude, moved), sizes, plumb_ball_add(size, inherited));
    return plumb_ball_add(own, inherited);
}

/* For a key that is formed. */
/*@ requires counts: 0 <= head_dim <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real s, m, l, n, z; is_relative_error(error, u, t, head_dim, s) &&
      in_ball(sums.magnitude, m) && in_ball(sums.query, l) && in_ball(sums.key, n) && in_ball(size, z) ==>
      in_ball(\result, formed_off(u, t, s, head_dim, m, l, n, z));
*/
static plumb_ball off_of_formed(plumb_relative_error error, plumb_element_sums sums, size_t head_dim, plumb_ball size) {
    plumb_ball key = moves_of_formed(error, sums.key, plumb_ball_of(plumb_of_size(head_dim)));
    plumb_ball sizes = plumb_ball_add(sums.query, plumb_ball_add(sums.key, key));
    return off_where_moved(error, sums.magnitude, sizes, size, moves_of_formed(error, sums.magnitude, sums.query));
}

/* Of a sum of two scores, or of two products; both: the sizes of the scores, added up. */
/*@ assigns \nothing;
    ensures encloses: \forall seq u, t, integer d, real s, m, l, n, w, z; is_relative_error(error, u, t, d, s) &&
      in_ball(sums.magnitude, m) && in_ball(sums.query, l) && in_ball(sums.key, n) && in_ball(both, w) &&
      in_ball(size, z) ==> in_ball(\result, apart_off(u, t, s, d, m, l, n, w, z));
*/
static plumb_ball off_of_two(plumb_relative_error error, plumb_element_sums sums, plumb_ball both, plumb_ball size) {
    plumb_ball sizes = plumb_ball_add(plumb_ball_multiply(plumb_ball_of(2.0), sums.query), sums.key);
    plumb_ball scores = plumb_ball_add(sized_off(error.score, sums.magnitude, sizes, both), error.score.of_nothing);
    return plumb_ball_moved(error.sum_unit, error.sum_tiny, scores, size);
}

plumb_computed plumb_relative_score(plumb_relative_error error, const double *query, const double *key,
                                    const double *relative, size_t head_dim, plumb_ball by_key,
                                    plumb_ball by_relative) {
    plumb_computed computed;
    plumb_element_sums sums = sum_all(query, key, relative, head_dim);
    computed.exact = plumb_ball_add(by_key, by_relative);
    plumb_ball size = plumb_ball_absolute(computed.exact);
    plumb_ball both = plumb_ball_add(plumb_ball_absolute(by_key), plumb_ball_absolute(by_relative));
    computed.off = plumb_ball_maximum(off_of_formed(error, sums, head_dim, size), off_of_two(error, sums, both, size));
    /*@ assert off: \forall seq u, t, q, k, a, real s, p, r; is_relative_error(error, u, t, head_dim, s) &&
          values(query, q, head_dim) && values(key, k, head_dim) && values(relative, a, head_dim) &&
          in_ball(by_key, p) && in_ball(by_relative, r) ==> in_ball(computed.exact, p + r) &&
          in_ball(computed.off, relative_off(u, t, s, q, k, a, head_dim, p, r)); */
    return computed;
}
