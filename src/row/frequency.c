/* frequency.c - theta_m by the formulas of spec/positions.md, section 2: the logarithm of the base, a power, then the
   change that the scaling asks for, as problem/scalings.def pairs them.  The precision doubles until theta_m / (2 pi)
   is known to half a unit of 2^-128; its fraction is cut to 128 bits.  Where parameters lie outside a formula's domain
   (a logarithm of a negative number, a division by 0), Arb's ball is not finite at any precision, and the search ends
   at MOST_PRECISION. */
#include "row/frequency.h"
#include "problem/arb.h"
#include "row/around.h"
#include "row/sections.h"

/* The largest angle that binary64 parameters make has some 6000 bits before the point, and 128 after
   it are asked for. */
#define LEAST_PRECISION 192
#define MOST_PRECISION 12288

/* base^{-2m/dim}, from the logarithm of the base */
static void power_of_base(arb_t power, const arb_t log_base, size_t m, size_t dim, slong precision) {
    arb_mul_ui(power, log_base, 2 * m, precision);
    arb_div_ui(power, power, dim, precision);
    arb_neg(power, power);
    arb_exp(power, power, precision);
}

static void log_of_double(arb_t logarithm, double x, slong precision) {
    arb_set_d(logarithm, x);
    arb_log(logarithm, logarithm, precision);
}

/* S: the length that dynamic and longrope go by, never below the original one. */
static void length_in_use(arb_t length, const plumb_rope *rope, slong precision) {
    if (rope->length_rule == PLUMB_ROPE_BY_MAXIMUM) {
        arb_t factor;
        arb_init(factor);
        arb_set_d(factor, rope->factor);
        arb_set_d(length, rope->original);
        arb_mul(length, length, factor, precision);
        arb_clear(factor);
    } else
        arb_set_d(length, rope->length > rope->original ? rope->length : rope->original);
}

/* What the base is multiplied by, before it is raised to dim/(dim-2). */
typedef void growth_of(arb_t growth, const plumb_rope *rope, slong precision);

static void ntk_growth(arb_t growth, const plumb_rope *rope, slong precision) {
    (void)precision;
    arb_set_d(growth, rope->factor);
}

/* factor S/original - (factor - 1) */
static void dynamic_growth(arb_t growth, const plumb_rope *rope, slong precision) {
    arb_t factor, original;
    arb_init(factor);
    arb_init(original);
    arb_set_d(factor, rope->factor);
    arb_set_d(original, rope->original);
    length_in_use(growth, rope, precision);
    arb_div(growth, growth, original, precision);
    arb_mul(growth, growth, factor, precision);
    arb_sub(growth, growth, factor, precision);
    arb_add_ui(growth, growth, 1, precision);
    arb_clear(factor);
    arb_clear(original);
}

/* NULL: the base stays as it is stated. */
#define BASE_stated NULL
#define BASE_ntk ntk_growth
#define BASE_dynamic dynamic_growth
static growth_of *const growths[] = {
#define SCALING(scaling, base, ...) [scaling] = BASE_##base,
#include "problem/scalings.def"
};

/* ln of the base that NTK scaling makes of the stated one */
static void log_of_base(arb_t log_base, const plumb_rope *rope, slong precision) {
    log_of_double(log_base, rope->base, precision);
    growth_of *grow = growths[rope->scaling];
    if (grow == NULL)
        return;
    arb_t growth;
    arb_init(growth);
    grow(growth, rope, precision);
    arb_log(growth, growth, precision);
    arb_mul_ui(growth, growth, rope->dim, precision);
    arb_div_ui(growth, growth, rope->dim - 2, precision);
    arb_add(log_base, log_base, growth, precision);
    arb_clear(growth);
}

/* x becomes clip((x - low)/(high - low), 0, 1) */
static void ramp(arb_t x, const arb_t low, const arb_t high, slong precision) {
    arb_t width, end;
    arb_init(width);
    arb_init(end);
    arb_sub(width, high, low, precision);
    arb_sub(x, x, low, precision);
    arb_div(x, x, width, precision);
    arb_max(x, x, end, precision);
    arb_one(end);
    arb_min(x, x, end, precision);
    arb_clear(width);
    arb_clear(end);
}

