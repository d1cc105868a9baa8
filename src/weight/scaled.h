/* scaled.h - weights times a number: weight[j] becomes alpha weight[j].

   Source: arXiv 2410.10781, section 7 (softmax weights that sum to alpha instead of 1).
   weight [keys].  A weight that is exactly 0 stays so.  Nothing is claimed of an alpha that is not
   finite. */
#ifndef PLUMB_WEIGHT_SCALED_H
#define PLUMB_WEIGHT_SCALED_H
#include "number/ball.h"
#include "spec/weight/scaled.h"
#include <stddef.h>

/*@ requires writes: \valid(weight + (0 .. keys - 1));
    assigns weight[0 .. keys - 1];
    ensures encloses: \forall seq w; \is_finite(alpha) && \old(encloses(weight, w, keys)) ==>
      encloses(weight, scaled_weights(w, alpha), keys);
*/
void plumb_scale_weights(plumb_ball *weight, size_t keys, double alpha);
#endif
