/* exponentials.c - see exponentials.h. */
#define PLUMB_LEMMAS_TIGHT
#define PLUMB_LEMMAS_EXPONENTIALS
#include "weight/exponentials.h"
#include "number/total.h"

double plumb_largest_score(const plumb_ball *score, const unsigned char *visible, size_t keys) {
    double largest = -PLUMB_LARGEST;
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant finite: \is_finite(largest);
        loop invariant between: \forall seq x, subset m, real r; known_visible(score, visible, x, m, r, keys) ==>
          (-128.0 <= largest <= 128.0 || largest == -PLUMB_LARGEST) &&
          \forall integer k; 0 <= k < j && among(m, k) ==> -128.0 <= largest <= 128.0;
        loop assigns j, largest;
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (visible[j] && plumb_is_finite(score[j].mid) && plumb_less(largest, score[j].mid))
            largest = score[j].mid;
    return largest;
}

double plumb_score_shift(double largest) {
    return plumb_less(largest, -PLUMB_UNSHIFTED) || plumb_less(PLUMB_UNSHIFTED, largest) ? largest
                                                                                         : 0.0;
}

plumb_ball plumb_shifted_score(plumb_ball score, double shift) {
    if (plumb_less(shift, 0.0) || plumb_less(0.0, shift))
        return plumb_ball_subtract(score, plumb_ball_of(shift));
    return score;
}

plumb_ball plumb_exponentials(const plumb_ball *score, const unsigned char *visible, size_t keys,
                              double shift, plumb_ball *weight) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant terms: \forall seq x, subset m; \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
          encloses(weight, shifted_exponentials(x, m, shift), j);
        loop invariant tight: \forall seq x, subset m, real r; shift == 0.0 && r <= 0x1p-6 &&
          \at(known_visible(score, visible, x, m, r, keys), Pre) ==>
          accurate_terms(weight, shifted_exponentials(x, m, shift), exponential_accuracy(r), j);
        loop invariant known: \forall seq x, subset m, real r;
          \at(known_scores(score, x, m, r, keys), Pre) ==> known_scores(score, x, m, r, keys);
        loop invariant score: \forall seq x, subset m;
          \at(encloses_among(score, x, m, keys), Pre) ==> encloses_among(score, x, m, keys);
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop assigns j, weight[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball term = plumb_ball_zero();
        if (visible[j])
            term = plumb_ball_exp(plumb_shifted_score(score[j], shift));
        /*@ assert term: \forall seq x, subset m; \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
              in_ball(term, el(shifted_exponentials(x, m, shift), j)); */
        /*@ assert tight: \forall seq x, subset m, real r;
              shift == 0.0 && r <= 0x1p-6 && \at(known_visible(score, visible, x, m, r, keys), Pre) ==>
              is_accurate(term, exponential_accuracy(r), el(shifted_exponentials(x, m, shift), j)) &&
              modest_or_none(el(shifted_exponentials(x, m, shift), j)); */
        weight[j] = term;
        //@ assert stored: weight[j] == term;
    }
    return plumb_strided_total(weight, keys);
}