/* The pair, not an integer in general, that makes `beta` turns over the original length:
   dim ln(original / (2 pi beta)) / (2 ln base) */
static void pair_of_turns(arb_t pair, const plumb_rope *rope, double beta, slong precision) {
    arb_t divisor;
    arb_init(divisor);
    arb_const_pi(divisor, precision);
    arb_mul_2exp_si(divisor, divisor, 1);
    arb_set_d(pair, rope->original);
    arb_div(pair, pair, divisor, precision);
    arb_set_d(divisor, beta);
    arb_div(pair, pair, divisor, precision);
    arb_log(pair, pair, precision);
    arb_mul_ui(pair, pair, rope->dim, precision);
    log_of_double(divisor, rope->base, precision);
    arb_mul_2exp_si(divisor, divisor, 1);
    arb_div(pair, pair, divisor, precision);
    arb_clear(divisor);
}

/* Between which pairs YaRN's ramp lies.  Neither end is an integer before it is rounded (pi is
   transcendental), so that enough precision decides each rounding.  Ends that are equal are equal
   as balls: both integers, or both computed from one beta. */
static void yarn_ends(arb_t low, arb_t high, const plumb_rope *rope, slong precision) {
    arb_t limit;
    arb_init(limit);
    pair_of_turns(low, rope, rope->beta_fast, precision);
    pair_of_turns(high, rope, rope->beta_slow, precision);
    if (!rope->untruncated) {
        arb_floor(low, low, precision);
        arb_ceil(high, high, precision);
    }
    arb_max(low, low, limit, precision);
    arb_set_ui(limit, rope->dim - 1);
    arb_min(high, high, limit, precision);
    if (arb_equal(low, high)) {
        arb_set_ui(limit, 1);
        arb_div_ui(limit, limit, 1000, precision);
        arb_add(high, high, limit, precision);
    }
    arb_clear(limit);
}

/* Where pair m lies between the two ends of the ramp, 0 to 1. */
static void yarn_ramp(arb_t w, const plumb_rope *rope, size_t m, slong precision) {
    arb_t low, high;
    arb_init(low);
    arb_init(high);
    yarn_ends(low, high, rope, precision);
    arb_set_ui(w, m);
    ramp(w, low, high, precision);
    arb_clear(low);
    arb_clear(high);
}

/* The turns that theta makes over the original length, between the two frequencies, 0 to 1. */
static void llama3_ramp(arb_t w, const plumb_rope *rope, const arb_t theta, slong precision) {
    arb_t low, high;
    arb_init(low);
    arb_init(high);
    arb_const_pi(high, precision);
    arb_mul_2exp_si(high, high, 1);
    arb_set_d(w, rope->original);
    arb_mul(w, w, theta, precision);
    arb_div(w, w, high, precision);
    arb_set_d(low, rope->low_frequency);
    arb_set_d(high, rope->high_frequency);
    ramp(w, low, high, precision);
    arb_clear(low);
    arb_clear(high);
}

/* theta becomes theta (unscaled + (1 - unscaled)/factor) */
static void mix(arb_t theta, const arb_t unscaled, double factor, slong precision) {
    arb_t rest, divisor;
    arb_init(rest);
    arb_init(divisor);
    arb_set_d(divisor, factor);
    arb_sub_ui(rest, unscaled, 1, precision);
    arb_neg(rest, rest);
    arb_div(rest, rest, divisor, precision);
    arb_add(rest, rest, unscaled, precision);
    arb_mul(theta, theta, rest, precision);
    arb_clear(rest);
    arb_clear(divisor);
}

static void divide_by_double(arb_t x, double y, slong precision) {
    arb_t divisor;
    arb_init(divisor);
    arb_set_d(divisor, y);
    arb_div(x, x, divisor, precision);
    arb_clear(divisor);
}

