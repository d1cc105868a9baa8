/* linear_sums.c - see linear_sums.h. */
#include "budget/linear_sums.h"
#include "budget/pull.h"

/*@ assigns \nothing;
    ensures none: \forall seq q, state, size, keys; state_sums(\result, q, state, size, keys, 0);
*/
static plumb_state_sums no_feature(void) {
    plumb_state_sums sums;
    sums.exact = sums.terms = sums.weighed_keys = sums.query = sums.states = sums.keys = plumb_ball_zero();
    return sums;
}

/* Adds one feature. */
/*@ assigns \nothing;
    ensures sums: \forall seq q, state, size, keys, integer f, g; 0 <= f < g <= f + 1 &&
      state_sums(sums, q, state, size, keys, f) && in_ball(query, el(q, f)) && in_ball(exact, el(state, f)) &&
      in_ball(size_ball, el(size, f)) && in_ball(key_size, el(keys, f)) ==>
      state_sums(\result, q, state, size, keys, g);
*/
static plumb_state_sums add_feature(plumb_state_sums sums, plumb_ball query, plumb_ball exact, plumb_ball size_ball,
                                    plumb_ball key_size) {
    plumb_ball query_size = plumb_ball_absolute(query);
    sums.exact = plumb_ball_add(sums.exact, plumb_ball_multiply(query, exact));
    sums.terms = plumb_ball_add(sums.terms, plumb_ball_multiply(query_size, size_ball));
    sums.weighed_keys = plumb_ball_add(sums.weighed_keys, plumb_ball_multiply(query_size, key_size));
    sums.query = plumb_ball_add(sums.query, query_size);
    sums.states = plumb_ball_add(sums.states, size_ball);
    sums.keys = plumb_ball_add(sums.keys, key_size);
    return sums;
}

plumb_linear_sums plumb_total_features(const plumb_ball *query, const plumb_ball *key, const unsigned char *visible,
                                       const double *value, size_t keys, size_t head_dim, size_t width,
                                       size_t column) {
    plumb_linear_sums sums;
    sums.numerator = sums.denominator = no_feature();
    sums.value_sizes = plumb_ball_zero();
    sums.count = 0;
    /*@ loop invariant index: 0 <= f <= head_dim && sums.count <= keys;
        loop invariant states: \forall seq q, k, v, subset m; encloses(query, q, head_dim) && shows(visible, m, keys) &&
          features_within(key, k, m, keys, head_dim) && given_column(value, v, m, keys, width, column) ==>
          state_sums(sums.numerator, q, states(k, v, m, keys), state_sizes(k, v, m, keys), key_sizes(k, m, keys), f);
        loop invariant totals: \forall seq q, k, v, subset m; encloses(query, q, head_dim) && shows(visible, m, keys) &&
          features_within(key, k, m, keys, head_dim) && given_column(value, v, m, keys, width, column) ==>
          state_sums(sums.denominator, q, key_totals(k, m, keys), key_sizes(k, m, keys), key_sizes(k, m, keys), f);
        loop invariant counts: 0 < f ==> \forall seq k, v, subset m; shows(visible, m, keys) &&
          features_within(key, k, m, keys, head_dim) && given_column(value, v, m, keys, width, column) ==>
          linear_counts(sums, v, m, keys);
        loop assigns f, sums;
        loop variant head_dim - f;
    */
    for (size_t f = 0; f < head_dim; f++) {
        plumb_product_sums state = plumb_total_products(key + plumb_row_offset(f, keys, head_dim), visible, value,
                                                        keys, width, column);
        /*@ assert state: \forall seq k, v, subset m; shows(visible, m, keys) &&
              features_within(key, k, m, keys, head_dim) && given_column(value, v, m, keys, width, column) ==>
              sums_of(state, feature_of(k, f, keys), v, m, keys); */
        sums.numerator = add_feature(sums.numerator, query[f], state.products, state.product_sizes,
                                     state.weight_sizes);
        sums.denominator = add_feature(sums.denominator, query[f], state.weights, state.weight_sizes,
                                       state.weight_sizes);
        sums.value_sizes = state.value_sizes;
        sums.count = state.count;
    }
    return sums;
}
