/* spec/budget/range.h - between which ends a weight lies, from an enclosure of the exact one and a bound of its error
   (spec/budget.md, section 4). */
#ifndef PLUMB_SPEC_BUDGET_RANGE_H
#define PLUMB_SPEC_BUDGET_RANGE_H
#include "spec/budget/evaluation.h"

/* an error within -lower .. upper that makes no weight negative; a limit that is not finite is none */
/*@ predicate errs_within(double lower, double upper, real t) =
      -1.0 <= t && (\is_finite(lower) ==> -lower <= t) && (\is_finite(upper) ==> t <= upper); */
/* an error of the exponent */
/*@ predicate exponent_errs_within(double error, real t) = \is_finite(error) ==> \abs(t) <= error; */
/*@ predicate within_range(plumb_range range, real p) = 0.0 <= p &&
      (\is_finite(range.least) ==> range.least <= p) && (\is_finite(range.most) ==> p <= range.most); */

/* the ends of a ball, rounded away from it */
/*@ lemma bottom_below: \forall real x, m, r; near(x, m, r) && 0.0 <= m && 0.0 < difference_down(m, r) ==>
      difference_down(m, r) <= x; */
/*@ lemma top_above: \forall real x, m, r; near(x, m, r) ==> x <= sum_up(\abs(m), r); */
/*@ lemma weight_grows: \forall real w, f, g; 0.0 <= w && f <= g ==> rmul(w, f) <= rmul(w, g); */
/*@ lemma weight_stays_positive: \forall real w, f; 0.0 <= w && 0.0 <= f ==> 0.0 <= rmul(w, f); */
/*@ lemma exponential_rises: \forall real x, y; x <= y ==> 0.0 <= rexp(x) <= rexp(y); */
#endif
