/* rotation_gradient.h - RoPE backwards: from the gradient (g, h) in the two elements to which a rotation took pair m of
   a vector to that in the pair, (g cosine[m] + h sine[m], h cosine[m] - g sine[m]).

   Source: spec/gradient.md, section 3; the adjoint of src/position/rotation.  rotated, gradient [dim]; cosine, sine
   [rotary_dim/2], the balls of src/position/angles.h.  Which elements form pair m, and where they went: layout.
   Elements from rotary_dim on have the same gradient.  A ball without information leaves none in the places of its
   pair. */
#ifndef PLUMB_GRADIENT_ROTATION_GRADIENT_H
#define PLUMB_GRADIENT_ROTATION_GRADIENT_H
#include "number/ball.h"
#include "spec/gradient/rotation_gradient.h"
#include "spec/position/forms.h"
#include <stddef.h>
#include <stdint.h>

/*@ requires pairs: rotary_dim % 2 == 0 && rotary_dim <= dim;
    requires layout: layout == PLUMB_ROPE_HALF || layout == PLUMB_ROPE_INTERLEAVED ||
                     layout == PLUMB_ROPE_DEINTERLEAVED;
    requires reads: \valid_read(rotated + (0 .. dim - 1)) && \valid_read(cosine + (0 .. rotary_dim / 2 - 1)) &&
                    \valid_read(sine + (0 .. rotary_dim / 2 - 1));
    requires writes: \valid(gradient + (0 .. dim - 1));
    requires apart: \separated(gradient + (0 .. dim - 1), rotated + (0 .. dim - 1)) &&
                    \separated(gradient + (0 .. dim - 1), cosine + (0 .. rotary_dim / 2 - 1)) &&
                    \separated(gradient + (0 .. dim - 1), sine + (0 .. rotary_dim / 2 - 1));
    assigns gradient[0 .. dim - 1];
    ensures encloses: \forall seq g, c, s;
      \old(encloses(rotated, g, dim) && encloses(cosine, c, rotary_dim / 2) && encloses(sine, s, rotary_dim / 2)) ==>
      encloses(gradient, rotation_gradient(g, c, s, layout, rotary_dim / 2), dim);
*/
void plumb_rotation_gradient(const plumb_ball *rotated, size_t dim, size_t rotary_dim, plumb_rope_layout layout,
                             const plumb_ball *cosine, const plumb_ball *sine, plumb_ball *gradient);
#endif
