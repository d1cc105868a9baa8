/* spec/mask/intersection.h - masks compose by intersection: a key is visible if every mask shows it.

   A mask is the set of keys that a query may see; a kernel that applies it hides the others, so that
   calling one kernel after the other intersects their sets, in whatever order. */
#ifndef PLUMB_SPEC_MASK_INTERSECTION_H
#define PLUMB_SPEC_MASK_INTERSECTION_H
#include "spec/number/sequence.h"

/*@ axiomatic Intersection { logic subset intersection(subset m, subset n); } */
/*@ lemma intersection_is: \forall subset m, n, integer j;
      among(intersection(m, n), j) <==> among(m, j) && among(n, j); */

#ifdef PLUMB_DEFINITIONS
/*@ lemma intersection_commutes: \forall subset m, n, integer j;
      among(intersection(m, n), j) <==> among(intersection(n, m), j); */
/*@ lemma intersection_associates: \forall subset m, n, o, integer j;
      among(intersection(intersection(m, n), o), j) <==> among(intersection(m, intersection(n, o)), j); */
/*@ lemma intersection_repeats: \forall subset m, n, integer j;
      among(intersection(intersection(m, n), n), j) <==> among(intersection(m, n), j); */
/*@ lemma intersection_hides: \forall subset m, n, integer j; among(intersection(m, n), j) ==> among(m, j); */
#endif
#endif
