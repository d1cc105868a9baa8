/* spec/proposition/mixing.h - how much the scores move an output, how far layers spread a change of tokens, and what a
   sink takes of either.

   Source: arXiv 2504.02732, which bounds the Jacobian of a network through its weights. */
#ifndef PLUMB_SPEC_PROPOSITION_MIXING_H
#define PLUMB_SPEC_PROPOSITION_MIXING_H
#include "spec/aggregate/aggregate.h"
#include "spec/number/total.h"
#include "spec/proposition/slope.h"
#include "spec/weight/sink_softmax.h"
#include "spec/weight/softmax.h"

/*@ axiomatic Mixing {
      logic seq with_element(seq x, integer j, real t); // x with t in place of x_j
      // column c of the output, as score j varies; the same with a sink logit; and as the sink logit varies
      logic curve output_of_score(seq x, subset m, seq v, integer n, integer d, integer c, integer j);
      logic curve sink_output_of_score(seq x, subset m, seq v, real s, integer n, integer d, integer c, integer j);
      logic curve output_of_sink(seq x, subset m, seq v, integer n, integer d, integer c);
      // sum over the visible keys of |w_j (v_jc - o_c)|, o the output
      logic real score_mixing(seq w, subset m, seq v, integer n, integer d, integer c);

      type mixer; // weights for every layer and row
      logic seq mixing_weights(mixer g, integer layer, integer t);
      // after so many layers: x_t + sum_{j<=t} (weight of j) x_j
      logic seq mixed(mixer g, seq x, integer layers);
    } */

/* visible weights that are shares of 1 */
/*@ predicate weighs(seq w, subset m, integer n) =
      (\forall integer j; 0 <= j < n && among(m, j) ==> el(w, j) >= 0.0) && visible_total(w, m, n) == 1.0; */
/*@ predicate values_between(seq v, subset m, integer n, integer d, integer c, real low, real high) =
      \forall integer j; 0 <= j < n && among(m, j) ==> low <= el(v, place(j, d, c)) <= high; */
/* in every layer each row t >= 1 gives its keys 0 .. t shares of at most 1, and key 0 at least 1 - delta of it */
/*@ predicate sinks(mixer g, integer layers, real delta) =
      \forall integer l, t; 0 <= l < layers && 1 <= t ==>
      (\forall integer j; 0 <= j <= t ==> el(mixing_weights(g, l, t), j) >= 0.0) &&
      total(mixing_weights(g, l, t), t + 1) <= 1.0 && el(mixing_weights(g, l, t), 0) >= 1.0 - delta; */
/* token 0 is the same in both, the others differ by at most e */
/*@ predicate differ_by(seq x, seq y, real e) =
      el(x, 0) == el(y, 0) && (\forall integer j; j >= 0 ==> \abs(el(x, j) - el(y, j)) <= e); */

#ifdef PLUMB_DEFINITIONS
/*@ lemma with_element_is: \forall seq x, integer i, j, real t;
      el(with_element(x, j, t), i) == (i == j ? t : el(x, i)); */
/*@ lemma output_of_score_is: \forall seq x, v, subset m, integer n, d, c, j, real t;
      curve_at(output_of_score(x, m, v, n, d, c, j), t) ==
      el(aggregate(softmax(with_element(x, j, t), m, n), m, v, d, n), c); */
/*@ lemma sink_output_of_score_is: \forall seq x, v, subset m, integer n, d, c, j, real s, t;
      curve_at(sink_output_of_score(x, m, v, s, n, d, c, j), t) ==
      el(aggregate(sink_softmax(with_element(x, j, t), m, n, s), m, v, d, n), c); */
/*@ lemma output_of_sink_is: \forall seq x, v, subset m, integer n, d, c, real t;
      curve_at(output_of_sink(x, m, v, n, d, c), t) == el(aggregate(sink_softmax(x, m, n, t), m, v, d, n), c); */
/*@ lemma mixed_of_none: \forall mixer g, seq x; mixed(g, x, 0) == x; */
/*@ lemma mixed_of_next: \forall mixer g, seq x, integer layers, t; layers >= 0 ==>
      el(mixed(g, x, layers + 1), t) ==
      el(mixed(g, x, layers), t) + dots(mixing_weights(g, layers, t), mixed(g, x, layers), t + 1); */

/* ---- the derivatives of an output in the scores ---- */
/*@ lemma softmax_slope: \forall seq x, v, subset m, integer n, d, c, j; 0 <= j < n && among(m, j) ==>
      has_slope(output_of_score(x, m, v, n, d, c, j), el(x, j),
                el(softmax(x, m, n), j) *
                (el(v, place(j, d, c)) - el(aggregate(softmax(x, m, n), m, v, d, n), c))); */
/*@ lemma sink_softmax_slope: \forall seq x, v, subset m, integer n, d, c, j, real s; 0 <= j < n && among(m, j) ==>
      has_slope(sink_output_of_score(x, m, v, s, n, d, c, j), el(x, j),
                el(sink_softmax(x, m, n, s), j) *
                (el(v, place(j, d, c)) - el(aggregate(sink_softmax(x, m, n, s), m, v, d, n), c))); */
/*@ lemma sink_logit_slope: \forall seq x, v, subset m, integer n, d, c, real s;
      has_slope(output_of_sink(x, m, v, n, d, c), s,
                -(sink_weight(x, m, n, s) * el(aggregate(sink_softmax(x, m, n, s), m, v, d, n), c))); */

/* ---- their absolute sum ---- */
/*@ lemma mixing_at_most_half: \forall seq w, v, subset m, integer n, d, c, real low, high;
      weighs(w, m, n) && values_between(v, m, n, d, c, low, high) ==>
      score_mixing(w, m, v, n, d, c) <= (high - low) / 2.0; */
/*@ lemma sink_mixes_little: \forall seq w, v, subset m, integer n, d, c, s, real low, high;
      weighs(w, m, n) && values_between(v, m, n, d, c, low, high) && 0 <= s < n && among(m, s) && el(w, s) >= 0.5 ==>
      score_mixing(w, m, v, n, d, c) <= 2.0 * (el(w, s) * (1.0 - el(w, s))) * (high - low); */
/*@ lemma mixing_bound_is_reached: \forall real p, low, high; 0.0 <= p <= 1.0 && low <= high ==>
      \exists seq w, v, subset m; weighs(w, m, 2) && values_between(v, m, 2, 1, 0, low, high) && among(m, 0) &&
      el(w, 0) == p && score_mixing(w, m, v, 2, 1, 0) == 2.0 * (p * (1.0 - p)) * (high - low); */

/* ---- through layers ---- */
/*@ lemma sink_slows_mixing: \forall mixer g, seq x, y, integer layers, t, real delta, e;
      layers >= 0 && t >= 0 && delta >= 0.0 && sinks(g, layers, delta) && differ_by(x, y, e) ==>
      \abs(el(mixed(g, x, layers), t) - el(mixed(g, y, layers), t)) <= \pow(1.0 + delta, layers) * e; */
/*@ lemma mixing_reaches_its_bound: \forall integer layers, real delta, e;
      layers >= 0 && 0.0 <= delta <= 1.0 && e >= 0.0 ==>
      \exists mixer g, seq x, y; sinks(g, layers, delta) && differ_by(x, y, e) &&
      (\forall integer t; t >= 1 ==>
       el(mixed(g, x, layers), t) - el(mixed(g, y, layers), t) == \pow(1.0 + delta, layers) * e); */
#endif
#endif
