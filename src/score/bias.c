/* bias.c - see bias.h. */
#include "score/bias.h"

void plumb_add_bias(plumb_ball *score, const unsigned char *visible, size_t keys,
                    const double *bias) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq x, b, subset m;
          \at(encloses_visible(score, visible, x, m, keys) && values_among(bias, b, m, keys), Pre) ==>
          encloses_among(score, biased(x, b), m, j);
        loop invariant rest: \forall seq x, subset m; \at(encloses_among(score, x, m, keys), Pre) ==>
          \forall integer k; j <= k < keys && among(m, k) ==> in_ball(score[k], el(x, k));
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop invariant bias: \forall seq b, subset m;
          \at(values_among(bias, b, m, keys), Pre) ==> values_among(bias, b, m, keys);
        loop assigns j, score[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball sum = plumb_ball_unknown();
        if (visible[j]) {
            plumb_ball term = plumb_ball_of(bias[j]);
            sum = plumb_ball_add(score[j], term);
        }
        /*@ assert sum: \forall seq x, b, subset m;
              \at(encloses_visible(score, visible, x, m, keys) && values_among(bias, b, m, keys), Pre) &&
              among(m, j) ==>
              in_ball(sum, el(biased(x, b), j)); */
        score[j] = sum;
        //@ assert stored: score[j] == sum;
    }
}

void plumb_add_first_bias(plumb_ball *score, size_t keys, double bias) {
    if (keys == 0)
        return;
    plumb_ball term = plumb_ball_of(bias);
    plumb_ball sum = plumb_ball_add(score[0], term);
    /*@ assert sum: \forall seq x, subset m;
          \is_finite(bias) && \at(encloses_among(score, x, m, keys), Pre) && among(m, 0) ==>
          in_ball(sum, el(first_biased(x, bias), 0)); */
    score[0] = sum;
    //@ assert stored: score[0] == sum;
}
