/* relu.c - see relu.h. */
#define PLUMB_OPEN_BALL
#include "number/relu.h"

plumb_ball plumb_ball_relu(plumb_ball a) {
    plumb_ball zero = plumb_ball_zero();
    if (!plumb_is_finite(a.mid) || !plumb_is_finite(a.rad))
        return plumb_ball_unknown();
    if (plumb_less(a.mid, 0.0) && !plumb_less(plumb_absolute(a.mid), a.rad))
        return zero;
    return plumb_ball_maximum(a, zero);
}
