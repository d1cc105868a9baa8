/* power_softmax.h - weights: weight[j] = exp(score[j]) / (sum over visible i of exp(power * score[i]))^(1/power).

   Source: arXiv 2410.10781, power-p normalisation; the power-th powers of the weights sum to
   1, and power 1 is the softmax.  score, visible, weight [keys].  The largest visible score is
   subtracted first, so that no exponential overflows; the real result does not depend on it.
   Invisible keys get weight 0 exactly; their scores are not read.  With a power that is not finite
   or not above 0 the weights of visible keys carry no information. */
#ifndef PLUMB_WEIGHT_POWER_SOFTMAX_H
#define PLUMB_WEIGHT_POWER_SOFTMAX_H
#include "number/power.h"
#include "spec/weight/power_softmax.h"
#include <stddef.h>

/*@ requires reads: reads_visible(score, visible, keys);
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: apart_from_visible(weight, score, visible, keys);
    assigns weight[0 .. keys - 1];
    ensures encloses: \is_finite(power) && power > 0.0 ==> \forall seq x, subset m;
      \old(encloses_visible(score, visible, x, m, keys)) ==>
      encloses(weight, power_softmax(x, m, power, keys), keys);
*/
void plumb_power_softmax(const plumb_ball *score, const unsigned char *visible, size_t keys, double power,
                         plumb_ball *weight);
#endif
