/* spec/budget/roundings.h - what one rounding, or several, add to an error, and the roundings of a tensor between two
   kernels (spec/budget.md, sections 2, 17 and 19). */
#ifndef PLUMB_SPEC_BUDGET_ROUNDINGS_H
#define PLUMB_SPEC_BUDGET_ROUNDINGS_H
#include "spec/budget/model.h"

/* what is off by d of a number of this size, rounded by e and f */
/*@ logic real moved(real e, real f, real d, real size) = d + rmul(e, size + d) + f; */
/* what k roundings of the exponent's format underflow by */
/*@ logic real gamma_tiny(seq u, seq t, real k) = rmul(rmul(k, el(t, 4)), 1.0 + gamma_up(k, el(u, 4))); */
/* a tensor is stored as coarsely as inputs or outputs are */
/*@ logic real tensor_unit(seq u) = \max(el(u, 0), el(u, 7)); */
/*@ logic real tensor_tiny(seq t) = \max(el(t, 0), el(t, 7)); */
#endif
