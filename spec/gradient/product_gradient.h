/* spec/gradient/product_gradient.h - from the gradient in a row's scores to that in its products of query and key
   (spec/gradient.md, section 3). */
#ifndef PLUMB_SPEC_GRADIENT_PRODUCT_GRADIENT_H
#define PLUMB_SPEC_GRADIENT_PRODUCT_GRADIENT_H
#include "spec/number/sequence.h"

/*@ axiomatic ProductGradient {
      logic real cap_slope(real x, real cap);         // 1 - (x / cap)^2, the slope of cap tanh(z / cap) where it is x
      logic seq capped_gradient(seq g, seq x, real cap); // g_j cap_slope(x_j, cap)
      logic seq scaled_gradient(seq g, real scale);   // scale g_j
    } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma cap_slope_is: \forall real x, cap; cap > 0.0 ==> cap_slope(x, cap) == 1.0 - (x / cap) * (x / cap); */
/*@ lemma capped_gradient_is: \forall seq g, x, real cap, integer j;
      el(capped_gradient(g, x, cap), j) == el(g, j) * cap_slope(el(x, j), cap); */
/*@ lemma scaled_gradient_is: \forall seq g, real scale, integer j;
      el(scaled_gradient(g, scale), j) == scale * el(g, j); */
#endif

/*@ lemma cap_slope_in_steps: \forall real x, cap; cap > 0.0 ==>
      cap_slope(x, cap) == 1.0 - rmul(rdiv(x, cap), rdiv(x, cap)); */
/*@ lemma capped_gradient_element: \forall seq g, x, real cap, integer j;
      el(capped_gradient(g, x, cap), j) == rmul(el(g, j), cap_slope(el(x, j), cap)); */
/*@ lemma scaled_gradient_element: \forall seq g, real scale, integer j;
      el(scaled_gradient(g, scale), j) == rmul(scale, el(g, j)); */
#endif
