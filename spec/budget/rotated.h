/* spec/budget/rotated.h - how far the elements of a vector are off whose pairs an engine has rotated (spec/budget.md,
   section 17).  Definitions: proofs/model/rotated.v. */
#ifndef PLUMB_SPEC_BUDGET_ROTATED_H
#define PLUMB_SPEC_BUDGET_ROTATED_H
#include "spec/budget/roundings.h"
#include "spec/position/rotation.h"

/* element_rotated: y is a c - b s, for the cosine c and the sine s of an angle that is off by delta at most, both as
   computed, multiplied by mu, which takes k roundings.  Those that are stated, not computed, have a mu of 0. */
/*@ axiomatic Turned {
      predicate element_rotated(seq u, seq t, real delta, integer k, real mu, real c, real s, real a, real b, real y);
    } */
/* stored as a tensor */
/*@ logic real in_tensor_off(seq u, seq t, real d, real size) = moved(tensor_unit(u), tensor_tiny(t), d, size); */
/* a cosine or a sine of this size, and its product with an element of size a */
/*@ logic real entry_off(seq u, seq t, real k, real mu, real size) =
      in_tensor_off(u, t, moved(gamma_up(k, el(u, 4)), gamma_tiny(u, t, k), rmul(rmul(8.0, el(u, 4)), \abs(mu)), size),
                    size); */
/*@ logic real rotated_product_off(seq u, seq t, real k, real mu, real a, real size) =
      in_tensor_off(u, t, rmul(moved(el(u, 0), el(t, 0), 0.0, a), size + entry_off(u, t, k, mu, size))
                            + rmul(a, entry_off(u, t, k, mu, size)), rmul(a, size)); */
/* by how much an element of size x moves as its angle does, whose partner is of size y; how large a cosine of size c is
   then, whose sine is of size s */
/*@ logic real angle_moves(real delta, real x, real y) = rmul(y, delta) + rmul(x, rmul(rmul(delta, delta), 0.5)); */
/*@ logic real angle_enlarges(real delta, real c, real s) = c + rmul(delta, s); */
/* an element of this size, off by d before it is stored; d, of its products; the whole, with what its angle moved */
/*@ logic real rotated_stored(seq u, seq t, real d, real size) =
      in_tensor_off(u, t, in_tensor_off(u, t, d, size), size); */
/*@ logic real rotated_products(seq u, seq t, real delta, real k, real mu, real c, real s, real a, real b) =
      rotated_product_off(u, t, k, mu, a, angle_enlarges(delta, c, s))
        + rotated_product_off(u, t, k, mu, b, angle_enlarges(delta, s, c)); */
/*@ logic real rotated_off(seq u, seq t, real delta, real k, real mu, real c, real s, real a, real b) =
      angle_moves(delta, \abs(rmul(a, c) - rmul(b, s)), \abs(rmul(a, s) + rmul(b, c)))
        + rotated_stored(u, t, rotated_products(u, t, delta, k, mu, \abs(c), \abs(s), \abs(a), \abs(b)),
                         \abs(rmul(a, c) - rmul(b, s))
                           + angle_moves(delta, \abs(rmul(a, c) - rmul(b, s)), \abs(rmul(a, s) + rmul(b, c)))); */
/*@ lemma rotated_within: \forall seq u, t, real delta, integer k, real mu, c, s, a, b, y;
      is_roundings(u, t) && 0 <= k && rmul((real)k, el(u, 4)) < 1.0 &&
      element_rotated(u, t, delta, k, mu, c, s, a, b, y) ==>
      near(y, rmul(a, c) - rmul(b, s), rotated_off(u, t, delta, (real)k, mu, c, s, a, b)); */

/* the other element of the pair is one of this kind, too */
/*@ lemma partner_is_rotated: \forall real c, s, a, b; rmul(b, c) - rmul(a, -s) == rmul(a, s) + rmul(b, c); */

/* y is element e of the vector v, and x all of it, of d elements, as an engine has rotated its pairs */
/*@ predicate rotated_at(seq u, seq t, seq delta, integer k, real mu, seq c, seq s, integer layout, integer pairs,
                         seq v, integer e, real y) =
      (\forall integer m, i, j; first_of_pair(layout, pairs, e, m, i, j) ==>
        element_rotated(u, t, el(delta, m), k, mu, el(c, m), el(s, m), el(v, i), el(v, j), y)) &&
      (\forall integer m, i, j; second_of_pair(layout, pairs, e, m, i, j) ==>
        element_rotated(u, t, el(delta, m), k, mu, el(c, m), -el(s, m), el(v, j), el(v, i), y)) &&
      (2 * pairs <= e ==> y == el(v, e)); */
/*@ predicate vector_rotated(seq u, seq t, seq delta, integer k, real mu, seq c, seq s, integer layout, integer pairs,
                             integer d, seq v, seq x) =
      \forall integer e; 0 <= e < d ==> rotated_at(u, t, delta, k, mu, c, s, layout, pairs, v, e, el(x, e)); */
#endif
