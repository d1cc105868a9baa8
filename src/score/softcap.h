/* softcap.h - score[j] = cap * tanh(score[j] / cap) for visible j, in place.

   Source: arXiv 2408.00118 (Gemma 2), section 2.  score, visible [keys].  Scores of invisible keys
   are neither read nor written.  A cap that is not finite and positive leaves no information. */
#ifndef PLUMB_SCORE_SOFTCAP_H
#define PLUMB_SCORE_SOFTCAP_H
#include "number/ball.h"
#include "spec/score/softcap.h"
#include <stddef.h>

/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(score, x) ==> in_ball(\result, rsoftcap(x, cap));
*/
plumb_ball plumb_softcap_one(plumb_ball score, double cap);

/*@ requires reads: \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(score + (0 .. keys - 1));
    requires apart: \separated(score + (0 .. keys - 1), visible + (0 .. keys - 1));
    assigns score[0 .. keys - 1];
    ensures encloses: \forall seq x, subset m; \old(encloses_visible(score, visible, x, m, keys)) ==>
      encloses_among(score, softcapped(x, cap), m, keys);
*/
void plumb_softcap(plumb_ball *score, const unsigned char *visible, size_t keys, double cap);
#endif