static double longrope_divisor(const plumb_rope *rope, size_t m, slong precision) {
    arb_t length, original;
    arb_init(length);
    arb_init(original);
    length_in_use(length, rope, precision);
    arb_set_d(original, rope->original);
    double divisor = arb_gt(length, original) ? rope->long_divisor[m] : rope->short_divisor[m];
    arb_clear(length);
    arb_clear(original);
    return divisor;
}

/* theta, base^{-2m/dim} so far, as the scaling changes it */
typedef void change_of_angle(arb_t theta, const plumb_rope *rope, size_t m, slong precision);

static void linear_angle(arb_t theta, const plumb_rope *rope, size_t m, slong precision) {
    (void)m;
    divide_by_double(theta, rope->factor, precision);
}

static void yarn_angle(arb_t theta, const plumb_rope *rope, size_t m, slong precision) {
    arb_t w;
    arb_init(w);
    yarn_ramp(w, rope, m, precision);
    arb_sub_ui(w, w, 1, precision);
    arb_neg(w, w);
    mix(theta, w, rope->factor, precision);
    arb_clear(w);
}

static void llama3_angle(arb_t theta, const plumb_rope *rope, size_t m, slong precision) {
    arb_t w;
    (void)m;
    arb_init(w);
    llama3_ramp(w, rope, theta, precision);
    mix(theta, w, rope->factor, precision);
    arb_clear(w);
}

static void longrope_angle(arb_t theta, const plumb_rope *rope, size_t m, slong precision) {
    divide_by_double(theta, longrope_divisor(rope, m, precision), precision);
}

/* NULL: theta stays. */
#define ANGLE_same NULL
#define ANGLE_linear linear_angle
#define ANGLE_yarn yarn_angle
#define ANGLE_llama3 llama3_angle
#define ANGLE_longrope longrope_angle
static change_of_angle *const changes[] = {
#define SCALING(scaling, base, angle, ...) [scaling] = ANGLE_##angle,
#include "problem/scalings.def"
};

static void rope_angle(arb_t theta, const plumb_rope *rope, size_t m, slong precision) {
    arb_t log_base;
    arb_init(log_base);
    log_of_base(log_base, rope, precision);
    power_of_base(theta, log_base, m, rope->dim, precision);
    change_of_angle *change = changes[rope->scaling];
    if (change != NULL)
        change(theta, rope, m, precision);
    arb_clear(log_base);
}

/* 128 binary digits */
static plumb_turns turns_of_digits(const fmpz_t digits) {
    fmpz_t upper, lower;
    fmpz_init(upper);
    fmpz_init(lower);
    fmpz_fdiv_q_2exp(upper, digits, 64);
    fmpz_fdiv_r_2exp(lower, digits, 64);
    uint64_t high = fmpz_get_ui(upper), low = fmpz_get_ui(lower);
    fmpz_clear(upper);
    fmpz_clear(lower);
    return (plumb_turns){(uint32_t)(high >> 32), (uint32_t)high, (uint32_t)(low >> 32), (uint32_t)low};
}

/* The fraction of a turn, if theta is known well enough: half a unit of 2^-128 for the radius and one
   for the rounding are less than the two that are allowed. */
static bool turns_of_angle(plumb_turns *turns, const arb_t theta, slong precision) {
    arb_t fraction;
    arb_init(fraction);
    arb_const_pi(fraction, precision);
    arb_mul_2exp_si(fraction, fraction, 1);
    arb_div(fraction, theta, fraction, precision);
    arb_mul_2exp_si(fraction, fraction, 128);
    bool certain = arb_is_finite(fraction) && mag_cmp_2exp_si(arb_radref(fraction), -1) <= 0;
    if (certain) {
        fmpz_t digits;
        fmpz_init(digits);
        arf_get_fmpz(digits, arb_midref(fraction), ARF_RND_FLOOR);
        fmpz_fdiv_r_2exp(digits, digits, 128);
        *turns = turns_of_digits(digits);
        fmpz_clear(digits);
    }
    arb_clear(fraction);
    return certain;
}

