/* softmax.h - weights: weight[j] = exp(score[j]) / sum over visible i of exp(score[i]).

   Source: arXiv 2410.10781, section 2.  score, visible, weight [keys].  The largest visible score
   is subtracted first, so that no exponential overflows; the real result does not depend on it.
   Invisible keys get weight 0 exactly; their scores are not read.  With no visible key every
   weight is 0. */
#ifndef PLUMB_WEIGHT_SOFTMAX_H
#define PLUMB_WEIGHT_SOFTMAX_H
#include "number/ball.h"
#include "spec/weight/softmax.h"
#include <stddef.h>

/*@ requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: \separated(weight + (0 .. keys - 1), score + (0 .. keys - 1)) &&
                    \separated(weight + (0 .. keys - 1), visible + (0 .. keys - 1));
    assigns weight[0 .. keys - 1];
    ensures encloses: \forall seq x, subset m; \old(shows(visible, m, keys) && encloses_among(score, x, m, keys)) ==>
      encloses(weight, softmax(x, m, keys), keys);
*/
void plumb_softmax(const plumb_ball *score, const unsigned char *visible, size_t keys,
                   plumb_ball *weight);
#endif
