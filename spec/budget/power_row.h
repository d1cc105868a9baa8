/* spec/budget/power_row.h - from the scores of a row as computed to what an engine gives for it with a power softmax:
   by sums of powers, rescaled or not, or by roots (spec/budget.md, section 15). */
#ifndef PLUMB_SPEC_BUDGET_POWER_ROW_H
#define PLUMB_SPEC_BUDGET_POWER_ROW_H
#include "spec/budget/finite.h"
#include "spec/budget/rooted.h"

/* r factors, each e^(m - m') or e^(p (m - m')), or a power of the former: by how much the exponential is off that was
   multiplied by them */
/*@ predicate bears_factors(seq u, real p, integer r) =
      rmul(r + 1.0, el(u, 10)) < 1.0 && rmul(rmul(1.0 + p, (real)r), el(u, 11)) <= 0.5; */
/*@ logic real rescaled_unit(seq u, real p, integer r) =
      joint(gamma_up(r + 1.0, el(u, 10)), gamma_up(rmul(1.0 + p, (real)r), el(u, 11))); */
/* a model g, h in which exponentials are off by as much; their arguments and what underflows count once for each
   factor, and what underflows in sums may be repeated */
/*@ predicate bears_rescaled_powers(seq u, seq t, real p, integer r, seq g, seq h) =
      bears_factors(u, p, r) && rescaled_unit(u, p, r) <= el(g, 10) && rmul(r + 1.0, el(t, 3)) <= el(h, 3) &&
      rmul(r + 1.0, el(t, 4)) <= el(h, 4) && rmul(1 + 1.0, el(t, 6)) <= el(h, 6) && el(g, 3) == el(u, 3) &&
      el(g, 4) == el(u, 4) && el(g, 6) == el(u, 6) && el(h, 10) == el(t, 10) &&
      \forall integer i; 0 <= i < 12 && i != 3 && i != 4 && i != 6 && i != 10 ==>
        el(g, i) == el(u, i) && el(h, i) == el(t, i); */
/* Where both sums are rescaled r times at most as the largest score rises, each term is one of such a model; so it is
   where they are not. */
/*@ predicate rescaled_powered_sum(seq u, seq t, real p, integer adds, seq y, seq v, seq a, subset m, integer n,
                                   integer r, real z) =
      \forall seq g, h; is_roundings(g, h) && bears_rescaled_powers(u, t, p, r, g, h) ==>
      powered_sum(g, h, p, adds, y, v, a, m, n, r, z); */
/*@ predicate power_row_sum(seq u, seq t, real p, integer adds, seq y, seq v, seq a, subset m, integer n, integer r,
                            real z) =
      rescaled_powered_sum(u, t, p, adds, y, v, a, m, n, r, z) || rooted_sum(u, t, p, adds, y, v, a, m, n, r, z); */
#endif
