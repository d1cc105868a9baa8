/* spec/proposition/order.h - attention whose weights keep the order of the scores, and attention whose weights are
   shares of 1.

   What follows of both: a key that k keys score at least as high as weighs at most 1/k.  So a position that lowers
   the score of the first key (ALiBi), or levels it with all far keys (T5, clipped distances), makes no sink of it -
   under every operator for which both hold.  The operators of which they do not hold are counterexamples, or follow
   the softmax (scaled, clipped, power). */
#ifndef PLUMB_SPEC_PROPOSITION_ORDER_H
#define PLUMB_SPEC_PROPOSITION_ORDER_H
#include "spec/proposition/layers.h"
#include "spec/proposition/operators.h"
#include "spec/proposition/relative.h"

/*@ axiomatic NormalisedAttention {
      logic attention absolute_attention(attention a, real epsilon); // divided by the sum of the absolute weights
      logic attention at_least_one_attention(attention a);           // divided by the sum where that exceeds 1
    } */
/*@ lemma weights_of_absolute: \forall attention a, seq x, subset m, integer n, real e;
      weights_of(absolute_attention(a, e), x, m, n) == absolute_sum_normalised(weights_of(a, x, m, n), n, e); */
/*@ lemma weights_of_at_least_one: \forall attention a, seq x, subset m, integer n;
      weights_of(at_least_one_attention(a), x, m, n) == at_least_one_normalised(weights_of(a, x, m, n), n); */

/*@ predicate both_visible(subset m, integer n, integer i, integer j) =
      0 <= i < n && 0 <= j < n && among(m, i) && among(m, j); */
/*@ predicate keeps_order(attention a) = \forall seq x, subset m, integer n, i, j; both_visible(m, n, i, j) &&
      el(x, i) <= el(x, j) ==> el(weights_of(a, x, m, n), i) <= el(weights_of(a, x, m, n), j); */
/*@ predicate keeps_strict_order(attention a) = \forall seq x, subset m, integer n, i, j; both_visible(m, n, i, j) &&
      el(x, i) < el(x, j) ==> el(weights_of(a, x, m, n), i) < el(weights_of(a, x, m, n), j); */
/* visible keys weigh something, others nothing */
/*@ predicate positive(attention a) =
      \forall seq x, subset m, integer n, i; 0 <= i < n ==>
      (among(m, i) ==> el(weights_of(a, x, m, n), i) > 0.0) &&
      (!among(m, i) ==> el(weights_of(a, x, m, n), i) == 0.0); */
/*@ predicate shares(attention a) =
      \forall seq x, subset m, integer n;
      (\forall integer i; 0 <= i < n ==> el(weights_of(a, x, m, n), i) >= 0.0) &&
      total(weights_of(a, x, m, n), n) <= 1.0; */

/* ---- which attention keeps the order ---- */
/*@ lemma softmax_keeps_order: keeps_order(softmax_attention) && keeps_strict_order(softmax_attention); */
/*@ lemma sink_keeps_order: \forall real s; keeps_order(sink_attention(s)) && keeps_strict_order(sink_attention(s)); */
/*@ lemma scaled_keeps_order: \forall real alpha; alpha > 0.0 ==>
      keeps_order(scaled_attention(alpha)) && keeps_strict_order(scaled_attention(alpha)); */
/*@ lemma power_keeps_order: \forall real p;
      p > 0.0 ==> keeps_order(power_attention(p)) && keeps_strict_order(power_attention(p)); */
/*@ lemma clipped_keeps_order: \forall real gamma, zeta;
      gamma <= zeta ==> keeps_order(clipped_attention(gamma, zeta)); */
/*@ lemma softpick_keeps_order: \forall real e; e >= 0.0 ==> keeps_order(softpick_attention(e)); */
/*@ lemma sigmoid_keeps_order: keeps_order(sigmoid_attention) && keeps_strict_order(sigmoid_attention); */
/*@ lemma elu_keeps_order: keeps_order(elu_attention) && keeps_strict_order(elu_attention); */
/*@ lemma identity_keeps_order: keeps_order(identity_attention) && keeps_strict_order(identity_attention); */

/*@ lemma sigmoid_is_positive: positive(sigmoid_attention); */
/*@ lemma elu_is_positive: positive(elu_attention); */
/*@ lemma normalised_keeps_order: \forall attention a, real e; keeps_order(a) && positive(a) && e >= 0.0 ==>
      keeps_order(normalised_attention(a, e)); */
/*@ lemma absolute_is_normalised: \forall attention a, seq x, subset m, integer n, i, real e;
      positive(a) && 0 <= i < n ==>
      el(weights_of(absolute_attention(a, e), x, m, n), i) == el(weights_of(normalised_attention(a, e), x, m, n), i); */
