/* identity.h - weights: weight[j] = score[j].

   Source: arXiv 2410.10781 and its released code (model_attn_kernel.py, kernel=linear).
   score, visible, weight [keys].  Each weight depends on its own score alone.  Invisible keys get weight 0 exactly;
   their scores are not read. */
#ifndef PLUMB_WEIGHT_IDENTITY_H
#define PLUMB_WEIGHT_IDENTITY_H
#include "number/ball.h"
#include "spec/weight/identity.h"
#include <stddef.h>

/*@ requires reads: reads_visible(score, visible, keys);
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: apart_from_visible(weight, score, visible, keys);
    assigns weight[0 .. keys - 1];
    ensures encloses: \forall seq x, subset m; \old(encloses_visible(score, visible, x, m, keys)) ==>
      encloses(weight, identity_weights(x, m), keys);
*/
void plumb_identity_weights(const plumb_ball *score, const unsigned char *visible, size_t keys, plumb_ball *weight);
#endif
