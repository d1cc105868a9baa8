/* row.c - see row.h. */
#include "attention/row.h"

void plumb_attention_row(const double *query, const double *key, const double *value,
                         const unsigned char *visible, size_t keys, size_t head_dim,
                         size_t value_dim, plumb_ball scale, plumb_ball *score, plumb_ball *weight,
                         plumb_ball *output) {
    plumb_scaled_dot(query, key, visible, keys, head_dim, scale, score);
    //@ assert visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
    //@ assert value: \forall seq v, subset m; \at(rows(value, v, m, keys, value_dim), Pre) ==> rows(value, v, m, keys, value_dim);
    plumb_softmax(score, visible, keys, weight);
    //@ assert weights: \forall seq q, k, subset m, real s; \at(values(query, q, head_dim) && shows(visible, m, keys) && rows(key, k, m, keys, head_dim), Pre) && in_ball(scale, s) ==> encloses_among(weight, attention_weights(s, q, k, m, keys, head_dim), m, keys);
    //@ assert still_visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
    //@ assert still_value: \forall seq v, subset m; \at(rows(value, v, m, keys, value_dim), Pre) ==> rows(value, v, m, keys, value_dim);
    plumb_aggregate(weight, visible, value, keys, value_dim, output);
    //@ assert row_weights: \forall seq q, k, subset m, real s; \at(keyed_row(query, key, visible, scale, q, k, m, s, keys, head_dim), Pre) ==> encloses(weight, attention_weights(s, q, k, m, keys, head_dim), keys);
    //@ assert row_outputs: \forall seq q, k, v, subset m, real s; \at(valued_row(query, key, value, visible, scale, q, k, v, m, s, keys, head_dim, value_dim), Pre) ==> encloses(output, aggregate(attention_weights(s, q, k, m, keys, head_dim), m, v, value_dim, keys), value_dim);
}
