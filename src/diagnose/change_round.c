#include "diagnose/change.h"
#include <math.h>

/* Below 2^least all numbers of a format are as far apart as those from there to the next power of
   two, 2^-digits of it. */
typedef struct {
    int digits, least;
    double largest;
} spacing;

static spacing spacing_of(plumb_format format) {
    return format == PLUMB_F16 ? (spacing){10, -14, 65504} : (spacing){7, -126, 0x1.fep127};
}

double plumb_round_twice(double x, plumb_format format) {
    double once = (double)(float)x;
    spacing s = spacing_of(format);
    if (!isfinite(once) || once == 0)
        return once;
    int exponent = ilogb(once);
    double unit = ldexp(1, (exponent < s.least ? s.least : exponent) - s.digits);
    double twice = rint(once / unit) * unit;
    return fabs(twice) > s.largest ? copysign(INFINITY, twice) : twice;
}
