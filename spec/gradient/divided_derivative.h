/* spec/gradient/divided_derivative.h - that the gradients of divided_gradient.h are the derivatives of the loss of
   weights that are divided by what they sum to, or clipped (spec/gradient.md, section 4). */
#ifndef PLUMB_SPEC_GRADIENT_DIVIDED_DERIVATIVE_H
#define PLUMB_SPEC_GRADIENT_DIVIDED_DERIVATIVE_H
#include "spec/gradient/divided_gradient.h"
#include "spec/gradient/map_derivative.h"

/*@ axiomatic DividedDerivative {
      logic path divided_path(path a, curve d);                     // t -> a_j / d
      logic curve sum_curve(path a, subset m, integer n, real c);   // t -> sum_j a_j + c
      logic curve at_least_one_curve(path a, subset m, integer n);  // t -> max(abs(sum_j a_j), 1)
      logic path clipped_path(path p, real gamma, real zeta);       // t -> min(1, max(0, (zeta - gamma) p_j + gamma))
      logic path squared_relu_path(path x);                         // t -> max(0, x_j)^2
      logic seq divided_gradients(seq e, seq y, real shared, real d);
    } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma divided_path_is: \forall path a, curve d, real t, integer j;
      el(path_at(divided_path(a, d), t), j) == rdiv(el(path_at(a, t), j), curve_at(d, t)); */
/*@ lemma sum_curve_is: \forall path a, subset m, integer n, real c, t;
      curve_at(sum_curve(a, m, n, c), t) == visible_total(path_at(a, t), m, n) + c; */
/*@ lemma at_least_one_curve_is: \forall path a, subset m, integer n, real t;
      curve_at(at_least_one_curve(a, m, n), t) == \max(\abs(visible_total(path_at(a, t), m, n)), 1.0); */
/*@ lemma clipped_path_is: \forall path p, real gamma, zeta, t, integer j;
      el(path_at(clipped_path(p, gamma, zeta), t), j) ==
      \min(1.0, \max(0.0, rmul(el(path_at(p, t), j), zeta - gamma) + gamma)); */
/*@ lemma squared_relu_path_is: \forall path x, real t, integer j;
      el(path_at(squared_relu_path(x), t), j) ==
      rmul(\max(el(path_at(x, t), j), 0.0), \max(el(path_at(x, t), j), 0.0)); */
/*@ lemma divided_gradients_are: \forall seq e, y, real shared, d, integer j;
      el(divided_gradients(e, y, shared, d), j) == divided_gradient(el(e, j), el(y, j), shared, d); */

/* ---- what weights are divided by ---- */
/*@ lemma sum_slope: \forall path a, seq e, subset m, integer n, real c, t;
      path_slopes(a, t, e, m, n) ==> has_slope(sum_curve(a, m, n, c), t, visible_total(e, m, n)); */
/* away from 1 and -1, where it has a kink */
/*@ lemma at_least_one_slope_is_derivative: \forall path a, seq e, subset m, integer n, real t;
      \abs(visible_total(path_at(a, t), m, n)) != 1.0 && path_slopes(a, t, e, m, n) ==>
      has_slope(at_least_one_curve(a, m, n), t,
                at_least_one_slope(visible_total(path_at(a, t), m, n)) * visible_total(e, m, n)); */
/* of a divisor that grows sigma times as much as they sum to */
/*@ lemma divided_gradient_is_derivative: \forall path a, curve d, seq e, y, subset m, integer n, real sigma, t;
      curve_at(d, t) != 0.0 && path_slopes(a, t, e, m, n) && has_slope(d, t, sigma * visible_total(e, m, n)) ==>
      has_slope(weighed_loss(divided_path(a, d), y, m, n), t,
                visible_total(divided_gradients(e, y, sigma * visible_total(products(path_at(divided_path(a, d), t), y),
                                                                            m, n), curve_at(d, t)), m, n)); */

/* ---- one weight ---- */
/* away from the two edges */
/*@ lemma clip_slope_is_derivative: \forall path p, real gamma, zeta, t, slope, integer j;
      rmul(el(path_at(p, t), j), zeta - gamma) + gamma != 0.0 &&
      rmul(el(path_at(p, t), j), zeta - gamma) + gamma != 1.0 && has_slope(path_element(p, j), t, slope) ==>
      has_slope(path_element(clipped_path(p, gamma, zeta), j), t,
                slope * clip_slope(el(path_at(p, t), j), gamma, zeta));
*/
/*@ lemma squared_relu_slope_is_derivative: \forall path x, real t, slope, integer j;
      has_slope(path_element(x, j), t, slope) ==>
      has_slope(path_element(squared_relu_path(x), j), t, slope * squared_relu_slope(el(path_at(x, t), j))); */
#endif
#endif
