/* arithmetic.h - applies the roundings of a precision model to numbers, as an engine of that precision does in
   registers and tensors.

   A model bounds each rounding (precision/precision.h); here each is the usual one of that size: to nearest, ties to
   even, with gradual underflow, except for operands that a matrix unit truncates.  Overflow gives infinity. */
#ifndef PLUMB_SIMULATED_ARITHMETIC_H
#define PLUMB_SIMULATED_ARITHMETIC_H
#include "precision/precision.h"
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    int bits;       /* of the significand; 0: nothing is rounded */
    bool cut;       /* towards 0 */
    double least;   /* the distance of subnormal numbers */
    double beyond;  /* the least magnitude that becomes infinite */
    double flushed; /* if nothing is rounded: smaller magnitudes become 0 */
} plumb_simulated_format;

/* cuts: whether a truncating format truncates, or rounds to nearest, as a sum in the same format may */
plumb_simulated_format plumb_simulated_format_of(plumb_rounding rounding, bool cuts);

/* Rounds a binary32 number to a format of fewer bits. */
static inline double plumb_simulated_narrow(const plumb_simulated_format *format, double x) {
    float single = (float)x;
    uint32_t word, lost = (uint32_t)(24 - format->bits), ulp = UINT32_C(1) << lost;
    if (!isfinite(single))
        return single;
    if (fabs(x) < format->least * (double)(UINT32_C(1) << format->bits))
        return format->cut ? trunc(x / format->least) * format->least : rint(x / format->least) * format->least;
    memcpy(&word, &single, sizeof word);
    if (!format->cut)
        word += ulp / 2 - 1 + (word >> lost & 1);
    word &= ~(ulp - 1);
    memcpy(&single, &word, sizeof single);
    return fabsf(single) >= (float)format->beyond ? copysign(INFINITY, x) : single;
}

static inline bool plumb_simulated_changes(const plumb_simulated_format *format) {
    return format->bits != 0 || format->flushed != 0;
}

static inline double plumb_simulated_round(const plumb_simulated_format *format, double x) {
    if (format->bits == 0 || format->bits >= 53)
        return fabs(x) < format->flushed ? 0 : x;
    return format->bits == 24 ? (double)(float)x : plumb_simulated_narrow(format, x);
}
#endif
