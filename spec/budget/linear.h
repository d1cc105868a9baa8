/* spec/budget/linear.h - by how much the product of a query with sums over the keys, one for each feature, is off, as
   an engine computes it that sums the keys first (spec/budget.md, section 12).  Definitions: proofs/model/linear.v.

   The keys of n stand feature by feature: element f of key j is number place(f, n, j). */
#ifndef PLUMB_SPEC_BUDGET_LINEAR_H
#define PLUMB_SPEC_BUDGET_LINEAR_H
#include "spec/budget/products.h"
#include "spec/budget/score.h"
#include "spec/number/total.h"

/* For each feature, over the keys in m: states are the sums of key times value, key_totals those of the keys, and the
   others those of sizes.
   linear_numerator: y is the product of query and states, scaled, with k roundings on the way of a key to its state;
   linear_denominator: the same of key_totals. */
/*@ axiomatic Linear {
      logic seq states(seq k, seq v, subset m, integer n);
      logic seq state_sizes(seq k, seq v, subset m, integer n);
      logic seq key_totals(seq k, subset m, integer n);
      logic seq key_sizes(seq k, subset m, integer n);
      predicate linear_numerator(seq u, seq t, real scale, seq q, seq k, seq v, subset m, integer n, integer d,
                                 integer steps, real y);
      predicate linear_denominator(seq u, seq t, real scale, seq q, seq k, subset m, integer n, integer d,
                                   integer steps, real y);
    } */
/*@ logic seq feature_of(seq k, integer f, integer n) = drop(k, place(f, n, 0)); */
/*@ lemma state_is: \forall seq k, v, subset m, integer n, f;
      el(states(k, v, m, n), f) == products_of(feature_of(k, f, n), v, m, n); */
/*@ lemma state_size_is: \forall seq k, v, subset m, integer n, f;
      el(state_sizes(k, v, m, n), f) == product_sizes(feature_of(k, f, n), v, m, n); */
/*@ lemma key_total_is: \forall seq k, subset m, integer n, f;
      el(key_totals(k, m, n), f) == visible_total(feature_of(k, f, n), m, n); */
/*@ lemma key_size_is: \forall seq k, subset m, integer n, f;
      el(key_sizes(k, m, n), f) == visible_total(absolutes(feature_of(k, f, n)), m, n); */

/* balls around them, feature by feature */
/*@ predicate features_within{L}(plumb_ball *key, seq k, subset m, integer n, integer d) = \forall integer f;
      0 <= f < d ==> encloses_among(key + place(f, n, 0), feature_of(k, f, n), m, n); */

/* How far a state is off whose keys are scaled by b and whose values are rounded by their own unit and tiny: by `unit`
   for each unit of b times its size, by `of_keys` for each of b times the size of its keys, and by `lost` in any case,
   with values of this total size. */
/*@ logic real state_stores(seq u) = joint(el(u, 5), el(u, 1)); */
/*@ logic real state_unit(seq u, integer k, real own) =
      joint(joint(joint(operand_unit(u), own), gamma_up((real)k, el(u, 6))), state_stores(u)); */
/*@ logic real state_gain(seq u, integer k) = rmul(1.0 + state_stores(u), 1.0 + gamma_up((real)k, el(u, 6))); */
/*@ logic real state_of_keys(seq u, integer k, real own_tiny) =
      rmul(state_gain(u, k), rmul(1.0 + operand_unit(u), own_tiny)); */
/*@ logic real state_lost(seq u, seq t, integer c, integer k, real own, real own_tiny, real values) =
      rmul(state_gain(u, k), rmul(operand_tiny(u, t), rmul(1.0 + own, values) + rmul((real)c, own_tiny))
                               + rmul(2.0, rmul((real)k, el(t, 6))))
        + (rmul(el(t, 5), 1.0 + el(u, 1)) + el(t, 1)); */

/* With these, and the sums over the features of query, states and keys, or their sizes: the products of a query's
   element with a state, scaled; their sum; and what comes of it, of this size. */
/*@ logic real scaled_up(seq u, seq t, real size, real larger) =
      rmul(1.0 + input_unit(u), size) + scale_tiny(u, t, larger); */
/*@ logic real terms_scaled_off(seq u, real unit, real of_keys, real terms, real keys) =
      rmul(operand_unit(u), terms) + rmul(1.0 + operand_unit(u), rmul(unit, terms) + rmul(of_keys, keys)); */
