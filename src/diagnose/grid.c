#include "diagnose/grid.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

/* A rounding coarser by fewer bits than this leaves too little to see. */
#define BITS_TO_SEE 2

/* A unit is half a unit in the last place where a rounding is to nearest, and a whole one where it
   cuts. */
static int significant_bits(const plumb_rounding *rounding) {
    return rounding->unit > 0 ? 1 - ilogb(rounding->unit) : 53;
}

/* Whether a finite number has no more; a subnormal one begins later. */
static bool has_bits(double x, int bits) {
    uint64_t number;
    int exponent;
    memcpy(&number, &x, sizeof number);
    if (bits < 53 && (isnormal(x) || x == 0))
        return number << (11 + bits) == 0;
    double scaled = ldexp(frexp(x, &exponent), bits);
    return scaled == floor(scaled);
}

bool plumb_is_on_grid(const plumb_claim *claim, const plumb_rounding *rounding) {
    int bits = significant_bits(rounding);
    for (size_t i = 0; claim->present && i < claim->count; i++)
        if (isfinite(claim->value[i]) && !has_bits(claim->value[i], bits))
            return false;
    return true;
}

bool plumb_shows_grid(const plumb_claim *claim, const plumb_rounding *rounding, const plumb_rounding *stated) {
    return claim->present && significant_bits(rounding) + BITS_TO_SEE <= significant_bits(stated) &&
           plumb_is_on_grid(claim, rounding);
}
