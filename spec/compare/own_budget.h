/* spec/compare/own_budget.h - the budget's own roundings: what is computed of it is nearly all of it (spec/budget.md,
   section 8). */
#ifndef PLUMB_SPEC_COMPARE_OWN_BUDGET_H
#define PLUMB_SPEC_COMPARE_OWN_BUDGET_H
#include "spec/compare/rounded_sum.h"

/* y is at least x, which is not negative, but for the part e of it */
/*@ predicate nearly(real e, real x, real y) = 0.0 <= x && (1.0 - e) * x <= y; */
/*@ lemma sum_nearly: \forall real u, e, s, seq x, y, one, integer n, d, k, r;
      0.0 <= u && 0.0 <= e <= 1.0 && d * u <= 0.5 &&
      (\forall integer j; 0 <= j < n ==> el(one, j) == 1.0 && nearly(e, el(x, j), el(y, j))) &&
      rescaled_sum(u, 0.0, 0.0, y, one, n, d, k, r, s) ==>
      nearly(e + 2.0 * d * u, total(x, n), s); */
/*@ lemma product_nearly: \forall real a, b, u, x, v, y, w, z;
      0.0 <= a && 0.0 <= b <= 1.0 && 0.0 <= u <= 1.0 && 0.0 <= y && nearly(a, x, y) && nearly(b, v, w) &&
      nearly(u, y * w, z) ==>
      nearly(a + b + u, x * v, z); */
/* e^l - 1, of an exponent that is nearly l */
/*@ lemma growth_nearly: \forall real e, f, l, m, z; 0.0 <= e <= 1.0 && 0.0 <= f <= 1.0 &&
      nearly(e, l, m) && nearly(f, \exp(m) - 1.0, z) ==> nearly((1.0 + l) * e + f, \exp(l) - 1.0, z); */
/* the denominator off by e, its computed value at least 1/4; the quotient rounded, too */
/*@ lemma own_rounding_covers: \forall real e, numerator, denominator, n, d, q;
      0.0 <= e <= 0x3p-24 && nearly(e, numerator, n) && \abs(d - denominator) <= e && 0.25 <= d &&
      nearly(0x1p-30, n / d, q) ==>
      0.0 < denominator && numerator / denominator <= (1.0 + 0x1p-20) * q; */
#endif
