/* spec/budget/finite.h - doubles that are finite denote numbers. */
#ifndef PLUMB_SPEC_BUDGET_FINITE_H
#define PLUMB_SPEC_BUDGET_FINITE_H
#include "spec/number/sequence.h"

/*@ predicate finite{L}(double *p, integer n) = \forall integer k; 0 <= k < n ==> \is_finite(p[k]); */
/*@ lemma finite_are_values{L}: \forall double *p, integer n; finite(p, n) ==> \exists seq x; values(p, x, n); */
#endif
