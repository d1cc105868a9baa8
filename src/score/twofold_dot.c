/* twofold_dot.c - see twofold_dot.h. */
#include "score/twofold_dot.h"

void plumb_twofold_scaled_dot(const double *query, const double *key, const unsigned char *visible,
                              size_t keys, size_t head_dim, plumb_ball scale, plumb_ball *score) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq q, k, subset m, real s;
          \at(query_and_keys(query, key, visible, q, k, m, keys, head_dim), Pre) && in_ball(scale, s) ==>
          encloses_among(score, scaled_dots(s, q, k, head_dim), m, j);
        loop invariant query: \forall seq q; \at(values(query, q, head_dim), Pre) ==> values(query, q, head_dim);
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop invariant key: \forall seq k, subset m;
          \at(rows(key, k, m, keys, head_dim), Pre) ==> rows(key, k, m, keys, head_dim);
        loop assigns j, score[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball result = plumb_ball_unknown();
        if (visible[j]) {
            size_t row = plumb_row_offset(j, head_dim, keys);
            /*@ assert row: \forall seq k, subset m;
                  rows(key, k, m, keys, head_dim) && among(m, j) ==> values(key + row, drop(k, row), head_dim); */
            plumb_ball product = plumb_twofold_dot(query, key + row, head_dim);
            result = plumb_ball_multiply(scale, product);
        }
        /*@ assert result: \forall seq q, k, subset m, real s;
              \at(query_and_keys(query, key, visible, q, k, m, keys, head_dim), Pre) && in_ball(scale, s) &&
              among(m, j) ==>
              in_ball(result, el(scaled_dots(s, q, k, head_dim), j)); */
        score[j] = result;
        //@ assert stored: score[j] == result;
    }
}
