/* spec/budget/feature.h - by how much an element of a feature map is off, as an engine computes it (spec/budget.md,
   section 9).  Definition: proofs/model/feature.v. */
#ifndef PLUMB_SPEC_BUDGET_FEATURE_H
#define PLUMB_SPEC_BUDGET_FEATURE_H
#include "spec/budget/activation.h"

/* y is elu(x) + 1 */
/*@ axiomatic Feature { predicate elu_feature_computed(seq u, seq t, real x, real y); } */
/* from elu(x) as it comes out, before it is stored */
/*@ predicate feature_added(seq u, seq t, real a, real y) = \exists real b, c, s; rounded_often(u, t, 2.0, a, b) &&
      rounded_in(u, t, 0, b, c) && rounded_often(u, t, 2.0, c + 1.0, s) && rounded_in(u, t, 0, s, y); */
/*@ lemma elu_feature_within: \forall seq u, t, real x, y;
      is_roundings(u, t) && bears_maps(u) && elu_feature_computed(u, t, x, y) ==>
      \exists real a; near(a, elu_plus_one(x) - 1.0, elu_off(u, t, elu_plus_one(x))) && feature_added(u, t, a, y); */
/*@ lemma elu_feature_within_right: \forall seq u, t, real x, y;
      0.0 < x && is_roundings(u, t) && bears_maps(u) && elu_feature_computed(u, t, x, y) ==>
      feature_added(u, t, x, y); */
#endif
