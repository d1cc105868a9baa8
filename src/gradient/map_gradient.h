/* map_gradient.h - the slope of a weight that is made of one score alone, by the weight: the gradient in the score is
   the slope times that in the weight.

   Source: spec/gradient.md, section 2.  Of the weights of src/weight/sigmoid, elu and relu, before anything is divided.
   That of relu may be asked of the score, too, which has the same sign.  At its kink, where the weight is 0, the slope
   is 0, as engines have it; a ball that does not say on which side the weight lies gives one that contains both. */
#ifndef PLUMB_GRADIENT_MAP_GRADIENT_H
#define PLUMB_GRADIENT_MAP_GRADIENT_H
#include "number/ball.h"
#include "spec/gradient/map_gradient.h"

/*@ assigns \nothing;
    ensures encloses: \forall real w; in_ball(weight, w) ==> in_ball(\result, sigmoid_slope(w));
*/
plumb_ball plumb_sigmoid_slope(plumb_ball weight);

/*@ assigns \nothing;
    ensures encloses: \forall real w; in_ball(weight, w) ==> in_ball(\result, elu_slope(w));
*/
plumb_ball plumb_elu_slope(plumb_ball weight);

/*@ assigns \nothing;
    ensures encloses: \forall real w; in_ball(weight, w) ==> in_ball(\result, relu_slope(w));
*/
plumb_ball plumb_relu_slope(plumb_ball weight);

/* Of the square, by the score: 2 max(0, score). */
/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(score, x) ==> in_ball(\result, squared_relu_slope(x));
*/
plumb_ball plumb_squared_relu_slope(plumb_ball score);
#endif
