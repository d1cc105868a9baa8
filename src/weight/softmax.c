/* softmax.c - see softmax.h. */
#define PLUMB_LEMMAS_TIGHT
#define PLUMB_LEMMAS_SOFTMAX
#include "weight/softmax.h"
#include "spec/proposition/balls.h"
#include "weight/exponentials.h"

void plumb_softmax(const plumb_ball *score, const unsigned char *visible, size_t keys,
                   plumb_ball *weight) {
    double shift = plumb_score_shift(plumb_largest_score(score, visible, keys));
    plumb_ball sum = plumb_exponentials(score, visible, keys, shift, weight);
    plumb_ball one = plumb_ball_of(1.0);
    //@ assert one: is_tight(one, 0.0, 1.0);
    plumb_ball inverse = plumb_ball_divide(one, sum);
    /*@ assert inverse: \forall seq x, subset m; \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
          in_ball(inverse, rdiv(1.0, exponentials(x, m, shift, keys))); */
    /*@ assert unshifted: \forall seq x, subset m, real r, integer k;
          \at(known_visible(score, visible, x, m, r, keys), Pre) && 0 <= k < keys && among(m, k) ==>
          shift == 0.0 && r >= 0.0; */
    /*@ assert range: \forall seq x, subset m, real r, integer k;
          \at(known_visible(score, visible, x, m, r, keys), Pre) && keys <= 0x10000000 && 0 <= k < keys &&
          among(m, k) ==>
          moderate(rexp(el(x, k))) && moderate(rdiv(1.0, exponentials(x, m, 0.0, keys))) &&
          moderate(rmul(rexp(el(x, k)), rdiv(1.0, exponentials(x, m, 0.0, keys)))); */
    /*@ assert tight_inverse: \forall seq x, subset m, real r, integer k;
          \at(known_visible(score, visible, x, m, r, keys), Pre) && accuracy_holds(r, keys) && 0 <= k < keys &&
          among(m, k) ==>
          shift == 0.0 &&
          is_tight(inverse, 4.0 * sum_accuracy(r, keys) + 0x1p-46, rdiv(1.0, exponentials(x, m, 0.0, keys))); */
    /*@ assert tight_terms: \forall seq x, subset m, real r, integer k;
          \at(known_visible(score, visible, x, m, r, keys), Pre) && accuracy_holds(r, keys) && 0 <= k < keys &&
          among(m, k) ==>
          is_tight(weight[k], exponential_accuracy(r), rexp(el(x, k))); */
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq x, subset m; \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
          encloses(weight, softmax(x, m, keys), j);
        loop invariant terms: \forall seq x, subset m; \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
          \forall integer k; j <= k < keys && among(m, k) ==> in_ball(weight[k], rexp(el(x, k) - shift));
        loop invariant tight: \forall seq x, subset m, real r, integer k;
          \at(known_visible(score, visible, x, m, r, keys), Pre) && accuracy_holds(r, keys) && 0 <= k < j &&
          among(m, k) ==>
          is_tight(weight[k], softmax_tightness(r, keys), el(softmax(x, m, keys), k));
        loop invariant tight_terms: \forall seq x, subset m, real r, integer k;
          \at(known_visible(score, visible, x, m, r, keys), Pre) && accuracy_holds(r, keys) && j <= k < keys &&
          among(m, k) ==>
          is_tight(weight[k], exponential_accuracy(r), rexp(el(x, k)));
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop assigns j, weight[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball result = plumb_ball_zero();
        if (visible[j])
            result = plumb_ball_multiply(weight[j], inverse);
        /*@ assert result: \forall seq x, subset m;
              \at(encloses_visible(score, visible, x, m, keys), Pre) ==> in_ball(result, el(softmax(x, m, keys), j)); */
        /*@ assert tight: \forall seq x, subset m, real r;
              \at(known_visible(score, visible, x, m, r, keys), Pre) && accuracy_holds(r, keys) && among(m, j) ==>
              is_tight(result, softmax_tightness(r, keys), el(softmax(x, m, keys), j)); */
        weight[j] = result;
        //@ assert stored: weight[j] == result;
    }
}
