#include "diagnose/change.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

/* Of a number that is not 0: the power of two at or below its size. */
static double power_below(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits &= UINT64_C(0x7ff) << 52;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* A sum of this size has the unit as its last place: adding rounds, and subtracting is exact. */
double plumb_round_to_digits(double x, plumb_spacing s) {
    double power = power_below(x);
    double unit = (power < s.least ? s.least : power) * s.step;
    double shift = unit * 0x1.8p52;
    return copysign(x + shift - shift, x);
}

double plumb_round_twice(double x, plumb_format format) {
    static const plumb_spacing f16 = {0x1p-10, 0x1p-14}, bf16 = {0x1p-7, 0x1p-126};
    double once = (double)(float)x, largest = format == PLUMB_F16 ? 65504 : 0x1.fep127;
    if (!isfinite(once) || once == 0)
        return once;
    double twice = plumb_round_to_digits(once, format == PLUMB_F16 ? f16 : bf16);
    return fabs(twice) > largest ? copysign(INFINITY, twice) : twice;
}
