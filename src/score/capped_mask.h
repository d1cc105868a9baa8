/* capped_mask.h - the mask applied before the softcap: an invisible key gets the score -cap, and takes part.

   Source: the operator Attention of onnx up to 1.21, which adds the mask's -infinity to the scores
   and then takes cap * tanh(score / cap).  score, visible [keys]; in place.  The scores of visible
   keys are capped already. */
#ifndef PLUMB_SCORE_CAPPED_MASK_H
#define PLUMB_SCORE_CAPPED_MASK_H
#include "number/ball.h"
#include "spec/score/capped_mask.h"
#include <stddef.h>

/* score[j] = -cap exactly for every invisible j; afterwards every key is visible. */
/*@ requires writes: \valid(score + (0 .. keys - 1)) && \valid(visible + (0 .. keys - 1));
    requires apart: \separated(score + (0 .. keys - 1), visible + (0 .. keys - 1));
    assigns score[0 .. keys - 1], visible[0 .. keys - 1];
    ensures encloses: \forall seq x, subset m;
      \is_finite(cap) && \old(encloses_visible(score, visible, x, m, keys)) ==>
      encloses_among(score, capped_mask(x, m, cap), everything, keys);
    ensures visible: shows(visible, everything, keys);
*/
void plumb_cap_invisible(plumb_ball *score, unsigned char *visible, size_t keys, double cap);
#endif
