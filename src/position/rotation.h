/* rotation.h - RoPE: pair m, (a, b), of a vector goes to (a cosine[m] - b sine[m], a sine[m] + b cosine[m]).

   Source: arXiv 2104.09864, section 3.4.2.  x, rotated [dim]; cosine, sine [rotary_dim/2], the balls of
   angles.h.  Which elements form pair m, and where they go: layout.  Elements from rotary_dim on stay
   as they are, exactly.  An element that is not finite gives balls without information in the places
   of its pair. */
#ifndef PLUMB_POSITION_ROTATION_H
#define PLUMB_POSITION_ROTATION_H
#include "number/ball.h"
#include "spec/position/forms.h"
#include "spec/position/rotation.h"
#include <stddef.h>
#include <stdint.h>

/*@ requires pairs: rotary_dim % 2 == 0 && rotary_dim <= dim;
    requires layout: layout == PLUMB_ROPE_HALF || layout == PLUMB_ROPE_INTERLEAVED ||
                     layout == PLUMB_ROPE_DEINTERLEAVED;
    requires reads: \valid_read(x + (0 .. dim - 1)) && \valid_read(cosine + (0 .. rotary_dim / 2 - 1)) &&
                    \valid_read(sine + (0 .. rotary_dim / 2 - 1));
    requires writes: \valid(rotated + (0 .. dim - 1));
    requires apart: \separated(rotated + (0 .. dim - 1), x + (0 .. dim - 1)) &&
                    \separated(rotated + (0 .. dim - 1), cosine + (0 .. rotary_dim / 2 - 1)) &&
                    \separated(rotated + (0 .. dim - 1), sine + (0 .. rotary_dim / 2 - 1));
    assigns rotated[0 .. dim - 1];
    ensures encloses: \forall seq v, c, s;
      \old(values(x, v, dim) && encloses(cosine, c, rotary_dim / 2) && encloses(sine, s, rotary_dim / 2)) ==>
      encloses(rotated, rotated(v, c, s, layout, rotary_dim / 2), dim);
*/
void plumb_rotate(const double *x, size_t dim, size_t rotary_dim, plumb_rope_layout layout, const plumb_ball *cosine,
                  const plumb_ball *sine, plumb_ball *rotated);
#endif
