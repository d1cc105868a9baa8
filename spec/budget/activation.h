/* spec/budget/activation.h - the maps of a score to a weight that is no softmax, as an engine computes them, and by how
   much they are off (spec/budget.md, section 13).  Definitions: proofs/model/activation.v. */
#ifndef PLUMB_SPEC_BUDGET_ACTIVATION_H
#define PLUMB_SPEC_BUDGET_ACTIVATION_H
#include "spec/budget/biased.h"
#include "spec/budget/weighing.h"
#include "spec/budget/widened.h"
#include "spec/number/elu.h"
#include "spec/number/sigmoid.h"

/* y is that map of x, a score as computed */
/*@ axiomatic Activation {
      predicate sigmoid_computed(seq u, seq t, real x, real y);
      predicate elu_computed(seq u, seq t, real x, real y);
    } */
/*@ predicate map_computed(seq u, seq t, integer map, real x, real y) =
      map == PLUMB_MAP_IDENTITY ? y == x :
      map == PLUMB_MAP_RELU ? y == \max(x, 0.0) :
      map == PLUMB_MAP_SQUARED_RELU ? rounded_in(u, t, 4, rmul(\max(x, 0.0), \max(x, 0.0)), y) :
      map == PLUMB_MAP_SIGMOID ? sigmoid_computed(u, t, x, y) : elu_computed(u, t, x, y); */

/*@ predicate bears_maps(seq u) = rmul(4.0, el(u, 4)) < 1.0 && el(u, 10) < 1.0; */
/* an error of the exponential is one of its argument */
/*@ lemma sigmoid_within: \forall seq u, t, real x, y;
      is_roundings(u, t) && bears_maps(u) && sigmoid_computed(u, t, x, y) ==> \exists real a, b, c;
      rounded_often(u, t, 4.0, x, a) && near(b, a, gamma_up(1.0, el(u, 10))) && near(c, rsigmoid(b), el(t, 4)) &&
      rounded_often(u, t, 4.0, c, y); */
/* what elu(x) is off by, where elu(x) + 1 is e */
/*@ logic real elu_off(seq u, seq t, real e) = rmul(el(u, 10), \max(e, \abs(e - 1.0))) + el(t, 4); */
/*@ predicate elu_added(seq u, seq t, real a, real y) = \exists real b, c; rounded_often(u, t, 2.0, a, b) &&
      rounded_in(u, t, 3, b, c) && rounded_often(u, t, 2.0, c + 1.0, y); */
/*@ lemma elu_within: \forall seq u, t, real x, y;
      is_roundings(u, t) && bears_maps(u) && elu_computed(u, t, x, y) ==>
      \exists real a; near(a, elu_plus_one(x) - 1.0, elu_off(u, t, elu_plus_one(x))) && elu_added(u, t, a, y); */
/*@ lemma elu_within_right: \forall seq u, t, real x, y;
      0.0 < x && is_roundings(u, t) && bears_maps(u) && elu_computed(u, t, x, y) ==> elu_added(u, t, x, y); */
#endif
