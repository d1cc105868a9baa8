/* spec/budget/output_delta.h - delta as the product of the output and its gradient (spec/budget.md, section 24). */
#ifndef PLUMB_SPEC_BUDGET_OUTPUT_DELTA_H
#define PLUMB_SPEC_BUDGET_OUTPUT_DELTA_H
#include "spec/budget/products.h"
#include "spec/budget/stored.h"
#include "spec/budget/total_size.h"

/* w is the output that was stored as o; or o itself, where the product takes the stored one */
/*@ predicate output_taken(seq u, seq t, integer from_stored, real w, real o) =
      from_stored != 0 ? w == o : stored_as(u, t, w, o); */
/* x is the product g w, where w is taken for o; x are those of n elements */
/*@ predicate output_product(seq u, seq t, integer from_stored, real g, real o, real x) = \exists real w;
      output_taken(u, t, from_stored, w, o) && x == rmul(g, w); */
/*@ predicate output_products(seq u, seq t, integer from_stored, seq g, seq o, seq x, integer n) =
      \forall integer c; 0 <= c < n ==> output_product(u, t, from_stored, el(g, c), el(o, c), el(x, c)); */
/* s is their sum in any order, at most n + 8 roundings on the way of each */
/*@ predicate output_delta(seq u, seq t, integer from_stored, seq g, seq o, integer n, real s) =
      \exists seq x; output_products(u, t, from_stored, g, o, x, n) && terms_summed(u, t, x, n, n + 8, s); */

/*@ lemma all_terms_within: \forall seq u, t, x, integer n, k, real s;
      is_roundings(u, t) && bears_sum(u, k) && terms_summed(u, t, x, n, k, s) ==>
      near(s, total(x, n), terms_off(u, t, k, absolute_total(x, n))); */
#endif
