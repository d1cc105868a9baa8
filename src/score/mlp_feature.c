/* mlp_feature.c - see mlp_feature.h. */
#include "score/mlp_feature.h"
#include "number/relu.h"
#include "number/sum.h"

/* hidden = max(0, W1 x) */
/*@ requires inside: hidden_dim * head_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(x + (0 .. head_dim - 1)) && \valid_read(inner + (0 .. hidden_dim * head_dim - 1));
    requires writes: \valid(hidden + (0 .. hidden_dim - 1));
    requires apart: \separated(hidden + (0 .. hidden_dim - 1), x + (0 .. head_dim - 1)) &&
                    \separated(hidden + (0 .. hidden_dim - 1), inner + (0 .. hidden_dim * head_dim - 1));
    assigns hidden[0 .. hidden_dim - 1];
    ensures encloses: \forall seq s, u; \old(values(x, s, head_dim) && values(inner, u, hidden_dim * head_dim)) ==>
      encloses(hidden, mlp_hidden(s, u, head_dim), hidden_dim);
*/
static void hidden_layer(const double *x, size_t head_dim, const double *inner, size_t hidden_dim,
                         plumb_ball *hidden) {
    /*@ loop invariant index: 0 <= j <= hidden_dim;
        loop invariant done: \forall seq s, u;
          \at(values(x, s, head_dim) && values(inner, u, hidden_dim * head_dim), Pre) ==>
          encloses(hidden, mlp_hidden(s, u, head_dim), j);
        loop invariant x: \forall seq s; \at(values(x, s, head_dim), Pre) ==> values(x, s, head_dim);
        loop invariant inner: \forall seq u;
          \at(values(inner, u, hidden_dim * head_dim), Pre) ==> values(inner, u, hidden_dim * head_dim);
        loop assigns j, hidden[0 .. hidden_dim - 1];
        loop variant hidden_dim - j;
    */
    for (size_t j = 0; j < hidden_dim; j++) {
        size_t row = plumb_row_offset(j, head_dim, hidden_dim);
        /*@ assert row: \forall seq u;
              values(inner, u, hidden_dim * head_dim) ==> values(inner + row, drop(u, row), head_dim); */
        plumb_ball product = plumb_dot(inner + row, x, head_dim);
        plumb_ball result = plumb_ball_relu(product);
        /*@ assert result: \forall seq s, u;
              \at(values(x, s, head_dim) && values(inner, u, hidden_dim * head_dim), Pre) ==>
              in_ball(result, el(mlp_hidden(s, u, head_dim), j)); */
        hidden[j] = result;
        //@ assert stored: hidden[j] == result;
    }
}

/* sum_{k<n} row[k] hidden[k] */
/*@ requires reads: \valid_read(row + (0 .. n - 1)) && \valid_read(hidden + (0 .. n - 1));
    assigns \nothing;
    ensures encloses: \forall seq w, h; values(row, w, n) && encloses(hidden, h, n) ==> in_ball(\result, dots(w, h, n));
*/
static plumb_ball row_dot(const double *row, const plumb_ball *hidden, size_t n) {
    plumb_ball sum = plumb_ball_zero();
    /*@ loop invariant index: 0 <= k <= n;
        loop invariant sum: \forall seq w, h;
          values(row, w, n) && encloses(hidden, h, n) ==> in_ball(sum, dots(w, h, k));
        loop assigns k, sum;
        loop variant n - k;
    */
    for (size_t k = 0; k < n; k++) {
        plumb_ball product = plumb_ball_multiply(plumb_ball_of(row[k]), hidden[k]);
        /*@ assert product: \forall seq w, h;
              values(row, w, n) && encloses(hidden, h, n) ==> in_ball(product, rmul(el(w, k), el(h, k))); */
        sum = plumb_ball_add(sum, product);
    }
    return sum;
}

void plumb_mlp_feature(const double *x, size_t head_dim, const double *inner, size_t hidden_dim,
                       const double *outer, size_t feature_dim, plumb_ball *hidden,
                       plumb_ball *feature) {
    hidden_layer(x, head_dim, inner, hidden_dim, hidden);
    /*@ assert hidden: \forall seq s, u; \at(values(x, s, head_dim) && values(inner, u, hidden_dim * head_dim), Pre) ==>
          encloses(hidden, mlp_hidden(s, u, head_dim), hidden_dim); */
    /*@ assert outer: \forall seq w;
          \at(values(outer, w, feature_dim * hidden_dim), Pre) ==> values(outer, w, feature_dim * hidden_dim); */
    /*@ loop invariant index: 0 <= c <= feature_dim;
        loop invariant done: \forall seq s, u, w;
          \at(values(x, s, head_dim) && values(inner, u, hidden_dim * head_dim) &&
              values(outer, w, feature_dim * hidden_dim), Pre) ==>
          encloses(feature, mlp_features(s, u, head_dim, w, hidden_dim), c);
        loop invariant hidden: \forall seq s, u;
          \at(values(x, s, head_dim) && values(inner, u, hidden_dim * head_dim), Pre) ==>
          encloses(hidden, mlp_hidden(s, u, head_dim), hidden_dim);
        loop invariant outer: \forall seq w;
          \at(values(outer, w, feature_dim * hidden_dim), Pre) ==> values(outer, w, feature_dim * hidden_dim);
        loop assigns c, feature[0 .. feature_dim - 1];
        loop variant feature_dim - c;
    */
    for (size_t c = 0; c < feature_dim; c++) {
        size_t row = plumb_row_offset(c, hidden_dim, feature_dim);
        /*@ assert row: \forall seq w;
              values(outer, w, feature_dim * hidden_dim) ==> values(outer + row, drop(w, row), hidden_dim); */
        plumb_ball sum = row_dot(outer + row, hidden, hidden_dim);
        /*@ assert sum: \forall seq s, u, w;
              \at(values(x, s, head_dim) && values(inner, u, hidden_dim * head_dim) &&
                  values(outer, w, feature_dim * hidden_dim), Pre) ==>
              in_ball(sum, el(mlp_features(s, u, head_dim, w, hidden_dim), c)); */
        feature[c] = sum;
        //@ assert stored: feature[c] == sum;
    }
}
