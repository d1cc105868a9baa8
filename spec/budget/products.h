/* spec/budget/products.h - by how much a sum of weights, divided by something, times values is off, as an engine
   computes it (spec/budget.md, section 12).  Definitions: proofs/model/products.v. */
#ifndef PLUMB_SPEC_BUDGET_PRODUCTS_H
#define PLUMB_SPEC_BUDGET_PRODUCTS_H
#include "spec/budget/visible_softmax.h"

/* terms_summed: s is the sum of the first n terms, in any order, with at most k roundings on the way of a term.
   quotients_summed: z is the same of p_j v_j / d, each weight p_j stored and each v_j an operand, with the division
   before these are multiplied or after the sum. */
/*@ axiomatic Products {
      predicate terms_summed(seq u, seq t, seq p, integer n, integer k, real s);
      predicate quotients_summed(seq u, seq t, seq p, seq v, integer n, integer k, real d, real z);
    } */
/* of the keys in m */
/*@ predicate visible_terms(seq u, seq t, seq p, subset m, integer n, integer k, real s) =
      terms_summed(u, t, visible_of(m, n, p), visible_count(m, n), k, s); */
/*@ predicate visible_quotients(seq u, seq t, seq p, seq v, subset m, integer n, integer k, real d, real z) =
      quotients_summed(u, t, visible_of(m, n, p), visible_of(m, n, v), visible_count(m, n), k, d, z); */

/* sum_{j<n, j in m} p_j v_j, and of the sizes of these terms */
/*@ logic real products_of(seq p, seq v, subset m, integer n) = weighted(p, m, v, 1, 0, n); */
/*@ logic real product_sizes(seq p, seq v, subset m, integer n) =
      weighted(absolutes(p), m, absolutes(v), 1, 0, n); */
/*@ lemma products_of_next: \forall seq p, v, subset m, integer n, k; 0 <= n < k <= n + 1 && among(m, n) ==>
      products_of(p, v, m, k) == products_of(p, v, m, n) + rmul(el(p, n), el(v, n)); */
/*@ lemma product_sizes_next: \forall seq p, v, subset m, integer n, k; 0 <= n < k <= n + 1 && among(m, n) ==>
      product_sizes(p, v, m, k) == product_sizes(p, v, m, n) + rmul(\abs(el(p, n)), \abs(el(v, n))); */

/* roundings on the way of a product, of the keys in m: as in a softmax */
/*@ logic integer product_steps(subset m, integer n, integer r) = visible_count(m, n) + r + 8; */
/*@ predicate bears_sum(seq u, integer k) = rmul((real)k, el(u, 6)) < 1.0; */
/* of weights of this total size */
/*@ logic real terms_off(seq u, seq t, integer k, real weights) =
      rmul(gamma_up((real)k, el(u, 6)), weights)
        + rmul(1.0 + gamma_up((real)k, el(u, 6)), rmul(2.0, rmul((real)k, el(t, 6)))); */
/*@ lemma terms_within: \forall seq u, t, p, subset m, integer n, k, real s;
      is_roundings(u, t) && bears_sum(u, k) && visible_terms(u, t, p, m, n, k, s) ==>
      near(s, visible_total(p, m, n), terms_off(u, t, k, visible_total(absolutes(p), m, n))); */

/*@ logic real products_relative(seq u, integer k) =
      joint(joint(el(u, 5), el(u, 1)), gamma_up((real)k, el(u, 6))); */
/* what underflows: of a weight, divided or not; of c weights and values of these total sizes.  `larger` is the size of
   the divisor, or 1. */
/*@ logic real weight_lost(seq u, seq t) = el(t, 5) + rmul(rmul(4.0, el(t, 6)), 1.0 + el(u, 5)); */
/*@ logic real products_lost(seq u, seq t, integer c, real larger, real weights, real values) =
      rmul(larger, rmul(weight_lost(u, t), rmul(1.0 + el(u, 1), values) + rmul((real)c, el(t, 1))))
        + rmul(rmul(1.0 + el(u, 5), el(t, 1)), weights); */
/*@ logic real products_off(seq u, seq t, integer c, integer k, real larger, real terms, real weights, real values) =
      rmul(products_relative(u, k), terms)
        + rmul(1.0 + gamma_up((real)k, el(u, 6)), products_lost(u, t, c, larger, weights, values)
            + rmul(larger, rmul(2.0, rmul((real)k, el(t, 6))))); */
/*@ lemma quotients_within: \forall seq u, t, p, v, subset m, integer n, k, real d, z;
      is_roundings(u, t) && bears_sum(u, k) && 4 <= k && visible_quotients(u, t, p, v, m, n, k, d, z) ==>
      near(rmul(z, d), products_of(p, v, m, n),
           products_off(u, t, visible_count(m, n), k, \max(1.0, \abs(d)), product_sizes(p, v, m, n),
                        visible_total(absolutes(p), m, n), visible_total(absolutes(v), m, n))); */
#endif