/*@ lemma absolute_keeps_order: \forall attention a, real e; keeps_order(a) && positive(a) && e >= 0.0 ==>
      keeps_order(absolute_attention(a, e)); */
/*@ lemma at_least_one_keeps_order: \forall attention a; keeps_order(a) ==> keeps_order(at_least_one_attention(a)); */
/* scores as weights, divided by their sum: of the scores -2 and -1 the lower weighs more */
/*@ lemma identity_by_sum_turns_order: !keeps_order(normalised_attention(identity_attention, 0.0)); */
/*@ lemma identity_by_absolute_sum_turns_order: !keeps_order(absolute_attention(identity_attention, 0.0)); */

/* ---- which weights are shares ---- */
/*@ lemma softmax_shares: shares(softmax_attention); */
/*@ lemma sink_shares: \forall real s; shares(sink_attention(s)); */
/*@ lemma softpick_shares: \forall real e; e >= 0.0 ==> shares(softpick_attention(e)); */
/*@ lemma normalised_shares: \forall attention a, real e;
      positive(a) && e >= 0.0 ==> shares(normalised_attention(a, e)); */
/*@ lemma absolute_shares: \forall attention a, real e; e >= 0.0 ==> shares(absolute_attention(a, e)); */
/*@ lemma at_least_one_shares: \forall attention a; positive(a) ==> shares(at_least_one_attention(a)); */

/* ---- a key that k keys score at least as high as ---- */
/*@ predicate none_lower(seq x, integer i, integer k) = \forall integer j; 0 <= j < k ==> el(x, i) <= el(x, j); */
/*@ lemma one_of_k: \forall attention a, seq x, subset m, integer n, t, i, k;
      keeps_order(a) && shares(a) && sees_first(m, n, t) && 0 <= i < t && 0 < k <= t && none_lower(x, i, k) ==>
      el(weights_of(a, x, m, n), i) <= 1.0 / k; */
/*@ lemma scaled_one_of_k: \forall seq x, subset m, integer n, t, i, k, real alpha; alpha >= 0.0 &&
      sees_first(m, n, t) && 0 <= i < t && 0 < k <= t && none_lower(x, i, k) ==>
      el(scaled_weights(softmax(x, m, n), alpha), i) <= alpha / k; */
/*@ lemma power_one_of_k: \forall seq x, subset m, integer n, t, i, k, real p; p > 0.0 &&
      sees_first(m, n, t) && 0 <= i < t && 0 < k <= t && none_lower(x, i, k) ==>
      el(power_softmax(x, m, p, n), i) <= \pow(k, -1.0 / p); */
/*@ lemma clipped_one_of_k: \forall seq x, subset m, integer n, t, i, k, real gamma, zeta;
      gamma <= zeta && sees_first(m, n, t) && 0 <= i < t && 0 < k <= t && none_lower(x, i, k) ==>
      el(clipped_weights(softmax(x, m, n), gamma, zeta), i) <=
      \min(1.0, \max(0.0, (zeta - gamma) * (1.0 / k) + gamma)); */

/* ---- a bound of the softmax is one of these ---- */
/*@ lemma sink_below_softmax: \forall seq x, subset m, integer n, i, real s; 0 <= i < n && among(m, i) ==>
      el(sink_softmax(x, m, n, s), i) < el(softmax(x, m, n), i); */
/*@ lemma clipped_follows: \forall seq x, subset m, integer n, i, real gamma, zeta, low, high; gamma <= zeta &&
      low <= el(softmax(x, m, n), i) <= high ==>
      \min(1.0, \max(0.0, (zeta - gamma) * low + gamma)) <= el(clipped_weights(softmax(x, m, n), gamma, zeta), i) <=
      \min(1.0, \max(0.0, (zeta - gamma) * high + gamma)); */

/* ---- the output of equal values ---- */
/*@ lemma output_of_equal_values: \forall attention a, seq x, v, subset m, integer d, n, k, real u;
      (\forall integer j; 0 <= j < n && !among(m, j) ==> el(weights_of(a, x, m, n), j) == 0.0) &&
      equal_values(v, m, n, d, k, u) ==>
      el(aggregate(weights_of(a, x, m, n), m, v, d, n), k) == total(weights_of(a, x, m, n), n) * u; */
/* positive weights divided by their sum, whatever the scores */
/*@ lemma normalised_output_of_equal_values: \forall attention a, seq x, v, subset m, integer d, n, k, real u;
      positive(a) && sees(m, n) && equal_values(v, m, n, d, k, u) ==>
      el(aggregate(weights_of(normalised_attention(a, 0.0), x, m, n), m, v, d, n), k) == u; */
#endif
