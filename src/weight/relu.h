/* relu.h - weights: weight[j] = max(0, score[j]), or its square.

   Source: arXiv 2309.08586 (relu, relu^2), whose division by the sequence length is a normalisation.
   score, visible, weight [keys].  Each weight depends on its own score alone.  Invisible keys get weight 0 exactly;
   their scores are not read. */
#ifndef PLUMB_WEIGHT_RELU_H
#define PLUMB_WEIGHT_RELU_H
#include "number/ball.h"
#include "spec/weight/relu.h"
#include <stddef.h>

/*@ requires reads: reads_visible(score, visible, keys);
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: apart_from_visible(weight, score, visible, keys);
    assigns weight[0 .. keys - 1];
    ensures encloses: \forall seq x, subset m; \old(encloses_visible(score, visible, x, m, keys)) ==>
      encloses(weight, relu_weights(x, m, squared), keys);
*/
void plumb_relu_weights(const plumb_ball *score, const unsigned char *visible, size_t keys, int squared,
                        plumb_ball *weight);
#endif