/*@ logic real terms_lost(seq u, seq t, integer d, real unit, real of_keys, real lost, real query, real states,
                          real keys) =
      rmul(rmul(1.0 + operand_unit(u), query), lost)
        + rmul(operand_tiny(u, t), states + (rmul(unit, states) + rmul(of_keys, keys)) + rmul((real)d, lost)); */
/*@ logic real linear_sum_off(seq u, seq t, integer d, real scaled, real high, real terms, real off, real lost) =
      rmul(sum_unit(u, d), rmul(scaled, terms))
        + rmul(1.0 + sum_unit(u, d),
               rmul(scaled, off) + rmul(high, lost + rmul((real)d, rmul(6.0, el(t, 2))))); */
/*@ logic real linear_stored_off(seq u, seq t, real larger, real terms, real off, real size) =
      rmul(joint(score_unit(u), input_unit(u)), size)
        + rmul(1.0 + score_unit(u),
               rmul(scale_tiny(u, t, larger), terms) + off
                 + rmul(el(t, 3), amplified(u, t, larger) + 2.0)); */
/*@ logic real linear_off(seq u, seq t, integer d, real scale, real unit, real of_keys, real lost, real exact,
                          real terms, real weighed_keys, real query, real states, real keys) =
      linear_stored_off(u, t, \max(1.0, \abs(scale)), terms,
        linear_sum_off(u, t, d, scaled_up(u, t, \abs(scale), \max(1.0, \abs(scale))),
                       amplified(u, t, \max(1.0, \abs(scale))), terms,
                       terms_scaled_off(u, unit, of_keys, terms, weighed_keys),
                       terms_lost(u, t, d, unit, of_keys, lost, query, states, keys)),
        \abs(rmul(scale, exact))); */

/* Of the keys in m, however many of them are summed: `terms` stands for the size of what is exact, too. */
/*@ predicate part_of(subset a, subset m, integer n) = \forall integer j; 0 <= j < n && among(a, j) ==> among(m, j); */
/*@ logic real first_numerator_off(seq u, seq t, real scale, seq q, seq k, seq v, subset m, integer n, integer d,
                                   integer steps) =
      linear_off(u, t, d, scale, state_unit(u, steps, el(u, 1)), state_of_keys(u, steps, el(t, 1)),
        state_lost(u, t, visible_count(m, n), steps, el(u, 1), el(t, 1), visible_total(absolutes(v), m, n)),
        dots(absolutes(q), state_sizes(k, v, m, n), d), dots(absolutes(q), state_sizes(k, v, m, n), d),
        dots(absolutes(q), key_sizes(k, m, n), d), absolute_total(q, d), total(state_sizes(k, v, m, n), d),
        total(key_sizes(k, m, n), d)); */
/*@ logic real first_denominator_off(seq u, seq t, real scale, seq q, seq k, subset m, integer n, integer d,
                                     integer steps) =
      linear_off(u, t, d, scale, state_unit(u, steps, 0.0), state_of_keys(u, steps, 0.0),
        state_lost(u, t, visible_count(m, n), steps, 0.0, 0.0, (real)visible_count(m, n)),
        dots(absolutes(q), key_sizes(k, m, n), d), dots(absolutes(q), key_sizes(k, m, n), d),
        dots(absolutes(q), key_sizes(k, m, n), d), absolute_total(q, d), total(key_sizes(k, m, n), d),
        total(key_sizes(k, m, n), d)); */
/*@ lemma first_numerator_within: \forall seq u, t, q, k, v, subset m, a, integer n, d, steps, real scale, y;
      is_roundings(u, t) && 0 <= d && 0 <= steps && bears_products(u, d) && bears_sum(u, steps) && part_of(a, m, n) &&
      linear_numerator(u, t, scale, q, k, v, a, n, d, steps, y) ==>
      near(y, rmul(scale, dots(q, states(k, v, a, n), d)),
           first_numerator_off(u, t, scale, q, k, v, m, n, d, steps)); */
/*@ lemma first_denominator_within: \forall seq u, t, q, k, subset m, a, integer n, d, steps, real scale, y;
      is_roundings(u, t) && 0 <= d && 0 <= steps && bears_products(u, d) && bears_sum(u, steps) && part_of(a, m, n) &&
      linear_denominator(u, t, scale, q, k, a, n, d, steps, y) ==>
      near(y, rmul(scale, dots(q, key_totals(k, a, n), d)),
           first_denominator_off(u, t, scale, q, k, m, n, d, steps)); */
#endif
