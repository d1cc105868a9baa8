/* spec/budget/added.h - how far the elements of a vector are off to which an engine has added the row of its position,
   from a table or of sines and cosines (spec/budget.md, section 18).  Definitions: proofs/model/added.v. */
#ifndef PLUMB_SPEC_BUDGET_ADDED_H
#define PLUMB_SPEC_BUDGET_ADDED_H
#include "spec/budget/rotated.h"
#include "spec/position/sinusoidal.h"

/* sinusoid_computed: w is an engine's row of sines and cosines, whose angles are off by delta at most, each.
   element_added: y is x + r as computed. */
/*@ axiomatic Added {
      predicate sinusoid_computed(seq u, seq delta, seq turns, integer position, integer layout, integer pairs, seq w);
      predicate element_added(seq u, seq t, real r, real x, real y);
    } */

/* element e is a sine or cosine of angle m, and by how much such a function is off */
/*@ predicate of_angle(integer layout, integer pairs, integer e, integer m) =
      layout == PLUMB_SINUSOIDAL_INTERLEAVED ? m == e / 2 : e < pairs ? m == e : m == e - pairs; */
/*@ logic real function_off(seq u, real delta) = delta + rmul(8.0, el(u, 4)); */
/*@ lemma sinusoid_within: \forall seq u, delta, turns, w, integer position, layout, pairs, e, m;
      0 <= e < 2 * pairs && of_angle(layout, pairs, e, m) &&
      sinusoid_computed(u, delta, turns, position, layout, pairs, w) ==>
      near(el(w, e), el(sinusoid(turns, position, layout, pairs), e), function_off(u, el(delta, m))); */

/* where the row's number, of size r, is off by d itself, and the sum has this size */
/*@ logic real added_off(seq u, seq t, real d, real r, real size) =
      rotated_stored(u, t, moved(el(u, 4), el(t, 4), in_tensor_off(u, t, d, r), size), size); */
/*@ lemma added_within: \forall seq u, t, real d, r, w, x, y; is_roundings(u, t) && near(w, r, d) &&
      element_added(u, t, w, x, y) ==> near(y, x + r, added_off(u, t, d, \abs(r), \abs(x + r))); */

/* x is the vector v, of d elements, with the row w, as an engine has added it */
/*@ predicate vector_added(seq u, seq t, seq w, seq v, seq x, integer d) =
      \forall integer e; 0 <= e < d ==> element_added(u, t, el(w, e), el(v, e), el(x, e)); */
/* the engine's row w is within what memory says of the exact one, r */
/*@ predicate row_within{L}(double *off, seq w, seq r, integer d) =
      \forall integer e; 0 <= e < d ==> \is_finite(off[e]) && near(el(w, e), el(r, e), off[e]); */
#endif
