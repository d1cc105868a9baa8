/* spec/budget/total_size.h - the sum of the sizes of numbers, one by one. */
#ifndef PLUMB_SPEC_BUDGET_TOTAL_SIZE_H
#define PLUMB_SPEC_BUDGET_TOTAL_SIZE_H
#include "spec/weight/normalised.h"

/*@ lemma absolute_total_none: \forall seq w; absolute_total(w, 0) == 0.0; */
/*@ lemma absolute_total_next: \forall seq w, integer n, m; 0 <= n < m <= n + 1 ==>
      absolute_total(w, m) == absolute_total(w, n) + \abs(el(w, n)); */
#endif
