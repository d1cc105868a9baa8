/* spec/gradient/map_derivative.h - that the slopes of map_gradient.h are the derivatives of weights that are made of
   one score each, and what their loss then has (spec/gradient.md, section 4). */
#ifndef PLUMB_SPEC_GRADIENT_MAP_DERIVATIVE_H
#define PLUMB_SPEC_GRADIENT_MAP_DERIVATIVE_H
#include "spec/gradient/derivative.h"
#include "spec/gradient/map_gradient.h"
#include "spec/number/elu.h"
#include "spec/number/sigmoid.h"

/*@ axiomatic MapDerivative {
      logic path sigmoid_path(path x); // t -> 1 / (1 + e^-x_j)
      logic path elu_path(path x);     // t -> elu(x_j) + 1
      logic path relu_path(path x);    // t -> max(x_j, 0)
      logic curve weighed_loss(path w, seq y, subset m, integer n);
    } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma sigmoid_path_is: \forall path x, real t, integer j;
      el(path_at(sigmoid_path(x), t), j) == rsigmoid(el(path_at(x, t), j)); */
/*@ lemma elu_path_is: \forall path x, real t, integer j;
      el(path_at(elu_path(x), t), j) == elu_plus_one(el(path_at(x, t), j)); */
/*@ lemma relu_path_is: \forall path x, real t, integer j;
      el(path_at(relu_path(x), t), j) == \max(el(path_at(x, t), j), 0.0); */
/*@ lemma weighed_loss_is: \forall path w, seq y, subset m, integer n, real t;
      curve_at(weighed_loss(w, y, m, n), t) == visible_total(products(path_at(w, t), y), m, n); */

/*@ lemma sigmoid_slope_is_derivative: \forall path x, real t, slope, integer j;
      has_slope(path_element(x, j), t, slope) ==>
      has_slope(path_element(sigmoid_path(x), j), t, slope * sigmoid_slope(rsigmoid(el(path_at(x, t), j)))); */
/* away from 0, where relu has a kink */
/*@ lemma elu_slope_is_derivative: \forall path x, real t, slope, integer j;
      el(path_at(x, t), j) != 0.0 && has_slope(path_element(x, j), t, slope) ==>
      has_slope(path_element(elu_path(x), j), t, slope * elu_slope(elu_plus_one(el(path_at(x, t), j)))); */
/*@ lemma relu_slope_is_derivative: \forall path x, real t, slope, integer j;
      el(path_at(x, t), j) != 0.0 && has_slope(path_element(x, j), t, slope) ==>
      has_slope(path_element(relu_path(x), j), t, slope * relu_slope(\max(el(path_at(x, t), j), 0.0))); */
/*@ lemma weighed_loss_slope: \forall path w, seq e, y, subset m, integer n, real t;
      path_slopes(w, t, e, m, n) ==>
      has_slope(weighed_loss(w, y, m, n), t, visible_total(products(e, y), m, n)); */
#endif
#endif
