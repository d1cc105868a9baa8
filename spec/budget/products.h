/* spec/budget/products.h - by how much a sum of weights times values is off, as an engine computes it (spec/budget.md,
   section 12).  Definitions: proofs/model/products.v. */
#ifndef PLUMB_SPEC_BUDGET_PRODUCTS_H
#define PLUMB_SPEC_BUDGET_PRODUCTS_H
#include "spec/budget/seen.h"

/* terms_summed: s is the sum of the first n terms, in any order, with at most k roundings on the way of a term.
   products_summed: the same of p_j v_j, each p_j stored and each v_j an operand. */
/*@ axiomatic Products {
      predicate terms_summed(seq u, seq t, seq x, integer n, integer k, real s);
      predicate products_summed(seq u, seq t, seq p, seq v, integer n, integer k, real s);
    } */
/* of the keys in m */
/*@ predicate seen_products(seq u, seq t, seq p, seq v, subset m, integer n, integer k, real s) =
      products_summed(u, t, seen_of(m, n, p), seen_of(m, n, v), visible_count(m, n), k, s); */

/* sum_{j<n, j in m} p_j v_j, and of the sizes of these terms */
/*@ logic real products_of(seq p, seq v, subset m, integer n) = weighted(p, m, v, 1, 0, n); */
/*@ logic real product_sizes(seq p, seq v, subset m, integer n) =
      weighted(absolutes(p), m, absolutes(v), 1, 0, n); */
/*@ lemma products_of_next: \forall seq p, v, subset m, integer n, k; 0 <= n < k <= n + 1 && among(m, n) ==>
      products_of(p, v, m, k) == products_of(p, v, m, n) + rmul(el(p, n), el(v, n)); */
/*@ lemma product_sizes_next: \forall seq p, v, subset m, integer n, k; 0 <= n < k <= n + 1 && among(m, n) ==>
      product_sizes(p, v, m, k) == product_sizes(p, v, m, n) + rmul(\abs(el(p, n)), \abs(el(v, n))); */

/*@ logic real products_relative(seq u, integer k) =
      joint(joint(el(u, 5), el(u, 1)), gamma_up((real)k, el(u, 6))); */
/* what underflows, of c weights and values of these total sizes */
/*@ logic real products_lost(seq u, seq t, integer c, real weights, real values) =
      rmul(el(t, 5), rmul(1.0 + el(u, 1), values) + rmul((real)c, el(t, 1)))
        + rmul(rmul(1.0 + el(u, 5), el(t, 1)), weights); */
/*@ logic real products_off(seq u, seq t, integer c, integer k, real terms, real weights, real values) =
      rmul(products_relative(u, k), terms)
        + rmul(1.0 + gamma_up((real)k, el(u, 6)),
               products_lost(u, t, c, weights, values) + rmul(2.0, rmul((real)k, el(t, 6)))); */
/*@ predicate bears_sum(seq u, integer k) = rmul((real)k, el(u, 6)) < 1.0; */
/*@ lemma products_within: \forall seq u, t, p, v, subset m, integer n, k, real s;
      is_roundings(u, t) && bears_sum(u, k) && seen_products(u, t, p, v, m, n, k, s) ==>
      near(s, products_of(p, v, m, n),
           products_off(u, t, visible_count(m, n), k, product_sizes(p, v, m, n), visible_total(absolutes(p), m, n),
                        visible_total(absolutes(v), m, n))); */
#endif