/* g(factor, c) = 0.1 c ln factor + 1 beyond factor 1 */
static void yarn_growth(arb_t growth, double factor, double c, slong precision) {
    arb_zero(growth);
    if (factor > 1) {
        arb_t coefficient;
        arb_init(coefficient);
        arb_set_d(coefficient, c);
        log_of_double(growth, factor, precision);
        arb_mul(growth, growth, coefficient, precision);
        arb_div_ui(growth, growth, 10, precision);
        arb_clear(coefficient);
    }
    arb_add_ui(growth, growth, 1, precision);
}

static void yarn_multiplier(arb_t multiplier, const plumb_rope *rope, slong precision) {
    if (rope->mscale == 0 || rope->mscale_all == 0) {
        yarn_growth(multiplier, rope->factor, 1, precision);
        return;
    }
    arb_t divisor;
    arb_init(divisor);
    yarn_growth(multiplier, rope->factor, rope->mscale, precision);
    yarn_growth(divisor, rope->factor, rope->mscale_all, precision);
    arb_div(multiplier, multiplier, divisor, precision);
    arb_clear(divisor);
}

/* sqrt(1 + ln factor / ln original) beyond factor 1 */
static void longrope_multiplier(arb_t multiplier, const plumb_rope *rope, slong precision) {
    arb_one(multiplier);
    if (!(rope->factor > 1))
        return;
    arb_t divisor;
    arb_init(divisor);
    log_of_double(multiplier, rope->factor, precision);
    log_of_double(divisor, rope->original, precision);
    arb_div(multiplier, multiplier, divisor, precision);
    arb_add_ui(multiplier, multiplier, 1, precision);
    arb_sqrt(multiplier, multiplier, precision);
    arb_clear(divisor);
}

static void one_multiplier(arb_t multiplier, const plumb_rope *rope, slong precision) {
    (void)rope;
    (void)precision;
    arb_one(multiplier);
}

typedef void multiplier_of(arb_t multiplier, const plumb_rope *rope, slong precision);

static multiplier_of *const rules[] = {
#define SCALING(scaling, base, angle, multiplier) [scaling] = multiplier##_multiplier,
#include "problem/scalings.def"
};

static plumb_ball rope_multiplier(const plumb_rope *rope) {
    if (rope->multiplier != 0)
        return plumb_ball_of(rope->multiplier);
    arb_t multiplier;
    arb_init(multiplier);
    rules[rope->scaling](multiplier, rope, LEAST_PRECISION);
    plumb_ball result = plumb_ball_around_arb(multiplier);
    arb_clear(multiplier);
    return result;
}

static bool frequency_of_pair(const plumb_rope *rope, size_t m, plumb_turns *frequency) {
    plumb_source_pair source = plumb_source_of_pair(rope, m);
    bool certain = false;
    arb_t theta;
    arb_init(theta);
    for (slong precision = LEAST_PRECISION; !certain && precision <= MOST_PRECISION; precision *= 2) {
        rope_angle(theta, &source.rope, source.m, precision);
        certain = turns_of_angle(frequency, theta, precision);
    }
    arb_clear(theta);
    return certain;
}

static bool frequencies_of_pairs(const plumb_rope *rope, size_t pairs, plumb_turns *frequency) {
    for (size_t m = 0; m < pairs; m++)
        if (!frequency_of_pair(rope, m, &frequency[m]))
            return false;
    return true;
}

bool plumb_rope_frequencies(const plumb_rope *rope, plumb_turns *frequency, plumb_ball *multiplier) {
    bool known = frequencies_of_pairs(rope, rope->dim / 2, frequency);
    *multiplier = known ? rope_multiplier(rope) : plumb_ball_unknown();
    return known && plumb_is_finite(multiplier->rad);
}

/* The powers are those of a rotation without scaling, its dimension less by two for one_less. */
bool plumb_sinusoidal_frequencies(double base, size_t dim, bool one_less, plumb_turns *frequency) {
    plumb_rope rope = {.base = base, .dim = one_less ? dim - 2 : dim};
    return frequencies_of_pairs(&rope, dim / 2, frequency);
}
