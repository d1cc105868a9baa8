/* spec/gradient/derivative.h - that the gradients of this folder are the derivatives of what the forward pass is
   specified to be (spec/gradient.md, section 4).

   A row has scores x, weights p = softmax(x) and y_j, the product of the output's gradient with the value of key j.
   Its loss, sum_j p_j y_j + l log_sum_exp(x), is linear in output and log-sum-exp; another loss has, by the chain
   rule, the derivative of the linear one that touches it.  Scores move along a path, one for each number t. */
#ifndef PLUMB_SPEC_GRADIENT_DERIVATIVE_H
#define PLUMB_SPEC_GRADIENT_DERIVATIVE_H
#include "spec/aggregate/aggregate.h"
#include "spec/gradient/product_gradient.h"
#include "spec/gradient/score_gradient.h"
#include "spec/proposition/sink_gradient.h"
#include "spec/score/scaled_dot.h"
#include "spec/score/softcap.h"
#include "spec/weight/log_sum_exp.h"
#include "spec/weight/sink_softmax.h"
#include "spec/weight/softmax.h"

/*@ axiomatic Derivative {
      type path;
      logic seq path_at(path x, real t);
      logic curve path_element(path x, integer j); // t -> the element j of x at t
      // t -> scale q.k_j where q has become q + t h, and where key i has become k_i + t h
      logic path query_path(real scale, seq q, seq h, seq k, integer d);
      logic path key_path(real scale, seq q, seq k, seq h, integer i, integer d);
      logic path capped_path(path x, real cap); // t -> cap tanh(x_j / cap)
      logic curve softmax_loss(path x, seq y, subset m, real l, integer n);
      logic curve sink_softmax_loss(path x, seq y, subset m, real l, integer n, real s); // with the logit s of a sink
      logic curve sink_logit_loss(seq x, seq y, subset m, real l, integer n);            // t -> that of the logit t
    } */

/* visible scores have the slopes e at t */
/*@ predicate path_slopes(path x, real t, seq e, subset m, integer n) =
      \forall integer j; 0 <= j < n && among(m, j) ==> has_slope(path_element(x, j), t, el(e, j)); */

#ifdef PLUMB_DEFINITIONS
/*@ lemma path_element_is: \forall path x, integer j, real t;
      curve_at(path_element(x, j), t) == el(path_at(x, t), j); */
/*@ lemma query_path_is: \forall real scale, seq q, h, k, integer d, real t;
      path_at(query_path(scale, q, h, k, d), t) == scaled_dots(scale, along(q, h, t), k, d); */
/*@ lemma key_path_is: \forall real scale, seq q, k, h, integer i, d, real t;
      path_at(key_path(scale, q, k, h, i, d), t) == scaled_dots(scale, q, along(k, in_row(h, i, d), t), d); */
/*@ lemma capped_path_is: \forall path x, real cap, t;
      path_at(capped_path(x, cap), t) == softcapped(path_at(x, t), cap); */
/*@ lemma softmax_loss_is: \forall path x, seq y, subset m, real l, integer n, real t;
      curve_at(softmax_loss(x, y, m, l, n), t) ==
      visible_total(products(softmax(path_at(x, t), m, n), y), m, n) + l * log_sum_exp(path_at(x, t), m, n); */
/*@ lemma sink_softmax_loss_is: \forall path x, seq y, subset m, real l, integer n, real s, t;
      curve_at(sink_softmax_loss(x, y, m, l, n, s), t) ==
      visible_total(products(sink_softmax(path_at(x, t), m, n, s), y), m, n) +
      l * log_sum_exp_with_sink(path_at(x, t), m, n, s); */
/*@ lemma sink_logit_loss_is: \forall seq x, y, subset m, real l, integer n, real s;
      curve_at(sink_logit_loss(x, y, m, l, n), s) ==
      visible_total(products(sink_softmax(x, m, n, s), y), m, n) + l * log_sum_exp_with_sink(x, m, n, s); */

