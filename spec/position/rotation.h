/* spec/position/rotation.h - a vector whose pairs of elements are turned, each by its own angle   (arXiv 2104.09864,
   section 3).

   Pair m, (a, b), goes to (a c_m - b s_m, a s_m + b c_m).  layout says which elements form the pairs and
   where they go (src/position/forms.h).  Elements from 2 pairs on stay as they are. */
#ifndef PLUMB_SPEC_POSITION_ROTATION_H
#define PLUMB_SPEC_POSITION_ROTATION_H
#include "spec/position/forms.h"
#include "spec/number/sequence.h"

/*@ axiomatic Rotation {
      logic seq rotated(seq x, seq cosine, seq sine, integer layout, integer pairs);
      // element e of the result is the first of pair m, whose elements in x are a and b; or the second
      predicate first_of_pair(integer layout, integer pairs, integer e, integer m, integer a, integer b);
      predicate second_of_pair(integer layout, integer pairs, integer e, integer m, integer a, integer b);
    } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma rotated_half: \forall seq x, c, s, integer pairs, m; 0 <= m < pairs ==>
      el(rotated(x, c, s, PLUMB_ROPE_HALF, pairs), m) == el(x, m) * el(c, m) - el(x, m + pairs) * el(s, m) &&
      el(rotated(x, c, s, PLUMB_ROPE_HALF, pairs), m + pairs) == el(x, m) * el(s, m) + el(x, m + pairs) * el(c, m); */
/*@ lemma rotated_interleaved: \forall seq x, c, s, integer pairs, m; 0 <= m < pairs ==>
      el(rotated(x, c, s, PLUMB_ROPE_INTERLEAVED, pairs), 2 * m) ==
      el(x, 2 * m) * el(c, m) - el(x, 2 * m + 1) * el(s, m) &&
      el(rotated(x, c, s, PLUMB_ROPE_INTERLEAVED, pairs), 2 * m + 1) ==
      el(x, 2 * m) * el(s, m) + el(x, 2 * m + 1) * el(c, m); */
/*@ lemma rotated_deinterleaved: \forall seq x, c, s, integer pairs, m; 0 <= m < pairs ==>
      el(rotated(x, c, s, PLUMB_ROPE_DEINTERLEAVED, pairs), m) ==
      el(x, 2 * m) * el(c, m) - el(x, 2 * m + 1) * el(s, m) &&
      el(rotated(x, c, s, PLUMB_ROPE_DEINTERLEAVED, pairs), m + pairs) ==
      el(x, 2 * m) * el(s, m) + el(x, 2 * m + 1) * el(c, m); */
#endif

/* The layouts, and the same by the element e of the result. */
/*@ lemma first_of_pair_is: \forall integer layout, pairs, e, m, a, b; 0 <= layout <= 2 ==>
      (first_of_pair(layout, pairs, e, m, a, b) <==>
       0 <= m < pairs && (layout == PLUMB_ROPE_HALF ==> a == m && b == m + pairs) &&
       (layout != PLUMB_ROPE_HALF ==> a == 2 * m && b == 2 * m + 1) &&
       (layout == PLUMB_ROPE_INTERLEAVED ==> e == 2 * m) && (layout != PLUMB_ROPE_INTERLEAVED ==> e == m)); */
/*@ lemma second_of_pair_is: \forall integer layout, pairs, e, m, a, b; 0 <= layout <= 2 ==>
      (second_of_pair(layout, pairs, e, m, a, b) <==>
       0 <= m < pairs && (layout == PLUMB_ROPE_HALF ==> a == m && b == m + pairs) &&
       (layout != PLUMB_ROPE_HALF ==> a == 2 * m && b == 2 * m + 1) &&
       (layout == PLUMB_ROPE_INTERLEAVED ==> e == 2 * m + 1) &&
       (layout != PLUMB_ROPE_INTERLEAVED ==> e == m + pairs)); */
/*@ lemma rotated_first: \forall seq x, c, s, integer layout, pairs, e, m, a, b;
      first_of_pair(layout, pairs, e, m, a, b) ==>
      el(rotated(x, c, s, layout, pairs), e) == rmul(el(x, a), el(c, m)) - rmul(el(x, b), el(s, m)); */
/*@ lemma rotated_second: \forall seq x, c, s, integer layout, pairs, e, m, a, b;
      second_of_pair(layout, pairs, e, m, a, b) ==>
      el(rotated(x, c, s, layout, pairs), e) == rmul(el(x, a), el(s, m)) + rmul(el(x, b), el(c, m)); */
/*@ lemma rotated_rest: \forall seq x, c, s, integer layout, pairs, e; 2 * pairs <= e ==>
      el(rotated(x, c, s, layout, pairs), e) == el(x, e); */
#endif
