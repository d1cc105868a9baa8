/* feature_dot.c - see feature_dot.h. */
#include "score/feature_dot.h"

void plumb_feature_dot(const plumb_ball *query, const plumb_ball *key, const unsigned char *visible,
                       size_t keys, size_t feature_dim, plumb_ball scale, plumb_ball *score) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq q, k, subset m, real s;
          \at(encloses(query, q, feature_dim) && shows(visible, m, keys) &&
              ball_rows(key, k, m, keys, feature_dim), Pre) &&
          in_ball(scale, s) ==>
          encloses_among(score, scaled_dots(s, q, k, feature_dim), m, j);
        loop invariant query: \forall seq q;
          \at(encloses(query, q, feature_dim), Pre) ==> encloses(query, q, feature_dim);
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop invariant key: \forall seq k, subset m;
          \at(ball_rows(key, k, m, keys, feature_dim), Pre) ==> ball_rows(key, k, m, keys, feature_dim);
        loop assigns j, score[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball result = plumb_ball_unknown();
        if (visible[j]) {
            size_t row = plumb_row_offset(j, feature_dim, keys);
            /*@ assert row: \forall seq k, subset m; ball_rows(key, k, m, keys, feature_dim) && among(m, j) ==>
                  encloses(key + row, drop(k, row), feature_dim); */
            plumb_ball product = plumb_ball_dot(query, key + row, feature_dim);
            result = plumb_ball_multiply(scale, product);
        }
        /*@ assert result: \forall seq q, k, subset m, real s;
              \at(encloses(query, q, feature_dim) && shows(visible, m, keys) &&
                  ball_rows(key, k, m, keys, feature_dim), Pre) &&
              in_ball(scale, s) && among(m, j) ==>
              in_ball(result, el(scaled_dots(s, q, k, feature_dim), j)); */
        score[j] = result;
        //@ assert stored: score[j] == result;
    }
}
