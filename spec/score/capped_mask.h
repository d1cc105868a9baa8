/* spec/score/capped_mask.h - scores masked before the softcap: an invisible key has the score -c.

   The mask's -infinity goes through c tanh(x / c), whose limit is -c, so that no key is invisible any more:
   `everything` is the set of all keys. */
#ifndef PLUMB_SPEC_SCORE_CAPPED_MASK_H
#define PLUMB_SPEC_SCORE_CAPPED_MASK_H
#include "spec/number/sequence.h"

/*@ axiomatic CappedMask {
      logic subset everything;
      logic seq capped_mask(seq x, subset m, real cap);
    } */

/*@ lemma everything_among: \forall integer i; among(everything, i); */
/*@ lemma capped_mask_visible: \forall seq x, subset m, real c, integer i;
      among(m, i) ==> el(capped_mask(x, m, c), i) == el(x, i); */
/*@ lemma capped_mask_invisible: \forall seq x, subset m, real c, integer i;
      !among(m, i) ==> el(capped_mask(x, m, c), i) == -c; */
#endif
