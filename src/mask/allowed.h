/* allowed.h - a boolean mask: hides the keys that it does not allow.

   allowed [keys] is a row of a mask tensor, true where the query attends (PyTorch, ONNX, MLX; BLOOM means
   the contrary), or the padding mask of all queries, true where the key is a token. */
#ifndef PLUMB_MASK_ALLOWED_H
#define PLUMB_MASK_ALLOWED_H
#include "spec/mask/intersection.h"
#include <stddef.h>

/*@ requires reads: \valid_read(allowed + (0 .. keys - 1));
    requires writes: \valid(visible + (0 .. keys - 1));
    requires apart: \separated(allowed + (0 .. keys - 1), visible + (0 .. keys - 1));
    assigns visible[0 .. keys - 1];
    ensures shows: \forall subset m, a; \old(shows(visible, m, keys) && shows(allowed, a, keys)) ==>
      shows(visible, intersection(m, a), keys);
*/
void plumb_hide_disallowed(const unsigned char *allowed, size_t keys, unsigned char *visible);
#endif
