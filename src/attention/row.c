/* row.c - see row.h. */
#define PLUMB_LEMMAS_ROW
#include "attention/row.h"
#include "attention/softmax_output.h"

/* The softmax of the scores times the values; weight is room. */
/*@ requires inside: keys * value_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: reads_visible(score, visible, keys) &&
                    \valid_read(value + (0 .. keys * value_dim - 1));
    requires writes: \valid(weight + (0 .. keys - 1)) && \valid(output + (0 .. value_dim - 1));
    requires weight_apart: apart_from_visible(weight, score, visible, keys) &&
                    \separated(weight + (0 .. keys - 1), value + (0 .. keys * value_dim - 1));
    requires output_apart: sum_apart(output, weight, visible, value, keys, value_dim);
    assigns weight[0 .. keys - 1], output[0 .. value_dim - 1];
    ensures encloses: \forall seq x, v, subset m;
      \old(encloses_visible(score, visible, x, m, keys) && rows(value, v, m, keys, value_dim)) ==>
      encloses(output, aggregate(softmax(x, m, keys), m, v, value_dim, keys), value_dim);
    ensures tight: \forall seq x, v, subset m, real r, q, integer c;
      \old(known_visible(score, visible, x, m, r, keys) && rows(value, v, m, keys, value_dim)) &&
      bounded_rows(v, m, keys, value_dim, q) && modest(q) && accuracy_holds(r, keys) && some_of(m, keys) &&
      0 <= c < value_dim ==> is_tight(output[c], softmax_output_accuracy(r, keys), q);
*/
static void sum_values(const plumb_ball *score, const unsigned char *visible, const double *value,
                       size_t keys, size_t value_dim, plumb_ball *weight, plumb_ball *output) {
    plumb_softmax_output(score, visible, value, keys, value_dim, 0, plumb_ball_zero(), weight,
                         output);
}

void plumb_attention_row(const double *query, const double *key, const double *value,
                         const unsigned char *visible, size_t keys, size_t head_dim,
                         size_t value_dim, plumb_ball scale, plumb_ball *score, plumb_ball *weight,
                         plumb_ball *output) {
    plumb_scaled_dot(query, key, visible, keys, head_dim, scale, score);
    //@ assert visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
    /*@ assert value: \forall seq v, subset m;
          \at(rows(value, v, m, keys, value_dim), Pre) ==> rows(value, v, m, keys, value_dim); */
    /*@ assert known: \forall seq q, k, subset m, real a, b, s, t;
          \at(bounded_row(query, key, visible, q, k, m, a, b, keys, head_dim), Pre) &&
          row_sizes(head_dim, a, b, s, t) && is_tight(scale, t, s) ==>
          \exists seq x; known_scores(score, x, m, score_spread(head_dim, a, b, s, t), keys); */
    sum_values(score, visible, value, keys, value_dim, weight, output);
    /*@ assert sums: \forall seq q, k, v, subset m, real s;
          \at(valued_row(query, key, value, visible, scale, q, k, v, m, s, keys, head_dim, value_dim), Pre) ==>
          encloses(output, aggregate(attention_weights(s, q, k, m, keys, head_dim), m, v, value_dim, keys),
                   value_dim); */
    /*@ assert tight: \forall seq q, k, v, subset m, real a, b, w, s, t, integer c;
          \at(bounded_row(query, key, visible, q, k, m, a, b, keys, head_dim) &&
              rows(value, v, m, keys, value_dim), Pre) &&
          row_sizes(head_dim, a, b, s, t) && is_tight(scale, t, s) && bounded_rows(v, m, keys, value_dim, w) &&
          modest(w) && keys <= 0x10000000 && some_of(m, keys) && 0 <= c < value_dim ==>
          is_tight(output[c], softmax_output_accuracy(score_spread(head_dim, a, b, s, t), keys), w); */
    /*@ assert scores: \forall seq q, k, subset m, real s;
          \at(query_and_keys(query, key, visible, q, k, m, keys, head_dim), Pre) && in_ball(scale, s) ==>
          encloses_among(score, scaled_dots(s, q, k, head_dim), m, keys); */
    //@ assert still_visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
    plumb_softmax(score, visible, keys, weight);
    /*@ assert row_weights: \forall seq q, k, subset m, real s;
          \at(keyed_row(query, key, visible, scale, q, k, m, s, keys, head_dim), Pre) ==>
          encloses(weight, attention_weights(s, q, k, m, keys, head_dim), keys); */
    /*@ assert row_outputs: \forall seq q, k, v, subset m, real s;
          \at(valued_row(query, key, value, visible, scale, q, k, v, m, s, keys, head_dim, value_dim), Pre) ==>
          encloses(output, aggregate(attention_weights(s, q, k, m, keys, head_dim), m, v, value_dim, keys),
                   value_dim); */
}
