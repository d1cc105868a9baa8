/* spec/budget/summed_delta.h - delta as the sum of the probabilities of a row times the gradients in them
   (spec/budget.md, section 24). */
#ifndef PLUMB_SPEC_BUDGET_SUMMED_DELTA_H
#define PLUMB_SPEC_BUDGET_SUMMED_DELTA_H
#include "spec/budget/pair_gradient.h"
#include "spec/budget/products.h"

/* x is P dP of a pair, an element of a tensor or not; P may be rounded to `probability` before */
/*@ predicate pair_product(seq u, seq t, plumb_gradient_pair g, real x) = \exists real p, q, y;
      pair_probability(u, t, g, p) && rounded_in(u, t, 5, p, q) && probability_gradient(u, t, g, y) &&
      element_stored(u, t, rmul(q, y), x); */
/*@ predicate pair_products{L}(plumb_gradient_pair *pair, seq u, seq t, seq x, subset m, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==> pair_product(u, t, pair[j], el(x, j)); */
/* s is the sum of these of the pairs in m, in any order, stored as an element or not */
/*@ predicate summed_delta{L}(plumb_gradient_pair *pair, seq u, seq t, subset m, integer n, real s) =
      \exists seq x, real a; pair_products(pair, u, t, x, m, n) &&
        visible_terms(u, t, x, m, n, product_steps(m, n, 0), a) && element_stored(u, t, a, s); */
#endif
