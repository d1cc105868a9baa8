/* elu.c - see elu.h. */
#include "weight/elu.h"
#include "number/elu.h"

void plumb_elu_weights(const plumb_ball *score, const unsigned char *visible, size_t keys,
                       plumb_ball *weight) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq x, subset m; \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
          encloses(weight, elu_weights(x, m), j);
        loop invariant score: \forall seq x, subset m;
          \at(encloses_among(score, x, m, keys), Pre) ==> encloses_among(score, x, m, keys);
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop assigns j, weight[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball result = plumb_ball_zero();
        if (visible[j])
            result = plumb_ball_elu_plus_one(score[j]);
        /*@ assert result: \forall seq x, subset m;
              \at(encloses_visible(score, visible, x, m, keys), Pre) ==> in_ball(result, el(elu_weights(x, m), j)); */
        weight[j] = result;
        //@ assert stored: weight[j] == result;
    }
}
