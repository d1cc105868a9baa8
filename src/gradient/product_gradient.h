/* product_gradient.h - the chain rule through score = cap tanh(scale product / cap), or scale product: from the
   gradients in a row's scores to those in its products of query and key.

   Source: spec/gradient.md, section 3.  gradient, capped, visible [keys].  Gradients of hidden keys stay as they
   are. */
#ifndef PLUMB_GRADIENT_PRODUCT_GRADIENT_H
#define PLUMB_GRADIENT_PRODUCT_GRADIENT_H
#include "number/ball.h"
#include "spec/gradient/product_gradient.h"
#include <stddef.h>

/* gradient[j] *= 1 - (capped[j] / cap)^2 for visible keys, cap > 0. */
/*@ requires positive: \is_finite(cap) && cap > 0.0;
    requires reads: reads_visible(capped, visible, keys);
    requires writes: \valid(gradient + (0 .. keys - 1));
    requires apart: apart_from_visible(gradient, capped, visible, keys);
    assigns gradient[0 .. keys - 1];
    ensures encloses: \forall seq g, x, subset m;
      \old(encloses_visible(capped, visible, x, m, keys) && encloses_among(gradient, g, m, keys)) ==>
      encloses_among(gradient, capped_gradient(g, x, cap), m, keys);
*/
void plumb_capped_gradient(const plumb_ball *capped, const unsigned char *visible, size_t keys, double cap,
                           plumb_ball *gradient);

/* gradient[j] *= scale for visible keys. */
/*@ requires reads: \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(gradient + (0 .. keys - 1));
    requires apart: \separated(gradient + (0 .. keys - 1), visible + (0 .. keys - 1));
    assigns gradient[0 .. keys - 1];
    ensures encloses: \forall seq g, subset m, real s;
      \old(encloses_visible(gradient, visible, g, m, keys)) && in_ball(scale, s) ==>
      encloses_among(gradient, scaled_gradient(g, s), m, keys);
*/
void plumb_scaled_gradient(plumb_ball scale, const unsigned char *visible, size_t keys, plumb_ball *gradient);
#endif
