/* spec/gradient/rotated_derivative.h - that the gradient of a rotation is that of the loss (spec/gradient.md,
   section 4). */
#ifndef PLUMB_SPEC_GRADIENT_ROTATED_DERIVATIVE_H
#define PLUMB_SPEC_GRADIENT_ROTATED_DERIVATIVE_H
#include "spec/gradient/derivative.h"
#include "spec/gradient/rotation_gradient.h"

#ifdef PLUMB_DEFINITIONS
/* The adjoint of the rotation, which is linear: so the slope of a loss in any direction h of a query is h times this
   of the gradient in the rotated query. */
/*@ lemma rotation_gradient_is_adjoint: \forall seq x, g, c, s, integer layout, pairs, d;
      0 <= layout <= 2 && 0 <= 2 * pairs <= d ==>
      dots(rotated(x, c, s, layout, pairs), g, d) == dots(x, rotation_gradient(g, c, s, layout, pairs), d); */
/*@ lemma rotation_is_linear: \forall seq x, h, c, s, real t, integer layout, pairs, e;
      el(rotated(along(x, h, t), c, s, layout, pairs), e) ==
      el(along(rotated(x, c, s, layout, pairs), rotated(h, c, s, layout, pairs), t), e); */
/*@ lemma rotated_query_gradient_is_derivative:
      \forall real scale, l, seq q, h, k, y, c, s, subset m, integer layout, pairs, n, d, j;
      0 <= j < n && among(m, j) && 0 <= layout <= 2 && 0 <= 2 * pairs <= d ==>
      has_slope(softmax_loss(query_path(scale, rotated(q, c, s, layout, pairs), rotated(h, c, s, layout, pairs), k, d),
                             y, m, l, n), 0.0,
                dots(h, rotation_gradient(
                          aggregate(scaled_gradient(softmax_gradient(
                            softmax(scaled_dots(scale, rotated(q, c, s, layout, pairs), k, d), m, n), y, m, l, n),
                          scale), m, k, d, n), c, s, layout, pairs), d)); */
#endif
#endif
