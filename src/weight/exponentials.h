/* exponentials.h - the exponentials of the visible scores, shifted so that none overflows, and their
   sum: the denominator of the softmax and of what is made of it.

   score, visible, weight [keys].  Scores of invisible keys are not read. */
#ifndef PLUMB_WEIGHT_EXPONENTIALS_H
#define PLUMB_WEIGHT_EXPONENTIALS_H
#include "number/exp.h"
#include "spec/weight/exponentials.h"
#include <stddef.h>

/* The middle of the largest visible score, -PLUMB_LARGEST without one: a finite number, any would do. */
/*@ requires reads: reads_visible(score, visible, keys);
    assigns \nothing;
    ensures finite: \is_finite(\result);
    ensures between: \forall seq x, subset m, real r; known_visible(score, visible, x, m, r, keys) ==>
      \forall integer j; 0 <= j < keys && among(m, j) ==> -128.0 <= \result <= 128.0;
*/
double plumb_largest_score(const plumb_ball *score, const unsigned char *visible, size_t keys);

/* Between these no exponential overflows, and no sum of them is too small to inform. */
#define PLUMB_UNSHIFTED 128.0

/* What is subtracted from scores of which `largest` is the largest: nothing unless it must be, so that a
   row can be summed before all of its scores are known. */
/*@ assigns \nothing;
    ensures finite: \is_finite(largest) ==> \is_finite(\result);
    ensures unshifted: \is_finite(largest) && -128.0 <= largest <= 128.0 ==> \result == 0.0;
*/
double plumb_score_shift(double largest);

/* score - shift; without a shift there is nothing to round. */
/*@ assigns \nothing;
    ensures encloses: \is_finite(shift) ==> \forall real x; in_ball(score, x) ==> in_ball(\result, x - shift);
    ensures unshifted: \is_finite(shift) && shift == 0.0 ==> \result == score;
*/
plumb_ball plumb_shifted_score(plumb_ball score, double shift);

/* weight[j] = exp(score[j] - shift) for visible j, 0 for invisible j; returns their sum, which says
   nothing for keys > 2^30. */
/*@ requires reads: reads_visible(score, visible, keys);
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: apart_from_visible(weight, score, visible, keys);
    requires shift: \is_finite(shift);
    assigns weight[0 .. keys - 1];
    ensures sum: \forall seq x, subset m; \old(encloses_visible(score, visible, x, m, keys)) ==>
      in_ball(\result, exponentials(x, m, shift, keys));
    ensures terms: \forall seq x, subset m; \old(encloses_visible(score, visible, x, m, keys)) ==>
      \forall integer k; 0 <= k < keys && among(m, k) ==> in_ball(weight[k], rexp(el(x, k) - shift));
    ensures tight_terms: \forall seq x, subset m, real r; shift == 0.0 && r <= 0x1p-6 &&
      \old(known_visible(score, visible, x, m, r, keys)) ==> \forall integer k; 0 <= k < keys && among(m, k) ==>
      is_accurate(weight[k], exponential_accuracy(r), rexp(el(x, k) - shift));
    ensures tight_sum: \forall seq x, subset m, real r, integer k;
      shift == 0.0 && accuracy_holds(r, keys) && \old(known_visible(score, visible, x, m, r, keys)) && 0 <= k < keys &&
      among(m, k) ==>
      moderate(exponentials(x, m, shift, keys)) &&
      is_accurate(\result, sum_accuracy(r, keys), exponentials(x, m, shift, keys));
    ensures unchanged: \forall subset m; \old(shows(visible, m, keys)) ==> shows(visible, m, keys);
*/
plumb_ball plumb_exponentials(const plumb_ball *score, const unsigned char *visible, size_t keys, double shift,
                              plumb_ball *weight);
#endif
