/* clipped.h - weights stretched to [gamma, zeta] and cut back to [0, 1]: weight[j] becomes
   min(1, max(0, (zeta - gamma) weight[j] + gamma)).

   Source: arXiv 2306.12929, section 4.1, "clipped softmax".  weight [keys].  A weight whose ball is
   cut off entirely becomes 0 or 1 exactly, and with gamma <= 0 a weight that is exactly 0 stays so.
   Nothing is claimed of a gamma or zeta that is not finite. */
#ifndef PLUMB_WEIGHT_CLIPPED_H
#define PLUMB_WEIGHT_CLIPPED_H
#include "number/ball.h"
#include "spec/weight/clipped.h"
#include <stddef.h>

/*@ requires writes: \valid(weight + (0 .. keys - 1));
    assigns weight[0 .. keys - 1];
    ensures encloses: \forall seq w; \is_finite(gamma) && \is_finite(zeta) && \old(encloses(weight, w, keys)) ==>
      encloses(weight, clipped_weights(w, gamma, zeta), keys);
*/
void plumb_clip_weights(plumb_ball *weight, size_t keys, double gamma, double zeta);
#endif
