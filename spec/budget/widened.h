/* spec/budget/widened.h - a number that was rounded, whatever it was before (spec/budget.md, section 2). */
#ifndef PLUMB_SPEC_BUDGET_WIDENED_H
#define PLUMB_SPEC_BUDGET_WIDENED_H
#include "spec/budget/roundings.h"

/* y is x, rounded once by e and f */
/*@ predicate rounded_by(real e, real f, real x, real y) = near(y, x, rmul(e, \abs(x)) + f); */
/* once in the format of a step */
/*@ predicate rounded_in(seq u, seq t, integer step, real x, real y) = rounded_by(el(u, step), el(t, step), x, y); */
/* k times in the format of exponents */
/*@ predicate rounded_often(seq u, seq t, real k, real x, real y) =
      rounded_by(gamma_up(k, el(u, 4)), gamma_tiny(u, t, k), x, y); */
#endif
