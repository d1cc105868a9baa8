#include "compare/ulp.h"
#include "exact/shape.h"
#include <math.h>

static double up(double x) {
    return nextafter(x, INFINITY);
}
static double down(double x) {
    return nextafter(x, -INFINITY);
}

double plumb_ball_low(plumb_ball ball) {
    return ball.rad == 0 ? ball.mid : down(ball.mid - ball.rad);
}

double plumb_ball_high(plumb_ball ball) {
    return ball.rad == 0 ? ball.mid : up(ball.mid + ball.rad);
}

plumb_error_bounds plumb_error_from_ball(double value, plumb_ball ball) {
    if (!isfinite(ball.mid) || !isfinite(ball.rad))
        return (plumb_error_bounds){0, INFINITY};
    /* One step outwards covers one rounding to nearest. */
    double distance = fabs(value - ball.mid);
    double low = distance == 0 ? 0 : down(down(distance) - ball.rad);
    double high = distance == 0 ? ball.rad : up(up(distance) + ball.rad);
    return (plumb_error_bounds){low > 0 ? low : 0, high};
}

plumb_error_bounds plumb_error_from_arb(double value, const arb_t ball) {
    arb_t difference;
    arf_t bound;
    plumb_error_bounds error;
    arb_init(difference);
    arf_init(bound);
    arb_set_d(difference, value);
    arb_sub(difference, difference, ball, arb_bits(ball) + 64);
    arb_get_abs_lbound_arf(bound, difference, 53);
    error.low = arf_get_d(bound, ARF_RND_DOWN);
    arb_get_abs_ubound_arf(bound, difference, 53);
    error.high = arf_get_d(bound, ARF_RND_UP);
    arb_clear(difference);
    arf_clear(bound);
    return error;
}

double plumb_ulp(double at, plumb_format format) {
    plumb_format_shape shape = plumb_shape(format);
    int binade;
    frexp(at, &binade);
    int exponent = at == 0 ? shape.least_exponent : binade - shape.significand_bits;
    return ldexp(1, exponent > shape.least_exponent ? exponent : shape.least_exponent);
}
