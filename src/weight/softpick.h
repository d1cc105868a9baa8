/* softpick.h - weights: weight[j] = max(0, e^(x_j - m) - e^-m) / (sum over visible i of |e^(x_i - m) - e^-m| +
   epsilon).

   Source: arXiv 2504.20966 and its released naive code, where epsilon is 1e-8.  score, visible,
   weight [keys]; m is the largest visible score, exactly.  Keys with a score of at most 0 get weight
   0: the row need not sum to 1.  Invisible keys get weight 0 exactly; their scores are not read.
   Where the denominator may be 0 nothing is known of any weight. */
#ifndef PLUMB_WEIGHT_SOFTPICK_H
#define PLUMB_WEIGHT_SOFTPICK_H
#include "number/ball.h"
#include "spec/weight/softpick.h"
#include <stddef.h>

/* The ball of the larger number alone where one is certainly larger: the other may be far wider. */
/*@ assigns \nothing;
    ensures encloses: \forall real x, y; in_ball(a, x) && in_ball(b, y) ==> in_ball(\result, \max(x, y));
*/
plumb_ball plumb_larger_score(plumb_ball a, plumb_ball b);

/* Around the largest visible score. */
/*@ requires reads: reads_visible(score, visible, keys);
    assigns \nothing;
    ensures encloses: \forall seq x, subset m; encloses_visible(score, visible, x, m, keys) ==>
      in_ball(\result, largest(x, m, keys));
*/
plumb_ball plumb_largest_visible(const plumb_ball *score, const unsigned char *visible, size_t keys);

/* What is subtracted, from the largest score.  Any shift gives the same weights; one not below the largest score lets
   nothing overflow, and one not below 0 keeps e^-shift in range. */
/*@ assigns \nothing;
    ensures finite: \is_finite(\result);
*/
double plumb_softpick_shift(plumb_ball top);

/*@ requires reads: reads_visible(score, visible, keys);
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: apart_from_visible(weight, score, visible, keys);
    assigns weight[0 .. keys - 1];
    ensures encloses: \forall seq x, subset m; \is_finite(epsilon) &&
      \old(encloses_visible(score, visible, x, m, keys)) ==>
      encloses(weight, softpick(x, m, keys, epsilon), keys);
*/
void plumb_softpick(const plumb_ball *score, const unsigned char *visible, size_t keys, double epsilon,
                    plumb_ball *weight);
#endif
