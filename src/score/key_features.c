/* key_features.c - see key_features.h. */
#include "score/key_features.h"

void plumb_elu_key_features(const double *key, size_t keys, size_t head_dim, plumb_ball *feature) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq k, subset m; \at(rows(key, k, m, keys, head_dim), Pre) ==>
          ball_rows(feature, elu_features(k), m, j, head_dim);
        loop invariant key: \forall seq k, subset m;
          \at(rows(key, k, m, keys, head_dim), Pre) ==> rows(key, k, m, keys, head_dim);
        loop assigns j, feature[0 .. keys * head_dim - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j != keys; j++) {
        size_t row = plumb_row_offset(j, head_dim, keys);
        //@ assert start: row == j * head_dim;
        /*@ assert row: \forall seq k, subset m;
              rows(key, k, m, keys, head_dim) && among(m, j) ==> values(key + row, drop(k, row), head_dim); */
        plumb_elu_feature(key + row, head_dim, feature + row);
        /*@ assert mapped: \forall seq k, subset m; \at(rows(key, k, m, keys, head_dim), Pre) && among(m, j) ==>
              encloses(feature + row, drop(elu_features(k), row), head_dim); */
        /*@ assert before: \forall seq k, subset m;
              \at(rows(key, k, m, keys, head_dim), Pre) ==> ball_rows(feature, elu_features(k), m, j, head_dim); */
    }
}

void plumb_mlp_key_features(const double *key, size_t keys, size_t head_dim, const double *inner,
                            size_t hidden_dim, const double *outer, size_t feature_dim,
                            plumb_ball *hidden, plumb_ball *feature) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq k, u, w, subset m;
          \at(perceptron(key, k, m, keys, head_dim, inner, u, hidden_dim, outer, w, feature_dim), Pre) ==>
          ball_rows(feature, mlp_row_features(k, u, head_dim, w, hidden_dim, feature_dim), m, j, feature_dim);
        loop invariant key: \forall seq k, subset m;
          \at(rows(key, k, m, keys, head_dim), Pre) ==> rows(key, k, m, keys, head_dim);
        loop invariant inner: \forall seq u;
          \at(values(inner, u, hidden_dim * head_dim), Pre) ==> values(inner, u, hidden_dim * head_dim);
        loop invariant outer: \forall seq w;
          \at(values(outer, w, feature_dim * hidden_dim), Pre) ==> values(outer, w, feature_dim * hidden_dim);
        loop assigns j, hidden[0 .. hidden_dim - 1], feature[0 .. keys * feature_dim - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j != keys; j++) {
        size_t row = plumb_row_offset(j, head_dim, keys);
        size_t target = plumb_row_offset(j, feature_dim, keys);
        //@ assert start: row == j * head_dim && target == j * feature_dim;
        /*@ assert row: \forall seq k, subset m;
              rows(key, k, m, keys, head_dim) && among(m, j) ==> values(key + row, drop(k, row), head_dim); */
        plumb_mlp_feature(key + row, head_dim, inner, hidden_dim, outer, feature_dim, hidden,
                          feature + target);
        /*@ assert mapped: \forall seq k, u, w, subset m;
              \at(perceptron(key, k, m, keys, head_dim, inner, u, hidden_dim, outer, w, feature_dim), Pre) &&
              among(m, j) ==>
              encloses(feature + target, mlp_features(drop(k, row), u, head_dim, w, hidden_dim), feature_dim); */
        /*@ assert in_row: \forall seq k, u, w, subset m;
              \at(perceptron(key, k, m, keys, head_dim, inner, u, hidden_dim, outer, w, feature_dim), Pre) &&
              among(m, j) ==>
              encloses(feature + target, drop(mlp_row_features(k, u, head_dim, w, hidden_dim, feature_dim), target),
                       feature_dim); */
        /*@ assert before: \forall seq k, u, w, subset m;
              \at(perceptron(key, k, m, keys, head_dim, inner, u, hidden_dim, outer, w, feature_dim), Pre) ==>
              ball_rows(feature, mlp_row_features(k, u, head_dim, w, hidden_dim, feature_dim), m, j, feature_dim); */
    }
}
