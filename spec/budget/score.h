/* spec/budget/score.h - how far a score as computed is from the exact one: D of spec/budget.md, section 3, as a sum of
   four parts, each a number of the row times what a key brings. */
#ifndef PLUMB_SPEC_BUDGET_SCORE_H
#define PLUMB_SPEC_BUDGET_SCORE_H
#include "spec/budget/total_size.h"
#include "spec/budget/model.h"
#include "spec/score/scaled_dot.h"

/* of the scale and its parts: what underflows, and how large they are at most; `larger` is the scale's size, or 1 */
/*@ logic real scale_tiny(seq u, seq t, real larger) =
      rmul(el(t, 0), rmul(2.0, rmul(1.0 + el(u, 0), larger)) + el(t, 0)); */
/*@ logic real amplified(seq u, seq t, real larger) = rmul(1.0 + el(u, 0), larger) + el(t, 0); */
/* of an element of a vector as it is multiplied */
/*@ logic real operand_unit(seq u) = joint(el(u, 0), el(u, 1)); */
/*@ logic real operand_tiny(seq u, seq t) = rmul(el(t, 0), 1.0 + el(u, 1)) + el(t, 1); */
/* of the scale, of the score, and of the sum of products */
/*@ logic real input_unit(seq u) = joint(el(u, 0), el(u, 0)); */
/*@ logic real score_unit(seq u) = joint(el(u, 3), joint(el(u, 3), el(u, 3))); */
/*@ logic real sum_unit(seq u, integer d) = gamma_up(d + 4.0, el(u, 2)); */
/*@ logic real product_unit(seq u, integer d) = joint(joint(operand_unit(u), operand_unit(u)), sum_unit(u, d)); */
/* the gain of what underflows among the products */
/*@ logic real product_gain(seq u, seq t, integer d, real larger) =
      rmul(1.0 + sum_unit(u, d), amplified(u, t, larger)); */

/*@ logic real part_of_magnitude(seq u, seq t, integer d, real size, real larger) = rmul(1.0 + score_unit(u),
      rmul(product_unit(u, d), rmul(1.0 + input_unit(u), size) + scale_tiny(u, t, larger))
        + scale_tiny(u, t, larger)); */
/*@ logic real part_of_sizes(seq u, seq t, integer d, real larger) = rmul(1.0 + score_unit(u),
      rmul(product_gain(u, t, d, larger), rmul(operand_tiny(u, t), 1.0 + operand_unit(u)))); */
/*@ logic real part_of_score(seq u) = joint(score_unit(u), input_unit(u)); */
/*@ logic real part_of_nothing(seq u, seq t, integer d, real larger) = rmul(1.0 + score_unit(u),
      rmul(product_gain(u, t, d, larger),
           rmul((real)d, rmul(operand_tiny(u, t), operand_tiny(u, t)) + rmul(6.0, el(t, 2))))
        + rmul(el(t, 3), amplified(u, t, larger) + 2.0)); */

/* The magnitude of a score is that of its products, its sizes are those of the elements of its vectors. */
/*@ logic real magnitude_of(seq q, seq k, integer d) = dots(absolutes(q), absolutes(k), d); */
/*@ logic real score_off(seq u, seq t, real scale, seq q, seq k, integer d) =
      rmul(part_of_magnitude(u, t, d, \abs(scale), \max(1.0, \abs(scale))), magnitude_of(q, k, d))
        + rmul(part_of_sizes(u, t, d, \max(1.0, \abs(scale))), absolute_total(q, d) + absolute_total(k, d))
        + rmul(part_of_score(u), \abs(rmul(scale, dots(q, k, d))))
        + part_of_nothing(u, t, d, \max(1.0, \abs(scale))); */

/*@ lemma score_within_model: \forall seq u, t, q, k, integer d, real scale, y;
      is_roundings(u, t) && 0 <= d && bears_products(u, d) && score_computed(u, t, scale, q, k, d, y) ==>
      \abs(y - rmul(scale, dots(q, k, d))) <= score_off(u, t, scale, q, k, d); */
#endif
