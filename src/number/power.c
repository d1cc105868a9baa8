/* power.c - see power.h. */
#include "number/power.h"

plumb_ball plumb_ball_power(plumb_ball a, plumb_ball exponent) {
    return plumb_ball_exp(plumb_ball_multiply(exponent, plumb_ball_log(a)));
}
