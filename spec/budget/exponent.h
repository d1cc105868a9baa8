/* spec/budget/exponent.h - by how much the exponent of a weight as computed is off: L of spec/budget.md, section 4. */
#ifndef PLUMB_SPEC_BUDGET_EXPONENT_H
#define PLUMB_SPEC_BUDGET_EXPONENT_H
#include "spec/budget/model.h"
#include "spec/number/log.h"

/* no shift is larger in size than the scores are by more than this */
/*@ logic real reached(seq t) = 6.0 + el(t, 9) + el(t, 10); */
/* Of n keys, rescaled r times, every score at most `size` as computed: the shift, the rescalings, what joins parts.
   Shifts that follow each other are no more than 2 + reached farther apart than scores are, and those of parts that are
   joined count twice. */
/*@ logic real shift_off(seq u, seq t, integer n, integer r, real size) =
      rmul(gamma_up(28.0, el(u, 4)), size + (reached(t) - 2.0)) + rmul(gamma_up(12.0, el(u, 4)), rlog((real)n))
        + rmul(6.0 * r + 32.0, el(t, 4)); */
/*@ logic real exponentials_off(seq u, integer r) = gamma_up(1.0, el(u, 10)) + gamma_up(r + 3.0, el(u, 11)); */
/* the argument of exp, for a score of size s that is off by d, less a shift */
/*@ logic real argument_off(seq u, seq t, integer n, integer r, real size, real d, real s) =
      d + rmul(gamma_up(6.0, el(u, 4)), s + d + (size + reached(t))) + shift_off(u, t, n, r, size); */
/*@ logic real exponent_off(seq u, seq t, integer n, integer r, real size, real d, real s) =
      argument_off(u, t, n, r, size, d, s)
        + rmul(el(u, 9), s + (size + reached(t)) + argument_off(u, t, n, r, size, d, s)) + exponentials_off(u, r); */
#endif
