/* spec/budget/added_up.h - by how much a weight is off that was stored, added up with those of other keys and stored
   again, as where these share a row of a table (spec/budget.md, section 20). */
#ifndef PLUMB_SPEC_BUDGET_ADDED_UP_H
#define PLUMB_SPEC_BUDGET_ADDED_UP_H
#include "spec/budget/model.h"

/* by the sum, of at most k roundings on the way of a weight, and by the store of what comes of it */
/*@ logic real row_unit(seq u, integer k) = joint(gamma_up((real)k, el(u, 6)), el(u, 5)); */
/*@ logic real row_tiny(seq u, seq t, integer k) =
      rmul(rmul(rmul(2.0, rmul((real)k, el(t, 6))), 1.0 + gamma_up((real)k, el(u, 6))), 1.0 + el(u, 5)) + el(t, 5); */
/* and by the store before */
/*@ logic real added_up_unit(seq u, integer k) = joint(el(u, 5), row_unit(u, k)); */
/*@ logic real added_up_tiny(seq u, seq t, integer k) =
      rmul(el(t, 5), 1.0 + row_unit(u, k)) + row_tiny(u, t, k); */
#endif
