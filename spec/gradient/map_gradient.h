/* spec/gradient/map_gradient.h - the slope of a weight that is made of one score alone, by the weight w itself.

   sigmoid    w (1 - w)
   elu + 1    min(w, 1): e^x = w below 0, 1 above
   relu       1 above 0, and 0 where the weight is 0: engines take the slope 0 at the kink
   identity   1
   squared relu   2 max(0, x), by the score */
#ifndef PLUMB_SPEC_GRADIENT_MAP_GRADIENT_H
#define PLUMB_SPEC_GRADIENT_MAP_GRADIENT_H
#include "spec/number/real.h"

/*@ logic real sigmoid_slope(real w) = rmul(w, 1.0 - w);
    logic real elu_slope(real w) = \min(w, 1.0);
    logic real squared_relu_slope(real x) = rmul(\max(x, 0.0), 2.0); */
/*@ axiomatic ReluSlope { logic real relu_slope(real w); } */
/*@ lemma relu_slope_above: \forall real w; w > 0.0 ==> relu_slope(w) == 1.0; */
/*@ lemma relu_slope_at_zero: \forall real w; w <= 0.0 ==> relu_slope(w) == 0.0; */
#endif