/* ---- the scores ---- */
/*@ lemma score_gradient_is_derivative: \forall path x, seq e, y, subset m, real l, t, integer n, j;
      0 <= j < n && among(m, j) && path_slopes(x, t, e, m, n) ==>
      has_slope(softmax_loss(x, y, m, l, n), t,
                visible_total(products(softmax_gradient(softmax(path_at(x, t), m, n), y, m, l, n), e), m, n)); */
/*@ lemma sink_score_gradient_is_derivative: \forall path x, seq e, y, subset m, real l, s, t, integer n;
      path_slopes(x, t, e, m, n) ==>
      has_slope(sink_softmax_loss(x, y, m, l, n, s), t,
                visible_total(products(softmax_gradient(sink_softmax(path_at(x, t), m, n, s), y, m, l, n), e), m, n));
*/
/*@ lemma sink_logit_gradient_is_derivative: \forall seq x, y, subset m, real l, s, integer n;
      has_slope(sink_logit_loss(x, y, m, l, n), s,
                sink_weight(x, m, n, s) * (l - visible_total(products(sink_softmax(x, m, n, s), y), m, n))); */

/* ---- what they are made of ---- */
/*@ lemma capped_gradient_is_derivative: \forall path x, real cap, t, slope, integer j;
      cap > 0.0 && has_slope(path_element(x, j), t, slope) ==>
      has_slope(path_element(capped_path(x, cap), j), t,
                slope * cap_slope(rsoftcap(el(path_at(x, t), j), cap), cap)); */
/*@ lemma query_path_slopes: \forall real scale, seq q, h, k, subset m, integer n, d; d >= 0 ==>
      path_slopes(query_path(scale, q, h, k, d), 0.0, scaled_dots(scale, h, k, d), m, n); */
/*@ lemma key_path_slopes: \forall real scale, seq q, k, h, subset m, integer n, i, d; d > 0 ==>
      path_slopes(key_path(scale, q, k, h, i, d), 0.0, scaled_dots(scale, q, in_row(h, i, d), d), m, n); */
/* so that the slope in any direction of the query is the product with the sum of the keys' multiples */
/*@ lemma query_gradient_is_sum: \forall real scale, seq g, h, k, subset m, integer n, d; d >= 0 && n >= 0 ==>
      visible_total(products(g, scaled_dots(scale, h, k, d)), m, n) ==
      dots(h, aggregate(scaled_gradient(g, scale), m, k, d, n), d); */
/* and in any direction of key i with that multiple of the query */
/*@ lemma key_gradient_is_multiple: \forall real scale, seq g, q, h, subset m, integer n, i, d;
      0 <= i < n && among(m, i) && d > 0 ==>
      visible_total(products(g, scaled_dots(scale, q, in_row(h, i, d), d)), m, n) ==
      el(scaled_gradient(g, scale), i) * dots(q, h, d); */
/* ---- the loss ---- */
/* of y_j = g.v_j it is the product of g with the output */
/*@ lemma loss_of_output: \forall seq p, g, v, subset m, integer n, d; d >= 0 && n >= 0 ==>
      visible_total(products(p, scaled_dots(1.0, g, v, d)), m, n) == dots(g, aggregate(p, m, v, d, n), d); */
/* and its gradients in a query and in a key are those sums and multiples of the scores' */
/*@ lemma query_gradient_is_derivative: \forall real scale, l, seq q, h, k, y, subset m, integer n, d, j;
      0 <= j < n && among(m, j) && d >= 0 ==>
      has_slope(softmax_loss(query_path(scale, q, h, k, d), y, m, l, n), 0.0,
                dots(h, aggregate(scaled_gradient(softmax_gradient(softmax(scaled_dots(scale, q, k, d), m, n), y, m, l,
                                                                   n), scale), m, k, d, n), d)); */
/*@ lemma key_gradient_is_derivative: \forall real scale, l, seq q, h, k, y, subset m, integer n, d, i;
      0 <= i < n && among(m, i) && d > 0 ==>
      has_slope(softmax_loss(key_path(scale, q, k, h, i, d), y, m, l, n), 0.0,
                el(scaled_gradient(softmax_gradient(softmax(scaled_dots(scale, q, k, d), m, n), y, m, l, n), scale), i)
                * dots(q, h, d)); */
#endif
#endif
