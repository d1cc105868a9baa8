/* spec/budget/added_products.h - by how much a sum of weights, divided by something, times values to which vectors are
   added is off, as an engine computes it (spec/budget.md, section 20).  Definition: proofs/model/added_products.v. */
#ifndef PLUMB_SPEC_BUDGET_ADDED_PRODUCTS_H
#define PLUMB_SPEC_BUDGET_ADDED_PRODUCTS_H
#include "spec/budget/added_model.h"
#include "spec/budget/products.h"

/* added_quotients_summed: as quotients_summed, of the values v and of the vectors a.  Either v + a is stored and
   weighed, or both are weighed, and then their products, their sums, or what comes of the division is added.  Weights
   of vectors that are one row of a table may be added up before. */
/*@ axiomatic AddedProducts {
      predicate added_quotients_summed(seq u, seq t, seq p, seq v, seq a, integer n, integer k, real d, real z);
    } */
/* of the keys in m */
/*@ predicate visible_added_quotients(seq u, seq t, seq p, seq v, seq a, subset m, integer n, integer k, real d,
                                      real z) =
      added_quotients_summed(u, t, visible_of(m, n, p), visible_of(m, n, v), visible_of(m, n, a), visible_count(m, n),
                             k, d, z);
*/
/* with vectors or without */
/*@ predicate weighed_quotients(seq u, seq t, integer adds, seq p, seq v, seq a, subset m, integer n, integer k, real d,
                                real z) =
      adds != 0 ? visible_added_quotients(u, t, p, v, a, m, n, k, d, z) :
                  visible_quotients(u, t, p, v, m, n, k, d, z); */

/* It is one of twice the terms in a wider model g, h, but for what stored outputs underflow by. */
/*@ logic real added_products_off(seq g, seq h, seq p, seq v, seq a, subset m, integer n, integer k, real d) =
      products_off(g, h, 2 * visible_count(m, n), 2 * k, \max(1.0, \abs(d)),
                   product_sizes(p, v, m, n) + product_sizes(p, a, m, n),
                   visible_total(absolutes(p), m, n) + visible_total(absolutes(p), m, n),
                   visible_total(absolutes(v), m, n) + visible_total(absolutes(a), m, n)); */
/*@ lemma added_quotients_within: \forall seq u, t, g, h, p, v, a, subset m, integer n, k, real d, z;
      is_roundings(u, t) && bears_vectors(u, t, k, g, h) && bears_sum(g, 2 * k) && 4 <= k && 0 <= n &&
      visible_added_quotients(u, t, p, v, a, m, n, k, d, z) ==>
      near(rmul(z, d), products_of(p, v, m, n) + products_of(p, a, m, n),
           added_products_off(g, h, p, v, a, m, n, k, d) + rmul(outputs_tiny(u, t), \abs(d))); */
#endif
