/* spec/budget/clipped.h - the weights of a clipped softmax as an engine computes them, and what it gives for a row of
   them (spec/budget.md, section 15). */
#ifndef PLUMB_SPEC_BUDGET_CLIPPED_H
#define PLUMB_SPEC_BUDGET_CLIPPED_H
#include "spec/budget/added_products.h"
#include "spec/budget/visible_weight.h"
#include "spec/budget/weighing.h"

/*@ predicate bears_stretch(seq u) =
      rmul(4.0, el(u, 4)) < 1.0 && rmul(3.0, el(u, 5)) < 1.0 && rmul(4.0, el(u, 6)) < 1.0; */
/* by how much the stretched weight is off: stated numbers as inputs, four steps, the weight and two results stored, and
   the division that made the weight */
/*@ logic real stretched_relative(seq u) =
      joint(joint(joint(el(u, 0), el(u, 0)), joint(gamma_up(4.0, el(u, 4)), gamma_up(3.0, el(u, 5)))),
            gamma_up(4.0, el(u, 6))); */
/*@ logic real stretched_lost(seq t, real w) =
      rmul(2.0, rmul(el(t, 0), 1.0 + \abs(w))) + rmul(4.0, el(t, 5) + el(t, 4) + el(t, 6)); */
/*@ logic real stretched_off(seq u, seq t, real gamma, real zeta, real w) =
      rmul(stretched_relative(u), rmul(\abs(zeta) + \abs(gamma), \abs(w)) + \abs(gamma)) + stretched_lost(t, w); */
/* c is the weight w, stretched to [gamma, zeta] and cut back to [0, 1] */
/*@ predicate clipped_as(seq u, seq t, real gamma, real zeta, real w, real c) = \exists real s;
      (bears_stretch(u) ==> near(s, rmul(w, zeta - gamma) + gamma, stretched_off(u, t, gamma, zeta, w))) &&
      c == \min(1.0, \max(s, 0.0)); */
/*@ predicate weights_clipped(seq u, seq t, plumb_clip g, seq y, seq c, subset m, integer n, integer r) =
      \forall integer j; 0 <= j < n && among(m, j) ==> \exists real w;
      visible_weight(u, t, y, m, n, r, j, w) && clipped_as(u, t, g.gamma, g.zeta, w, el(c, j)); */
/* z is their sum times the values, with the vectors a if `adds` is not 0 */
/*@ predicate clipped_sum(seq u, seq t, plumb_clip g, integer adds, seq y, seq v, seq a, subset m, integer n, integer r,
                          real z) =
      \exists seq c; weights_clipped(u, t, g, y, c, m, n, r) &&
        weighed_quotients(u, t, adds, c, v, a, m, n, product_steps(m, n, r), 1.0, z); */
#endif
