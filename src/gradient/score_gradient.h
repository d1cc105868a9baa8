/* score_gradient.h - the gradient of a loss in each score of a softmax, from the weights of a row and the loss's
   gradient in each of them:

       gradient[j] = weight[j] (weight_gradient[j] - delta + lse_gradient),
       delta = sum over visible i of weight[i] weight_gradient[i].

   Source: spec/gradient.md, section 2; a sink takes part by the weights alone.  weight, weight_gradient, visible,
   gradient [keys]; delta and lse_gradient are numbers of the row.  Hidden keys have the gradient 0, and nothing is read
   of them.  A ball without information among those of visible keys
   leaves no information in any gradient. */
#ifndef PLUMB_GRADIENT_SCORE_GRADIENT_H
#define PLUMB_GRADIENT_SCORE_GRADIENT_H
#include "number/ball.h"
#include "spec/gradient/score_gradient.h"
#include <stddef.h>

/* The gradient in the logit of a sink, which takes part as a key whose value is 0: weight (lse_gradient - delta), where
   weight is the sink's. */
/*@ assigns \nothing;
    ensures encloses: \forall real w, l, d; in_ball(weight, w) && in_ball(lse_gradient, l) && in_ball(delta, d) ==>
      in_ball(\result, rmul(w, l - d));
*/
plumb_ball plumb_sink_gradient(plumb_ball weight, plumb_ball lse_gradient, plumb_ball delta);

/* Returns delta. */
/*@ requires reads: reads_visible(weight, visible, keys) && \valid_read(weight_gradient + (0 .. keys - 1));
    requires writes: \valid(gradient + (0 .. keys - 1));
    requires apart: apart_from_visible(gradient, weight, visible, keys) &&
                    \separated(gradient + (0 .. keys - 1), weight_gradient + (0 .. keys - 1));
    assigns gradient[0 .. keys - 1];
    ensures encloses: \forall seq p, y, subset m, real l;
      \old(encloses_visible(weight, visible, p, m, keys) && encloses_among(weight_gradient, y, m, keys)) &&
      in_ball(lse_gradient, l) ==> encloses(gradient, softmax_gradient(p, y, m, l, keys), keys);
    ensures delta: \forall seq p, y, subset m;
      \old(encloses_visible(weight, visible, p, m, keys) && encloses_among(weight_gradient, y, m, keys)) ==>
      in_ball(\result, visible_total(products(p, y), m, keys));
*/
plumb_ball plumb_score_gradient(const plumb_ball *weight, const plumb_ball *weight_gradient,
                                const unsigned char *visible, size_t keys, plumb_ball lse_gradient,
                                plumb_ball *gradient);
#endif
