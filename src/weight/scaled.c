/* scaled.c - see scaled.h. */
#include "weight/scaled.h"
#include "number/quotient.h"

void plumb_scale_weights(plumb_ball *weight, size_t keys, double alpha) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq w; \is_finite(alpha) && \at(encloses(weight, w, keys), Pre) ==>
          encloses(weight, scaled_weights(w, alpha), j);
        loop invariant rest: \forall seq w; \at(encloses(weight, w, keys), Pre) ==>
          \forall integer k; j <= k < keys ==> in_ball(weight[k], el(w, k));
        loop assigns j, weight[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball result = plumb_ball_zero();
        if (!plumb_ball_is_zero(weight[j]))
            result = plumb_ball_scale(weight[j], alpha);
        /*@ assert result: \forall seq w; \is_finite(alpha) && \at(encloses(weight, w, keys), Pre) ==>
              in_ball(result, el(scaled_weights(w, alpha), j)); */
        weight[j] = result;
        //@ assert stored: weight[j] == result;
    }
}
