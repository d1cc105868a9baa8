/* divided_gradient.h - gradients in the scores of weights that are no softmax, from those in the weights.

   Source: spec/gradient.md, section 2.  A weight w_j = a_j / d, a_j made of its own score and d of all of them, has

       gradient_j = slope_j (weight_gradient_j - sigma delta) / d,
       delta = sum over visible i of w_i weight_gradient_i,

   where slope_j is the derivative of a_j, and sigma that of d in the sum of the a_i: 1 if d is that sum, 0 if it does
   not depend on them.  A clipped weight is min(1, max(0, (zeta - gamma) p_j + gamma)) of the softmax's p_j: its
   gradient is multiplied by what that changes by as p_j does. */
#ifndef PLUMB_GRADIENT_DIVIDED_GRADIENT_H
#define PLUMB_GRADIENT_DIVIDED_GRADIENT_H
#include "number/ball.h"
#include "spec/gradient/divided_gradient.h"

/*@ assigns \nothing;
    ensures encloses: \forall real s, y, c, d;
      in_ball(slope, s) && in_ball(weight_gradient, y) && in_ball(shared, c) && in_ball(divisor, d) ==>
      in_ball(\result, divided_gradient(s, y, c, d));
*/
plumb_ball plumb_divided_gradient(plumb_ball slope, plumb_ball weight_gradient, plumb_ball shared, plumb_ball divisor);

/* How max(abs(total), 1) grows with the total; a ball that does not say where that lies has all that is between. */
/*@ assigns \nothing;
    ensures encloses: \forall real t; in_ball(total, t) ==> in_ball(\result, at_least_one_slope(t));
*/
plumb_ball plumb_at_least_one_slope(plumb_ball total);

/* How a clipped weight grows with the softmax's, likewise. */
/*@ requires limits: \is_finite(gamma) && \is_finite(zeta);
    assigns \nothing;
    ensures encloses: \forall real p; in_ball(softmax, p) ==> in_ball(\result, clip_slope(p, gamma, zeta));
*/
plumb_ball plumb_clip_slope(plumb_ball softmax, double gamma, double zeta);
#endif
