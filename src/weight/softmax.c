/* softmax.c - see softmax.h. */
#define PLUMB_LEMMAS_SOFTMAX
#include "weight/softmax.h"
#include "spec/proposition/balls.h"
#include "weight/exponentials.h"

void plumb_softmax(const plumb_ball *score, const unsigned char *visible, size_t keys,
                   plumb_ball *weight) {
    double shift = plumb_score_shift(plumb_largest_score(score, visible, keys));
    plumb_ball sum = plumb_exponentials(score, visible, keys, shift, weight);
    plumb_ball inverse = plumb_ball_divide(plumb_ball_of(1.0), sum);
    //@ assert inverse: \forall seq x, subset m; \at(shows(visible, m, keys) && encloses_among(score, x, m, keys), Pre) ==> in_ball(inverse, rdiv(1.0, exponentials(x, m, shift, keys)));
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq x, subset m; \at(shows(visible, m, keys) && encloses_among(score, x, m, keys), Pre) ==>
          encloses(weight, softmax(x, m, keys), j);
        loop invariant terms: \forall seq x, subset m; \at(shows(visible, m, keys) && encloses_among(score, x, m, keys), Pre) ==>
          \forall integer k; j <= k < keys && among(m, k) ==> in_ball(weight[k], rexp(el(x, k) - shift));
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop assigns j, weight[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball result = plumb_ball_zero();
        if (visible[j])
            result = plumb_ball_multiply(weight[j], inverse);
        //@ assert result: \forall seq x, subset m; \at(shows(visible, m, keys) && encloses_among(score, x, m, keys), Pre) ==> in_ball(result, el(softmax(x, m, keys), j));
        weight[j] = result;
        //@ assert stored: weight[j] == result;
    }
}
