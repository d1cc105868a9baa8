#include "exact/round.h"
#include "exact/shape.h"
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* The exponent of the last place of x in the format: x is rounded to a multiple of its power of
   two.  |x| lies in [2^(binade-1), 2^binade). */
static slong last_place(const arf_t x, plumb_format_shape shape) {
    slong binade = ARF_EXP(x);
    slong exponent = binade - shape.significand_bits;
    return exponent > shape.least_exponent ? exponent : shape.least_exponent;
}

/* x is finite and neither too large nor too small for its exponent to fit a machine integer. */
static double round_to_last_place(const arf_t x, plumb_format_shape shape) {
    slong exponent = last_place(x, shape);
    arf_t scaled;
    fmpz_t significand;
    arf_init(scaled);
    fmpz_init(significand);
    arf_mul_2exp_si(scaled, x, -exponent);
    arf_get_fmpz(significand, scaled, ARF_RND_NEAR);
    /* At most 2^significand_bits, so neither the conversion nor the scaling rounds. */
    double rounded = ldexp(fmpz_get_d(significand), (int)exponent);
    arf_clear(scaled);
    fmpz_clear(significand);
    return rounded;
}

double plumb_round_arf(const arf_t x, plumb_format format) {
    plumb_format_shape shape = plumb_shape(format);
    if (arf_is_nan(x))
        return NAN;
    if (arf_cmpabs_2exp_si(x, shape.overflow_exponent) >= 0)
        return arf_sgn(x) > 0 ? INFINITY : -INFINITY;
    if (arf_cmpabs_2exp_si(x, shape.least_exponent - 1) <= 0)
        return 0;
    double rounded = round_to_last_place(x, shape);
    return fabs(rounded) < ldexp(1, shape.overflow_exponent - 1) * 2 ? rounded : copysign(INFINITY, rounded);
}

static bool round_interval(double *rounded, const arf_t low, const arf_t high, plumb_format format) {
    *rounded = plumb_round_arf(low, format);
    return *rounded == plumb_round_arf(high, format);
}

bool plumb_round_arb(double *rounded, const arb_t ball, plumb_format format) {
    arf_t low, high;
    if (!arb_is_finite(ball))
        return false;
    arf_init(low);
    arf_init(high);
    /* Precision beyond every boundary: an end that is rounded outwards never crosses one. */
    arb_get_interval_arf(low, high, ball, arb_bits(ball) + 2 * MAG_BITS);
    bool decided = round_interval(rounded, low, high, format);
    arf_clear(low);
    arf_clear(high);
    return decided;
}

/* The bits of x rounded to the format's significand: half of its last place added, and what lies behind
   cut off.  False for a tie, and for what is not well inside the format's range of normal numbers. */
static inline bool round_bits(uint64_t *bits, double x, plumb_format_shape shape) {
    int dropped = DBL_MANT_DIG - shape.significand_bits;
    memcpy(bits, &x, sizeof x);
    int exponent = (int)(*bits >> (DBL_MANT_DIG - 1) & 0x7ff) - (DBL_MAX_EXP - 1);
    if (dropped == 0 || exponent < shape.least_exponent + shape.significand_bits - 1 ||
        exponent > shape.overflow_exponent - 2)
        return false;
    *bits += UINT64_C(1) << (dropped - 1);
    uint64_t behind = *bits & ((UINT64_C(1) << dropped) - 1);
    *bits -= behind;
    return behind != 0;
}

/* Most balls: both ends round to one number, and no exact arithmetic is needed to see it.  Boundaries of
   the format are binary64 numbers, so a rounded end lies on the side of each on which the end lies, or on
   the boundary itself, which is a tie. */
static inline bool round_ordinary(double *rounded, plumb_ball ball, plumb_format_shape shape) {
    uint64_t low, high;
    if (!round_bits(&low, ball.mid - ball.rad, shape) || !round_bits(&high, ball.mid + ball.rad, shape) || low != high)
        return false;
    memcpy(rounded, &low, sizeof *rounded);
    return true;
}

double plumb_round_double(double x, plumb_format format) {
    double rounded;
    if (x == 0 || round_ordinary(&rounded, (plumb_ball){x, 0}, plumb_shape(format)))
        return x == 0 ? 0 : rounded;
    arf_t exact;
    arf_init(exact);
    arf_set_d(exact, x);
    rounded = plumb_round_arf(exact, format);
    arf_clear(exact);
    return rounded;
}

void plumb_round_balls(const plumb_ball *ball, size_t count, plumb_format format, double *rounded,
                       unsigned char *left) {
    plumb_format_shape shape = plumb_shape(format);
    for (size_t i = 0; i < count; i++)
        left[i] = !round_ordinary(&rounded[i], ball[i], shape);
}

bool plumb_round_ball(double *rounded, plumb_ball ball, plumb_format format) {
    arf_t mid, rad, low, high;
    if (!isfinite(ball.mid) || !isfinite(ball.rad))
        return false;
    if (round_ordinary(rounded, ball, plumb_shape(format)))
        return true;
    arf_init(mid);
    arf_init(rad);
    arf_init(low);
    arf_init(high);
    arf_set_d(mid, ball.mid);
    arf_set_d(rad, ball.rad);
    arf_sub(low, mid, rad, ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_add(high, mid, rad, ARF_PREC_EXACT, ARF_RND_DOWN);
    bool decided = round_interval(rounded, low, high, format);
    arf_clear(mid);
    arf_clear(rad);
    arf_clear(low);
    arf_clear(high);
    return decided;
}
