/* map_gradient.c - see map_gradient.h. */
#define PLUMB_OPEN_BALL
#include "gradient/map_gradient.h"
#include "number/relu.h"

plumb_ball plumb_sigmoid_slope(plumb_ball weight) {
    return plumb_ball_multiply(weight, plumb_ball_subtract(plumb_ball_of(1.0), weight));
}

plumb_ball plumb_elu_slope(plumb_ball weight) {
    return plumb_ball_minimum(weight, plumb_ball_of(1.0));
}

plumb_ball plumb_relu_slope(plumb_ball weight) {
    if (!plumb_is_finite(weight.mid) || !plumb_is_finite(weight.rad))
        return plumb_ball_make(0.5, 0.5);
    if (plumb_less(weight.rad, weight.mid))
        return plumb_ball_of(1.0);
    if (!plumb_less(0.0, weight.mid) && !plumb_less(plumb_absolute(weight.mid), weight.rad))
        return plumb_ball_zero();
    return plumb_ball_make(0.5, 0.5);
}

plumb_ball plumb_squared_relu_slope(plumb_ball score) {
    return plumb_ball_scale(plumb_ball_relu(score), 2.0);
}
