/* relu.c - see relu.h. */
#include "weight/relu.h"
#include "number/relu.h"

/*@ assigns \nothing;
    ensures once: squared == 0 ==> \forall real x; in_ball(score, x) ==> in_ball(\result, \max(x, 0.0));
    ensures twice: squared != 0 ==> \forall real x;
      in_ball(score, x) ==> in_ball(\result, rmul(\max(x, 0.0), \max(x, 0.0)));
*/
static plumb_ball rectified(plumb_ball score, int squared) {
    plumb_ball a = plumb_ball_relu(score);
    return squared ? plumb_ball_multiply(a, a) : a;
}

void plumb_relu_weights(const plumb_ball *score, const unsigned char *visible, size_t keys,
                        int squared, plumb_ball *weight) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq x, subset m; \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
          encloses(weight, relu_weights(x, m, squared), j);
        loop invariant score: \forall seq x, subset m;
          \at(encloses_among(score, x, m, keys), Pre) ==> encloses_among(score, x, m, keys);
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop assigns j, weight[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball result = plumb_ball_zero();
        if (visible[j])
            result = rectified(score[j], squared);
        /*@ assert result: \forall seq x, subset m; \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
              in_ball(result, el(relu_weights(x, m, squared), j)); */
        weight[j] = result;
        //@ assert stored: weight[j] == result;
    }
}
