/* spec/budget/mlp_feature.h - by how much W2 max(0, W1 x) is off, as an engine computes it (spec/budget.md, section 9).
   Definition: proofs/model/feature.v. */
#ifndef PLUMB_SPEC_BUDGET_MLP_FEATURE_H
#define PLUMB_SPEC_BUDGET_MLP_FEATURE_H
#include "spec/budget/score.h"
#include "spec/budget/widened.h"

/* y is the product of a row w of a matrix with the n elements x, stored */
/*@ axiomatic MlpFeature { predicate feature_product_computed(seq u, seq t, seq w, seq x, integer n, real y); } */
/*@ logic real feature_sum_unit(seq u, integer n) = gamma_up(n + 2.0, el(u, 2)); */
/* what underflows, and by how much it is off before it is stored, from sums of the sizes of products, row and
   elements */
/*@ logic real feature_product_lost(seq u, seq t, integer n, real sizes) =
      rmul(rmul(operand_tiny(u, t), 1.0 + operand_unit(u)), sizes)
        + rmul((real)n, rmul(operand_tiny(u, t), operand_tiny(u, t)) + rmul(2.0, el(t, 2))); */
/*@ logic real feature_product_off(seq u, seq t, integer n, real terms, real sizes) =
      rmul(joint(joint(operand_unit(u), operand_unit(u)), feature_sum_unit(u, n)), terms)
        + rmul(1.0 + feature_sum_unit(u, n), feature_product_lost(u, t, n, sizes)); */
/*@ lemma feature_product_within: \forall seq u, t, w, x, integer n, real y;
      is_roundings(u, t) && 0 <= n && bears_products(u, n) && feature_product_computed(u, t, w, x, n, y) ==>
      \exists real p; near(p, dots(w, x, n),
        feature_product_off(u, t, n, dots(absolutes(w), absolutes(x), n),
                            absolute_total(w, n) + absolute_total(x, n))) && rounded_in(u, t, 0, p, y); */

/* y are the features of x: n elements, h rows of n in the first matrix, d of h in the second */
/*@ predicate layer_computed(seq u, seq t, seq w, seq x, integer n, integer rows, seq y) = \forall integer i;
      0 <= i < rows ==> feature_product_computed(u, t, drop(w, place(i, n, 0)), x, n, el(y, i)); */
/*@ predicate is_rectified(seq b, seq a, integer n) =
      \forall integer i; 0 <= i < n ==> el(b, i) == \max(el(a, i), 0.0); */
/*@ predicate mlp_features_computed(seq u, seq t, seq inner, seq outer, seq x, integer n, integer h, integer d, seq y) =
      \exists seq a, b; layer_computed(u, t, inner, x, n, h, a) && is_rectified(b, a, h) &&
        layer_computed(u, t, outer, b, h, d, y); */
/* a matrix in memory, row by row; that rows lie inside is a fact, said for the provers */
/*@ predicate matrix{L}(double *p, seq w, integer rows, integer n) = \forall integer i; 0 <= i < rows ==>
      0 <= place(i, n, 0) && place(i, n, 0) + n <= rows * n &&
      values(p + place(i, n, 0), drop(w, place(i, n, 0)), n); */
#endif
