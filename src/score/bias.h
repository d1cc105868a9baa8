/* bias.h - scores plus a bias: score[j] + bias[j], or a number added to score[0] alone.

   Source: an additive bias or mask tensor (ALiBi, arXiv 2108.12409, section 3; attn_mask of PyTorch);
   the bias of key 0: the vision encoder of MiMo.  score, visible, bias [keys]; in place.  A bias that is not
   finite gives a ball without information. */
#ifndef PLUMB_SCORE_BIAS_H
#define PLUMB_SCORE_BIAS_H
#include "number/ball.h"
#include "spec/score/bias.h"
#include <stddef.h>

/* score[j] + bias[j] for every visible j; other scores and biases are not read. */
/*@ requires reads: \valid_read(visible + (0 .. keys - 1)) && \valid_read(bias + (0 .. keys - 1));
    requires writes: \valid(score + (0 .. keys - 1));
    requires apart: \separated(score + (0 .. keys - 1), visible + (0 .. keys - 1)) &&
                    \separated(score + (0 .. keys - 1), bias + (0 .. keys - 1));
    assigns score[0 .. keys - 1];
    ensures encloses: \forall seq x, b, subset m;
      \old(encloses_visible(score, visible, x, m, keys) && values_among(bias, b, m, keys)) ==>
      encloses_among(score, biased(x, b), m, keys);
*/
void plumb_add_bias(plumb_ball *score, const unsigned char *visible, size_t keys, const double *bias);

/* score[0] + bias, whether key 0 is visible or not; nothing where there is no key. */
/*@ requires writes: \valid(score + (0 .. keys - 1));
    assigns score[0 .. keys - 1];
    ensures encloses: \forall seq x, subset m; \is_finite(bias) && \old(encloses_among(score, x, m, keys)) ==>
      encloses_among(score, first_biased(x, bias), m, keys);
*/
void plumb_add_first_bias(plumb_ball *score, size_t keys, double bias);
#endif
