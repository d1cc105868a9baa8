/* position_bias.h - scores plus what positions add: score[j] + bias[j], both enclosed.

   Source: ALiBi (arXiv 2108.12409, section 3), T5 (arXiv 1910.10683, section 2.1), Shaw et al.
   (arXiv 1803.02155, section 3.2): spec/positions.md, sections 3 to 5.  score, visible, bias [keys];
   in place.  A bias without information gives a score without information. */
#ifndef PLUMB_SCORE_POSITION_BIAS_H
#define PLUMB_SCORE_POSITION_BIAS_H
#include "number/ball.h"
#include "spec/score/bias.h"
#include <stddef.h>

/* score[j] + bias[j] for every visible j; other scores and biases are not read. */
/*@ requires reads: \valid_read(visible + (0 .. keys - 1)) && \valid_read(bias + (0 .. keys - 1));
    requires writes: \valid(score + (0 .. keys - 1));
    requires apart: \separated(score + (0 .. keys - 1), visible + (0 .. keys - 1)) &&
                    \separated(score + (0 .. keys - 1), bias + (0 .. keys - 1));
    assigns score[0 .. keys - 1];
    ensures encloses: \forall seq x, a, subset m;
      \old(encloses_visible(score, visible, x, m, keys) && encloses_among(bias, a, m, keys)) ==>
      encloses_among(score, biased(x, a), m, keys);
*/
void plumb_add_position_bias(const plumb_ball *bias, const unsigned char *visible, size_t keys, plumb_ball *score);
#endif
