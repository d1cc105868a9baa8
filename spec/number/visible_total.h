/* spec/number/visible_total.h - sums over the visible terms, key by key. */
#ifndef PLUMB_SPEC_NUMBER_VISIBLE_TOTAL_H
#define PLUMB_SPEC_NUMBER_VISIBLE_TOTAL_H
#include "spec/number/sequence.h"

/*@ lemma visible_total_none: \forall seq w, subset m; visible_total(w, m, 0) == 0.0; */
/*@ lemma visible_total_next: \forall seq w, subset m, integer n, k; 0 <= n < k <= n + 1 && among(m, n) ==>
      visible_total(w, m, k) == visible_total(w, m, n) + el(w, n); */
/*@ lemma visible_total_skip: \forall seq w, subset m, integer n, k; 0 <= n < k <= n + 1 && !among(m, n) ==>
      visible_total(w, m, k) == visible_total(w, m, n); */
#endif
