/* position_bias.c - see position_bias.h. */
#include "score/position_bias.h"

void plumb_add_position_bias(const plumb_ball *bias, const unsigned char *visible, size_t keys,
                             plumb_ball *score) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq x, a, subset m;
          \at(encloses_visible(score, visible, x, m, keys) && encloses_among(bias, a, m, keys), Pre) ==>
          encloses_among(score, biased(x, a), m, j);
        loop invariant rest: \forall seq x, subset m; \at(encloses_among(score, x, m, keys), Pre) ==>
          \forall integer k; j <= k < keys && among(m, k) ==> in_ball(score[k], el(x, k));
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop invariant bias: \forall seq a, subset m;
          \at(encloses_among(bias, a, m, keys), Pre) ==> encloses_among(bias, a, m, keys);
        loop assigns j, score[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball sum = plumb_ball_unknown();
        if (visible[j])
            sum = plumb_ball_add(score[j], bias[j]);
        /*@ assert sum: \forall seq x, a, subset m;
              \at(encloses_visible(score, visible, x, m, keys) && encloses_among(bias, a, m, keys), Pre) &&
              among(m, j) ==>
              in_ball(sum, el(biased(x, a), j)); */
        score[j] = sum;
        //@ assert stored: score[j] == sum;
    }
}
