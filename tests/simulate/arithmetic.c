#include "tests/simulate/arithmetic.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

static const struct {
    int bits;       /* of the significand */
    int least;      /* the exponent of the least subnormal number */
    double largest; /* finite number */
} shapes[NUMBER_FORMATS] = {
    [AS_F32] = {24, -149, 0x1.fffffep127}, [AS_TF32] = {11, -136, 0x1.ffcp127}, [AS_E8M13] = {14, -139, 0x1.fff8p127},
    [AS_BF16] = {8, -133, 0x1.fep127},     [AS_F16] = {11, -24, 0x1.ffcp15},    [AS_E4M3] = {4, -9, 0x1.cp8},
    [AS_E5M2] = {3, -16, 0x1.cp15},
};

/* x, above the subnormal numbers of its format, with so many significant bits. */
static double with_bits(double x, int bits, bool cut) {
    uint64_t word, ulp = UINT64_C(1) << (53 - bits);
    memcpy(&word, &x, sizeof word);
    if (!cut)
        word += ulp / 2 - 1 + (word >> (53 - bits) & 1);
    word &= ~(ulp - 1);
    memcpy(&x, &word, sizeof x);
    return x;
}

static double in_shape(simulated_rounding rounding, double x) {
    int bits = shapes[rounding.format].bits, least = shapes[rounding.format].least;
    double normal = ldexp(1, least + bits - 1), kept;
    if (rounding.bits > 0 && rounding.bits < bits)
        bits = rounding.bits;
    if (fabs(x) >= normal)
        kept = with_bits(x, bits, rounding.cut);
    else
        kept = ldexp(rounding.cut ? trunc(ldexp(x, -least)) : rint(ldexp(x, -least)), least);
    if (rounding.flushes && fabs(kept) < normal)
        return copysign(0, x);
    return fabs(kept) > shapes[rounding.format].largest ? copysign(INFINITY, x) : kept;
}

double simulated_round_to(simulated_rounding rounding, double x) {
    return rounding.format <= AS_F64 || !isfinite(x) || x == 0 ? x : in_shape(rounding, x);
}

number_format number_format_of(plumb_format format) {
    static const number_format formats[] = {
        [PLUMB_F64] = AS_F64, [PLUMB_F32] = AS_F32, [PLUMB_F16] = AS_F16, [PLUMB_BF16] = AS_BF16};
    return formats[format];
}

/* ---- sums of products ---- */

/* What is added, and how much of it. */
enum { ADDENDS = 3 * 64 + 1 };
typedef struct {
    double addend[ADDENDS];
    size_t count;
} addition;

static void take_product(const simulated_unit *unit, addition *taken, double x, double y) {
    static const simulated_rounding high = {.format = AS_TF32}, low = {.format = AS_TF32, .cut = true};
    if (!unit->splits_operands) {
        double product = x * y;
        taken->addend[taken->count++] = unit->rounds_products ? simulated_round(unit->sum, product) : product;
        return;
    }
    double x_high = simulated_round(high, x), y_high = simulated_round(high, y);
    double x_low = simulated_round(low, x - x_high), y_low = simulated_round(low, y - y_high);
    taken->addend[taken->count++] = x_low * y_high;
    taken->addend[taken->count++] = x_high * y_low;
    taken->addend[taken->count++] = x_high * y_high;
}

/* Each addend cut where the largest ends. */
static void align(addition *taken, int width) {
    double most = 0;
    int exponent;
    for (size_t i = 0; i < taken->count; i++)
        most = fmax(most, fabs(taken->addend[i]));
    if (most == 0 || !isfinite(most))
        return;
    frexp(most, &exponent);
    double last = ldexp(1, exponent - width);
    for (size_t i = 0; i < taken->count; i++)
        taken->addend[i] = trunc(taken->addend[i] / last) * last;
}

static double add_up(const simulated_unit *unit, addition *taken) {
    double sum = 0;
    if (unit->width > 0)
        align(taken, unit->width);
    for (size_t i = 0; i < taken->count; i++)
        sum += taken->addend[i];
    taken->count = 0;
    return simulated_round(unit->sum, sum);
}

/* The same one by one where nothing is cut: what most sums are. */
static double one_by_one(const simulated_unit *unit, double sum, const double *x, const double *y, size_t n,
                         size_t step) {
    for (size_t i = 0; i < n; i += step) {
        double product = y != NULL ? x[i] * y[i] : x[i];
        sum = simulated_round(unit->sum, sum + (unit->rounds_products ? simulated_round(unit->sum, product) : product));
    }
    return sum;
}

