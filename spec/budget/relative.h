/* spec/budget/relative.h - how far a score is off of a key to which the vector of its relative position is added
   (spec/budget.md, section 20).  Definition: proofs/model/relative.v. */
#ifndef PLUMB_SPEC_BUDGET_RELATIVE_H
#define PLUMB_SPEC_BUDGET_RELATIVE_H
#include "spec/budget/biased.h"
#include "spec/budget/moved.h"
#include "spec/position/learned.h"

/* relative_computed: y is a score as computed from q, the vector k of its key and that of its position, a.  Either
   k + a is stored and multiplied with q, or q with each, and then their scores, or their products, are added. */
/*@ axiomatic Relative {
      predicate relative_computed(seq u, seq t, real scale, seq q, seq k, seq a, integer d, real y);
    } */

/* An element of k + a, from what is taken for those of k and a, and how far vectors move whose sizes add up to m
   where each of their l elements moves so. */
/*@ logic real formed_unit(seq u) = joint(joint(el(u, 0), el(u, 4)), tensor_unit(u)); */
/*@ logic real formed_tiny(seq u, seq t) =
      rmul(rmul(rmul(2.0, el(t, 0)), 1.0 + el(u, 4)) + el(t, 4), 1.0 + tensor_unit(u)) + tensor_tiny(t); */
/*@ logic real formed_moves(seq u, seq t, real m, real l) = rmul(formed_unit(u), m) + rmul(formed_tiny(u, t), l); */

/* A score of vectors whose sizes are m multiplied and l added up, and which itself is stored with size z. */
/*@ logic real sized_score_off(seq u, seq t, real scale, integer d, real m, real l, real z) =
      rmul(part_of_magnitude(u, t, d, \abs(scale), \max(1.0, \abs(scale))), m)
        + rmul(part_of_sizes(u, t, d, \max(1.0, \abs(scale))), l) + rmul(part_of_score(u), z)
        + part_of_nothing(u, t, d, \max(1.0, \abs(scale))); */

/* Of m = sum |q|(|k| + |a|), of l = sum |q| and n = sum |k| + |a|, and of the score's size z: where k + a is formed,
   which moves the product by e. */
/*@ logic real moved_by_sum_off(seq u, seq t, real scale, integer d, real m, real l, real z, real e) =
      sized_score_off(u, t, scale, d, m + e, l, z + rmul(\abs(scale), e)) + rmul(\abs(scale), e); */
/*@ logic real formed_off(seq u, seq t, real scale, integer d, real m, real l, real n, real z) =
      moved_by_sum_off(u, t, scale, d, m, l + (n + formed_moves(u, t, n, (real)d)), z, formed_moves(u, t, m, l)); */

/* Where there are two scores, whose sizes add up to w, or two products. */
/*@ logic real underflow_of_products(seq u, seq t, real larger) =
      rmul(1.0 + score_unit(u), rmul(amplified(u, t, larger), el(t, 4) + el(t, 3))); */
/*@ logic real two_scores_off(seq u, seq t, real scale, integer d, real m, real l, real n, real w) =
      sized_score_off(u, t, scale, d, m, rmul(2.0, l) + n, w) + part_of_nothing(u, t, d, \max(1.0, \abs(scale))); */
/*@ logic real apart_off(seq u, seq t, real scale, integer d, real m, real l, real n, real w, real z) =
      moved(joint(el(u, 4), el(u, 3)), tiny_of_sum(u, t) + underflow_of_products(u, t, \max(1.0, \abs(scale))),
            two_scores_off(u, t, scale, d, m, l, n, w), z); */

/*@ logic real either_off(seq u, seq t, real scale, integer d, real m, real l, real n, real w, real z) =
      \max(formed_off(u, t, scale, d, m, l, n, z), apart_off(u, t, scale, d, m, l, n, w, z)); */
/* p and r are the exact scores of k and of a */
/*@ logic real relative_off(seq u, seq t, real scale, seq q, seq k, seq a, integer d, real p, real r) =
      either_off(u, t, scale, d, magnitude_of(q, k, d) + magnitude_of(q, a, d), absolute_total(q, d),
                 absolute_total(k, d) + absolute_total(a, d), \abs(p) + \abs(r), \abs(p + r)); */
/*@ lemma relative_within: \forall seq u, t, q, k, a, integer d, real scale, p, r, y;
      is_roundings(u, t) && 0 <= d && bears_products(u, d) && relative_computed(u, t, scale, q, k, a, d, y) &&
      p == rmul(scale, dots(q, k, d)) && r == rmul(scale, dots(q, a, d)) ==>
      near(y, p + r, relative_off(u, t, scale, q, k, a, d, p, r)); */

#ifdef PLUMB_DEFINITIONS
/* both exact scores are that of the key with its position's vector */
/*@ lemma scores_of_sum: \forall real scale, seq q, k, a, integer d;
      rmul(scale, dots(q, k, d)) + rmul(scale, dots(q, a, d)) == rmul(scale, dots(q, with_row(k, a), d)); */
#endif
#endif
