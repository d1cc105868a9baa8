/* exponentials.c - see exponentials.h. */
#include "weight/exponentials.h"

double plumb_largest_score(const plumb_ball *score, const unsigned char *visible, size_t keys) {
    double largest = -PLUMB_LARGEST;
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant finite: \is_finite(largest);
        loop assigns j, largest;
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (visible[j] && plumb_is_finite(score[j].mid) && plumb_less(largest, score[j].mid))
            largest = score[j].mid;
    return largest;
}

plumb_ball plumb_exponentials(const plumb_ball *score, const unsigned char *visible, size_t keys,
                              double shift, plumb_ball *weight) {
    plumb_ball shift_ball = plumb_ball_of(shift);
    plumb_ball sum = plumb_ball_zero();
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant sum: \forall seq x, subset m; \at(shows(visible, m, keys) && encloses_among(score, x, m, keys), Pre) ==>
          in_ball(sum, exponentials(x, m, shift, j));
        loop invariant terms: \forall seq x, subset m; \at(shows(visible, m, keys) && encloses_among(score, x, m, keys), Pre) ==>
          \forall integer k; 0 <= k < j && among(m, k) ==> in_ball(weight[k], rexp(el(x, k) - shift));
        loop invariant score: \forall seq x, subset m; \at(encloses_among(score, x, m, keys), Pre) ==> encloses_among(score, x, m, keys);
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop assigns j, sum, weight[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        if (visible[j]) {
            plumb_ball shifted = plumb_ball_subtract(score[j], shift_ball);
            plumb_ball term = plumb_ball_exp(shifted);
            //@ assert term: \forall seq x, subset m; \at(shows(visible, m, keys) && encloses_among(score, x, m, keys), Pre) ==> among(m, j) && in_ball(term, rexp(el(x, j) - shift));
            plumb_ball next_sum = plumb_ball_add(sum, term);
            //@ assert next: \forall seq x, subset m; \at(shows(visible, m, keys) && encloses_among(score, x, m, keys), Pre) ==> in_ball(next_sum, exponentials(x, m, shift, j + 1));
            weight[j] = term;
            //@ assert stored: weight[j] == term;
            sum = next_sum;
        } else {
            weight[j] = plumb_ball_zero();
        }
    }
    return sum;
}