static double in_one_chain(const simulated_unit *unit, double sum, const double *x, const double *y, size_t n,
                           size_t step) {
    size_t at_once = unit->at_once > 0 ? unit->at_once : 1;
    addition taken = {.count = 0};
    if (at_once == 1 && unit->width == 0 && !unit->splits_operands)
        return one_by_one(unit, sum, x, y, n, step);
    for (size_t i = 0; i < n;) {
        taken.addend[taken.count++] = sum;
        for (size_t k = 0; k < at_once && i < n; k++, i += step)
            take_product(unit, &taken, x[i], y != NULL ? y[i] : 1);
        sum = add_up(unit, &taken);
    }
    return sum;
}

static double in_lanes(const simulated_unit *unit, double sum, const double *x, const double *y, size_t n) {
    double lane[SIMULATED_LANES] = {sum};
    for (size_t i = 0; i < unit->lanes && i < n; i++)
        lane[i] = in_one_chain(unit, lane[i], x + i, y != NULL ? y + i : NULL, n - i, unit->lanes);
    for (size_t apart = 1; apart < unit->lanes; apart *= 2)
        for (size_t i = 0; i + apart < unit->lanes; i += 2 * apart)
            lane[i] = simulated_round(unit->sum, lane[i] + lane[i + apart]);
    return lane[0];
}

static double promoted(const simulated_unit *unit, double sum, const double *x, const double *y, size_t n) {
    static const simulated_rounding wide = {.format = AS_F32};
    for (size_t i = 0; i < n; i += unit->promoted_after) {
        size_t count = n - i < unit->promoted_after ? n - i : unit->promoted_after;
        sum = simulated_round(wide, sum + in_one_chain(unit, 0, x + i, y != NULL ? y + i : NULL, count, 1));
    }
    return sum;
}

double simulated_products(const simulated_unit *unit, double sum, const double *x, const double *y, size_t n) {
    if (unit->promoted_after > 0)
        return promoted(unit, sum, x, y, n);
    return unit->lanes > 1 ? in_lanes(unit, sum, x, y, n) : in_one_chain(unit, sum, x, y, n, 1);
}

/* ---- exponentials ---- */

/* Between -1 and 1, the same for the same number. */
static double scatter(double x) {
    uint64_t word;
    memcpy(&word, &x, sizeof word);
    word = (word ^ word >> 31) * UINT64_C(0x9e3779b97f4a7c15);
    word = (word ^ word >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    return (double)((word ^ word >> 32) >> 11) * 0x1p-52 - 1;
}

static double off_by(simulated_exponential how, double argument, double value) {
    double ulps = how.kind == EXP_INTRINSIC ? fmin(how.ulps, 2 + 1.173 * fabs(argument)) : how.ulps;
    if (how.kind != EXP_WITHIN && how.kind != EXP_BELOW && how.kind != EXP_INTRINSIC)
        return value;
    return value * (1 + ulps * 0x1p-23 * (how.kind == EXP_BELOW ? -1 : scatter(argument)));
}

/* flash_attn/cute/utils.py of FlashAttention 4: 2^f for 0 <= f < 1, fused multiplications and additions. */
static double cubic(simulated_rounding arithmetic, double x) {
    static const double coefficients[] = {0.077119089663028717041015625, 0.227564394474029541015625,
                                          0.695146143436431884765625, 1};
    double whole = floor(x), fraction = simulated_round(arithmetic, x - whole), y = coefficients[0];
    for (size_t i = 1; i < sizeof coefficients / sizeof *coefficients; i++)
        y = simulated_round(arithmetic, y * fraction + coefficients[i]);
    return ldexp(y, whole < -2000 ? -2000 : (int)fmin(whole, 2000));
}

double simulated_exp2(simulated_exponential how, simulated_rounding arithmetic, double x) {
    if (how.kind == EXP_CUBIC && isfinite(x))
        return simulated_round(arithmetic, cubic(arithmetic, x));
    return simulated_round(arithmetic, off_by(how, x, exp2(x)));
}

double simulated_exp(simulated_exponential how, simulated_rounding arithmetic, double x) {
    static const double log2_e = 0x1.71547652b82fep0;
    if (how.kind == EXP_BASE_TWO || how.kind == EXP_CUBIC)
        return simulated_exp2(how, arithmetic, simulated_round(arithmetic, x * simulated_round(arithmetic, log2_e)));
    return simulated_round(arithmetic, off_by(how, x, exp(x)));
}
