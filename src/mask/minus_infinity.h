/* minus_infinity.h - an additive mask: hides the keys whose bias is -infinity.

   PyTorch, ONNX, ggml and FlashAttention add it to the scores.  Finite numbers are added later
   (score/bias.h), and so are +infinity and NaN, which then give balls without information. */
#ifndef PLUMB_MASK_MINUS_INFINITY_H
#define PLUMB_MASK_MINUS_INFINITY_H
#include "spec/mask/minus_infinity.h"
#include <stddef.h>

/*@ requires reads: \valid_read(bias + (0 .. keys - 1));
    requires writes: \valid(visible + (0 .. keys - 1));
    requires apart: \separated(bias + (0 .. keys - 1), visible + (0 .. keys - 1));
    assigns visible[0 .. keys - 1];
    ensures shows: \forall subset m, a; \old(shows(visible, m, keys) && admits(bias, a, keys)) ==>
      shows(visible, intersection(m, a), keys);
*/
void plumb_hide_minus_infinity(const double *bias, size_t keys, unsigned char *visible);
#endif
