/* sigmoid.c - see sigmoid.h. */
#include "weight/sigmoid.h"
#include "number/sigmoid.h"

void plumb_sigmoid_weights(const plumb_ball *score, const unsigned char *visible, size_t keys,
                           plumb_ball *weight) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq x, subset m; \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
          encloses(weight, sigmoid_weights(x, m), j);
        loop invariant score: \forall seq x, subset m;
          \at(encloses_among(score, x, m, keys), Pre) ==> encloses_among(score, x, m, keys);
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop assigns j, weight[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball result = plumb_ball_zero();
        if (visible[j])
            result = plumb_ball_sigmoid(score[j]);
        /*@ assert result: \forall seq x, subset m; \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
              in_ball(result, el(sigmoid_weights(x, m), j)); */
        weight[j] = result;
        //@ assert stored: weight[j] == result;
    }
}
