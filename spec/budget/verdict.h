/* spec/budget/verdict.h - from the scores of a row as computed to what an engine gives for it, and to what is known of
   them (spec/budget.md, sections 3 to 6, 10 and 11). */
#ifndef PLUMB_SPEC_BUDGET_VERDICT_H
#define PLUMB_SPEC_BUDGET_VERDICT_H
#include "spec/budget/clipped.h"

/* z is the mean of the values under the scores y as computed, or their sum under weights that are clipped */
/*@ predicate row_sums(seq u, seq t, plumb_clip g, seq y, seq v, subset m, integer n, integer r, real z) =
      g.clips != 0 ? clipped_sum(u, t, g, y, v, m, n, r, z) : seen_softmax(u, t, y, v, m, n, r, z); */
/* x is an element of a row as it ends */
/*@ predicate row_gives(seq u, seq t, plumb_clip g, plumb_finish f, seq y, seq v, subset m, integer n, integer r,
                        real x) =
      \exists real z; row_sums(u, t, g, y, v, m, n, r, z) && finished_as(u, t, f, z, x); */
/* behind n keys a place for a sink, which weighs no value: it is there if it is in m */
/*@ predicate sink_behind(seq u, seq t, real logit, seq v, seq y, subset m, integer n) =
      among(m, n) ==> logit_computed(u, t, logit, el(y, n)) && el(v, n) == 0.0; */

/* what is known of each score is known of all */
/*@ lemma all_are_off{L}: \forall plumb_ball *score, plumb_ball *off, seq y, subset m, integer n;
      all_computed(score, off, y, m, n) ==> \exists seq s, d;
      encloses_among(score, s, m, n) && encloses_among(off, d, m, n) && seen_off(y, s, d, m, n); */
/*@ lemma place_in_one: \forall integer j; place(j, 1, 0) == j; */
#endif
