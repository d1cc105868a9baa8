/* normalised.h - weights divided by their sum, by the sum of their absolute values, or by at least 1, or by
   how many keys there are.

   Source: arXiv 2410.10781, section 7, as its released code computes it: model_attn_sim.py divides
   by (sum + 1e-8), model_attn_kernel.py by the absolute value of the sum, and by 1 where that is
   smaller.  The division by the length is that of arXiv 2309.08586.
   weight [keys], in place.  The weight of an invisible key is exactly 0: it adds nothing, and
   stays exactly 0.  Where the divisor may be 0 nothing is known of any weight. */
#ifndef PLUMB_WEIGHT_NORMALISED_H
#define PLUMB_WEIGHT_NORMALISED_H
#include "number/ball.h"
#include "spec/weight/normalised.h"
#include <stddef.h>

/* weight[j] / (sum_i weight[i] + epsilon) */
/*@ requires writes: \valid(weight + (0 .. keys - 1));
    assigns weight[0 .. keys - 1];
    ensures encloses: \forall seq w; \is_finite(epsilon) && \old(encloses(weight, w, keys)) ==>
      encloses(weight, sum_normalised(w, keys, epsilon), keys);
*/
void plumb_normalise_sum(plumb_ball *weight, size_t keys, double epsilon);

/* |weight[j]| / (sum_i |weight[i]| + epsilon) */
/*@ requires writes: \valid(weight + (0 .. keys - 1));
    assigns weight[0 .. keys - 1];
    ensures encloses: \forall seq w; \is_finite(epsilon) && \old(encloses(weight, w, keys)) ==>
      encloses(weight, absolute_sum_normalised(w, keys, epsilon), keys);
*/
void plumb_normalise_absolute_sum(plumb_ball *weight, size_t keys, double epsilon);

/* weight[j] / max(|sum_i weight[i]|, 1) */
/*@ requires writes: \valid(weight + (0 .. keys - 1));
    assigns weight[0 .. keys - 1];
    ensures encloses: \forall seq w; \old(encloses(weight, w, keys)) ==>
      encloses(weight, at_least_one_normalised(w, keys), keys);
*/
void plumb_normalise_at_least_one(plumb_ball *weight, size_t keys);

/* weight[j] / keys, hidden keys counted */
/*@ requires writes: \valid(weight + (0 .. keys - 1));
    assigns weight[0 .. keys - 1];
    ensures encloses: \forall seq w; \old(encloses(weight, w, keys)) ==>
      encloses(weight, length_normalised(w, keys), keys);
*/
void plumb_normalise_length(plumb_ball *weight, size_t keys);
#endif
