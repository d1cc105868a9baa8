/* spec/weight/laws.h - what the kinds of weights have to do with one another, and with a shift of all scores.

   Sources: arXiv 2410.10781, section 7 (which operators have an attention sink, and why); arXiv
   2306.12929, section 4 (clipped softmax); Miller 2023, "Attention is off by one".  No kernel needs these
   lemmas: they say that the definitions are the ones that the literature speaks of. */
#ifndef PLUMB_SPEC_WEIGHT_LAWS_H
#define PLUMB_SPEC_WEIGHT_LAWS_H
#include "spec/number/sigmoid.h"
#include "spec/weight/clipped.h"
#include "spec/weight/elu.h"
#include "spec/weight/identity.h"
#include "spec/weight/log_sum_exp.h"
#include "spec/weight/normalised.h"
#include "spec/weight/scaled.h"
#include "spec/weight/sigmoid.h"
#include "spec/weight/sink_softmax.h"
#include "spec/weight/softmax.h"

/*@ axiomatic Laws {
      logic seq shifted(seq x, real c);                 // el(shifted(x, c), i) = el(x, i) + c
      predicate sees(subset m, integer n);             // some key below n is visible
    } */
/*@ lemma shifted_is: \forall seq x, real c, integer i; el(shifted(x, c), i) == el(x, i) + c; */
/*@ lemma sees_is: \forall subset m, integer n; sees(m, n) <==> (\exists integer j; 0 <= j < n && among(m, j)); */

/* ---- weights are shares: none negative, none above 1, together 1 ---- */
/*@ lemma softmax_between: \forall seq x, subset m, integer n, i;
      0 <= i < n ==> 0.0 <= el(softmax(x, m, n), i) <= 1.0; */
/*@ lemma softmax_sums_to_one: \forall seq x, subset m, integer n; sees(m, n) ==> total(softmax(x, m, n), n) == 1.0; */
/*@ lemma sink_softmax_between: \forall seq x, subset m, integer n, i, real s; 0 <= i < n ==>
      0.0 <= el(sink_softmax(x, m, n, s), i) < 1.0; */
/*@ lemma sink_weight_between: \forall seq x, subset m, integer n, real s; 0.0 < sink_weight(x, m, n, s) <= 1.0; */
/*@ lemma sink_softmax_sums_to_one: \forall seq x, subset m, integer n, real s;
      total(sink_softmax(x, m, n, s), n) + sink_weight(x, m, n, s) == 1.0; */
/*@ lemma sink_takes_all: \forall seq x, subset m, integer n, real s; !sees(m, n) ==> sink_weight(x, m, n, s) == 1.0; */

/* ---- a sink is a gate on the softmax, and it is one more key ---- */
/*@ lemma sink_gates_softmax: \forall seq x, subset m, integer n, i, real s; 0 <= i < n ==>
      el(sink_softmax(x, m, n, s), i) == el(softmax(x, m, n), i) * rsigmoid(log_sum_exp(x, m, n) - s); */
/*@ lemma sink_weight_is_gate: \forall seq x, subset m, integer n, real s; sees(m, n) ==>
      sink_weight(x, m, n, s) == rsigmoid(s - log_sum_exp(x, m, n)); */
/*@ lemma sink_is_a_key: \forall seq x, subset m, integer n, i; 0 <= i < n && among(m, n) ==>
      el(sink_softmax(x, m, n, el(x, n)), i) == el(softmax(x, m, n + 1), i); */
/*@ lemma sink_weight_is_a_keys: \forall seq x, subset m, integer n; 0 <= n && among(m, n) ==>
      sink_weight(x, m, n, el(x, n)) == el(softmax(x, m, n + 1), n); */
/*@ lemma sink_of_zero_is_off_by_one: \forall seq x, subset m, integer n, i; 0 <= i < n && among(m, i) ==>
      el(sink_softmax(x, m, n, 0.0), i) == \exp(el(x, i)) / (exponentials(x, m, 0.0, n) + 1.0); */
/* the K bias k* = 0 */
/*@ lemma zero_key_bias_is_off_by_one: \forall seq x, q, k, subset m, integer n, i, head_dim, real scale;
      0 <= i < n && (\forall integer c; 0 <= c < head_dim ==> el(k, c) == 0.0) ==>
      el(sink_softmax(x, m, n, scale * dots(q, k, head_dim)), i) == el(sink_softmax(x, m, n, 0.0), i); */

/* ---- a shift of all scores: the softmax does not notice, the others do ---- */
/*@ lemma softmax_of_shifted: \forall seq x, subset m, integer n, i, real c; 0 <= i < n ==>
      el(softmax(shifted(x, c), m, n), i) == el(softmax(x, m, n), i); */
/*@ lemma sink_softmax_of_shifted: \forall seq x, subset m, integer n, i, real c, s; 0 <= i < n ==>
      el(sink_softmax(shifted(x, c), m, n, s), i) == el(sink_softmax(x, m, n, s - c), i); */
/*@ lemma sink_softmax_rises: \forall seq x, subset m, integer n, i, real c, s; 0 <= i < n && among(m, i) && c > 0.0 ==>
      el(sink_softmax(x, m, n, s), i) < el(sink_softmax(shifted(x, c), m, n, s), i); */
/*@ lemma sink_softmax_notices: \exists seq x, subset m, integer n, i, real c, s; 0 <= i < n &&
      el(sink_softmax(shifted(x, c), m, n, s), i) != el(sink_softmax(x, m, n, s), i); */
/*@ lemma sigmoid_weights_notice: \exists seq x, subset m, integer i, real c;
      el(sigmoid_weights(shifted(x, c), m), i) != el(sigmoid_weights(x, m), i); */
/*@ lemma elu_weights_notice: \exists seq x, subset m, integer i, real c;
      el(elu_weights(shifted(x, c), m), i) != el(elu_weights(x, m), i); */
/*@ lemma identity_weights_notice: \exists seq x, subset m, integer i, real c;
      el(identity_weights(shifted(x, c), m), i) != el(identity_weights(x, m), i); */

/* ---- scaled weights ---- */
/*@ lemma scaled_sum: \forall seq w, real alpha, integer n;
      total(scaled_weights(w, alpha), n) == alpha * total(w, n); */
/*@ lemma scaled_softmax_sums_to_alpha: \forall seq x, subset m, integer n, real alpha; sees(m, n) ==>
      total(scaled_weights(softmax(x, m, n), alpha), n) == alpha; */
/*@ lemma scaled_by_one: \forall seq w, integer i; el(scaled_weights(w, 1.0), i) == el(w, i); */

/* ---- clipped weights: shares that reach 0 and 1 ---- */
/*@ lemma clipped_between: \forall seq w, real gamma, zeta, integer i;
      0.0 <= el(clipped_weights(w, gamma, zeta), i) <= 1.0; */
/*@ lemma clipped_to_zero: \forall seq w, real gamma, zeta, integer i; (zeta - gamma) * el(w, i) <= -gamma ==>
      el(clipped_weights(w, gamma, zeta), i) == 0.0; */
/*@ lemma clipped_to_one: \forall seq w, real gamma, zeta, integer i; (zeta - gamma) * el(w, i) >= 1.0 - gamma ==>
      el(clipped_weights(w, gamma, zeta), i) == 1.0; */
/*@ lemma unstretched_softmax_stays: \forall seq x, subset m, integer n, i; 0 <= i < n ==>
      el(clipped_weights(softmax(x, m, n), 0.0, 1.0), i) == el(softmax(x, m, n), i); */
#endif
