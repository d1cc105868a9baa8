/* spec/compare/base_budget.h - frequencies as powers of a base that is itself scaled and rounded: ntk and dynamic
   (spec/budget.md, section 17). */
#ifndef PLUMB_SPEC_COMPARE_BASE_BUDGET_H
#define PLUMB_SPEC_COMPARE_BASE_BUDGET_H
#include "spec/compare/rounded_sum.h"

/* k roundings multiply a number by an exponential */
/*@ lemma roundings_are_exponent: \forall real u, x, y, integer k;
      0.0 <= u && k * u < 1.0 && roundings(u, 0.0, k, x, y) ==>
      \exists real tau; y == x * \exp(tau) && \abs(tau) <= -\log(1.0 - k * u); */
/* of which a power x <= 1 feels x times as many, where there are other roundings, two thirds of them or more */
/*@ lemma power_feels: \forall real theta, tau, x, k, a, u, y; 0.0 <= u && 0.0 <= k && 0.0 <= a && 0.0 <= x <= 1.0 &&
      k * u <= 0.25 && 2.0 * k <= 3.0 * a && (a + k * x) * u < 1.0 && \abs(tau) <= -\log(1.0 - k * u) &&
      rounds(gamma_of(a, u), 0.0, theta * \exp(x * tau), y) ==> rounds(gamma_of(a + k * x, u), 0.0, theta, y); */
#endif
