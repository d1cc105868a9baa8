/* spec/budget/sharper.h - the direct test excludes whatever the bound of a quotient does (spec/budget.md, section 5):
   nothing is lost by it. */
#ifndef PLUMB_SPEC_BUDGET_SHARPER_H
#define PLUMB_SPEC_BUDGET_SHARPER_H
#include "spec/budget/direct.h"
#include "spec/compare/mean_budget.h"

/* weights w that sum to 1, their mean o, errors of their exponents of at most l_j */
/*@ predicate exponents_err(seq w, seq l, seq v, seq least, seq most, subset everything, integer n, real o) =
      (\forall integer j; 0 <= j < n ==> among(everything, j) && 0.0 <= el(w, j) && 0.0 <= el(l, j) &&
        el(least, j) == el(w, j) * \exp(-el(l, j)) && el(most, j) == el(w, j) * \exp(el(l, j))) &&
      total(w, n) == 1.0 && total(times(w, v), n) == o; */
/*@ lemma excess_sharper: \forall seq w, l, v, least, most, subset everything, integer n, real o, x, kv, k, eta, zeta;
      exponents_err(w, l, v, least, most, everything, n, o) && 0.0 <= kv && 0.0 <= k <= 1.0 && 0.0 <= zeta && o <= x ==>
      excess(least, most, everything, v, everything, n, 1.0, x, \abs(x), kv, eta, k, zeta) <=
        mean_error(w, l, v, n, o, kv, k, eta, zeta) - (x - o) * least_denominator(w, l, n, k, zeta); */
/* so: farther above the mean than that bound, with a denominator above 0 */
/*@ lemma direct_test_suffices: \forall seq w, l, v, least, most, subset everything, integer n,
      real o, x, kv, k, eta, zeta;
      exponents_err(w, l, v, least, most, everything, n, o) && 0.0 <= kv && 0.0 <= k <= 1.0 && 0.0 <= zeta && o <= x &&
      0.0 < least_denominator(w, l, n, k, zeta) &&
      mean_error(w, l, v, n, o, kv, k, eta, zeta) / least_denominator(w, l, n, k, zeta) < x - o ==>
      excess(least, most, everything, v, everything, n, 1.0, x, \abs(x), kv, eta, k, zeta) < 0.0; */
#endif
