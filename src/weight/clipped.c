/* clipped.c - see clipped.h. */
#include "weight/clipped.h"
#include "number/quotient.h"
#include "number/relu.h"

/* min(1, x), exactly 1 where the ball lies right of 1. */
/*@ assigns \nothing;
    ensures cut: \forall real x; in_ball(a, x) ==> in_ball(\result, \min(1.0, x));
*/
static plumb_ball at_most_one(plumb_ball a) {
    plumb_ball one = plumb_ball_of(1.0);
    double least = plumb_subtract(a.mid, a.rad);
    if (plumb_is_finite(least) && plumb_less(1.0, least))
        return one;
    return plumb_ball_minimum(one, a);
}

void plumb_clip_weights(plumb_ball *weight, size_t keys, double gamma, double zeta) {
    plumb_ball start = plumb_ball_of(gamma);
    plumb_ball stretch = plumb_ball_subtract(plumb_ball_of(zeta), start);
    int zero_stays = plumb_is_finite(gamma) && !plumb_less(0.0, gamma);
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq w;
          \is_finite(gamma) && \is_finite(zeta) && \at(encloses(weight, w, keys), Pre) ==>
          encloses(weight, clipped_weights(w, gamma, zeta), j);
        loop invariant rest: \forall seq w; \at(encloses(weight, w, keys), Pre) ==>
          \forall integer k; j <= k < keys ==> in_ball(weight[k], el(w, k));
        loop assigns j, weight[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball result = plumb_ball_zero();
        if (!zero_stays || !plumb_ball_is_zero(weight[j])) {
            plumb_ball stretched = plumb_ball_add(plumb_ball_multiply(weight[j], stretch), start);
            /*@ assert stretched: \forall seq w;
                  \is_finite(gamma) && \is_finite(zeta) && \at(encloses(weight, w, keys), Pre) ==>
                  in_ball(stretched, rmul(el(w, j), zeta - gamma) + gamma); */
            result = at_most_one(plumb_ball_relu(stretched));
        }
        /*@ assert result: \forall seq w;
              \is_finite(gamma) && \is_finite(zeta) && \at(encloses(weight, w, keys), Pre) ==>
              in_ball(result, el(clipped_weights(w, gamma, zeta), j)); */
        weight[j] = result;
        //@ assert stored: weight[j] == result;
    }
}
