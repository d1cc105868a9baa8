/* spec/budget/known_scores.h - what is known of each score of a row, as an engine computes it, is known of all. */
#ifndef PLUMB_SPEC_BUDGET_KNOWN_SCORES_H
#define PLUMB_SPEC_BUDGET_KNOWN_SCORES_H
#include "spec/budget/biased.h"
#include "spec/budget/visible_softmax.h"

/*@ lemma all_are_off{L}: \forall plumb_ball *score, plumb_ball *off, seq y, subset m, integer n;
      all_computed(score, off, y, m, n) ==> \exists seq s, d;
      encloses_among(score, s, m, n) && encloses_among(off, d, m, n) && visible_off(y, s, d, m, n); */
/* a column that stands alone */
/*@ lemma place_in_one: \forall integer j; place(j, 1, 0) == j; */
#endif
