/* spec/gradient/rotation_gradient.h - from the gradient in a vector that was rotated to that in the vector.

   Pair m, (a, b), of the vector went to (a c_m - b s_m, a s_m + b c_m).  Of the gradient (g, h) in these two a has
   g c_m + h s_m, and b has h c_m - g s_m.  Elements from 2 pairs on have the gradient of what they stayed. */
#ifndef PLUMB_SPEC_GRADIENT_ROTATION_GRADIENT_H
#define PLUMB_SPEC_GRADIENT_ROTATION_GRADIENT_H
#include "spec/position/rotation.h"

/*@ axiomatic RotationGradient {
      logic seq rotation_gradient(seq g, seq cosine, seq sine, integer layout, integer pairs);
    } */

/*@ lemma rotation_gradient_first: \forall seq g, c, s, integer layout, pairs, e, f, m, a, b;
      first_of_pair(layout, pairs, e, m, a, b) && second_of_pair(layout, pairs, f, m, a, b) ==>
      el(rotation_gradient(g, c, s, layout, pairs), a) == rmul(el(g, e), el(c, m)) + rmul(el(g, f), el(s, m)); */
/*@ lemma rotation_gradient_second: \forall seq g, c, s, integer layout, pairs, e, f, m, a, b;
      first_of_pair(layout, pairs, e, m, a, b) && second_of_pair(layout, pairs, f, m, a, b) ==>
      el(rotation_gradient(g, c, s, layout, pairs), b) == rmul(el(g, f), el(c, m)) - rmul(el(g, e), el(s, m)); */
/*@ lemma rotation_gradient_rest: \forall seq g, c, s, integer layout, pairs, e; 2 * pairs <= e ==>
      el(rotation_gradient(g, c, s, layout, pairs), e) == el(g, e); */
#endif
