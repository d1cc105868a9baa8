/* spec/budget/excess.h - e^(x - m) - e^-m as an engine computes it, m the largest score that it found so far, and by
   how much it is off (spec/budget.md, section 14).  Definitions: proofs/model/softpick_engine.v. */
#ifndef PLUMB_SPEC_BUDGET_EXCESS_H
#define PLUMB_SPEC_BUDGET_EXCESS_H
#include "spec/budget/widened.h"
#include "spec/number/exp.h"

/* e may be that difference, rescaled r times at most until m is the largest, times f: in units of e^-c, where f is
   e^(m - c) */
/*@ axiomatic Excess {
      predicate excess_scaled(seq u, seq t, integer r, real largest, real f, real c, real x, real e);
    } */

/*@ predicate bears_excesses(seq u, integer r) = rmul(28.0, el(u, 4)) < 1.0 && el(u, 3) < 1.0 && el(u, 10) < 1.0 &&
      rmul((real)r, el(u, 11)) < 1.0; */
/* By how much the exponents of both powers are off, of numbers of this size: the argument of exp, that as stored twice,
   both powers, the factor. */
/*@ logic real power_argument_off(seq u, seq t, real size) =
      rmul(gamma_up(6.0, el(u, 4)), size + size)
        + rmul(1.0 + gamma_up(6.0, el(u, 4)), rmul(rmul(2.0, el(u, 4)), size) + rmul(8.0, el(t, 4))); */
/*@ logic real power_off(seq u, seq t, real size) =
      moved(el(u, 3), el(t, 3), moved(el(u, 9), el(t, 4), power_argument_off(u, t, size), size + size), size + size)
        + (gamma_up(1.0, el(u, 10)) + gamma_up(1.0, el(u, 3))); */
/*@ logic real factor_off(seq u, seq t, integer r, real size) =
      rmul(gamma_up(5.0, el(u, 4)), size + size)
        + rmul((real)r, gamma_up(1.0, el(u, 11)) + rmul(6.0, el(t, 4))); */
/*@ logic real excess_off(seq u, seq t, integer r, real size) = power_off(u, t, size) + factor_off(u, t, r, size); */
/* the stores of the difference; what underflows of it, where x is the score */
/*@ logic real excess_relative(seq u) = joint(gamma_up(3.0, el(u, 4)), el(u, 3)); */
/*@ logic real rescaling_growth(seq u, integer r) = 1.0 + gamma_up((real)r, el(u, 11)); */
/*@ logic real excess_lost(seq u, seq t, integer r, real size, real x) = rmul(rescaling_growth(u, r),
      rmul(1.0 + excess_relative(u),
           rmul(2.0, rmul(1.0 + el(u, 3), el(t, 4)) + el(t, 3))
             + rmul(rmul((real)r, el(t, 4)), rmul(rexp(excess_off(u, t, r, size)), 1.0 + rexp(-x))))
        + (rmul(gamma_tiny(u, t, 3.0), 1.0 + el(u, 3)) + el(t, 3))); */
/*@ predicate excess_off_by(seq u, seq t, integer r, real size, real f, real c, real x, real e) =
      \exists real a, b; near(a, x - c, excess_off(u, t, r, size)) && near(b, -c, excess_off(u, t, r, size)) &&
        rounded_by(excess_relative(u), rmul(f, excess_lost(u, t, r, size, x)), rexp(a) - rexp(b), e); */
/* no shift on the way is larger than the larger of the score and the largest */
/*@ lemma excess_is_off_by: \forall seq u, t, integer r, real m, f, c, x, e;
      excess_scaled(u, t, r, m, f, c, x, e) ==> excess_off_by(u, t, r, \max(\abs(x), \abs(m)), f, c, x, e); */
#endif
