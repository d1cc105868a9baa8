#include "theorem/ulp.h"
#include "exact/shape.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

/* The next number above x, and below it, without a call for normal numbers. */
static double step(double x, int64_t by, double towards) {
    int64_t bits;
    if (!(fabs(x) >= 0x1p-1022 && fabs(x) < INFINITY))
        return nextafter(x, towards);
    memcpy(&bits, &x, sizeof bits);
    bits += x > 0 ? by : -by;
    memcpy(&x, &bits, sizeof x);
    return x;
}
static double up(double x) {
    return step(x, 1, INFINITY);
}
static double down(double x) {
    return step(x, -1, -INFINITY);
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

/* 2^exponent, of a normal number of binary64. */
static double power_of_two(int exponent) {
    uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

double plumb_ulp(double at, plumb_format format) {
    plumb_format_shape shape = plumb_shape(format);
    uint64_t bits;
    memcpy(&bits, &at, sizeof bits);
    int binade = (int)(bits >> 52 & 0x7ff) - 1022; /* of subnormal numbers, which are below all others, one too low */
    int exponent = binade - shape.significand_bits;
    exponent = exponent > shape.least_exponent ? exponent : shape.least_exponent;
    return exponent >= -1022 ? power_of_two(exponent) : ldexp(1, exponent);
}
