/* test_frequency.c - frequencies to the last of their digits, and the numbers that papers and released
   code give for each way to scale them. */
#include "row/frequency.h"
#include "tests/support/contain.h"
#include "tests/support/ropes.h"
#include "tests/support/suite.h"
#include "tests/support/turns.h"
#include <flint/flint.h>
#include <math.h>

#define DIM 128
#define PAIRS (DIM / 2)
#define PI 3.141592653589793

typedef struct {
    plumb_turns frequency[PAIRS];
    plumb_ball multiplier;
} rotation;

static rotation rotation_of(const plumb_rope *rope) {
    rotation result;
    ck_assert(plumb_rope_frequencies(rope, result.frequency, &result.multiplier));
    return result;
}

/* Radians, where they are less than a turn. */
static double angle(plumb_turns turns) {
    arb_t exact;
    arb_init(exact);
    exact_turns(exact, turns, 0);
    double fraction = arf_get_d(arb_midref(exact), ARF_RND_NEAR);
    arb_clear(exact);
    return 2 * PI * fraction;
}

static bool near(double x, double y, double relative) {
    return fabs(x - y) <= relative * fabs(y);
}

/* Whether two enclosures of one frequency may be these. */
static bool same(plumb_turns a, plumb_turns b) {
    arb_t x, y;
    arb_init(x);
    arb_init(y);
    exact_turns(x, a, 0);
    exact_turns(y, b, 0);
    arb_sub(x, x, y, 300);
    bool result = fabs(arf_get_d(arb_midref(x), ARF_RND_NEAR)) <= 0x1p-126;
    arb_clear(x);
    arb_clear(y);
    return result;
}

/* Does theta / (2 pi) lie within two units of the digits, whole turns aside? */
static bool encloses_angle(plumb_turns turns, const arb_t theta) {
    const slong precision = 6000;
    arb_t digits, exact;
    fmpz_t whole;
    arb_init(digits);
    arb_init(exact);
    fmpz_init(whole);
    arb_const_pi(exact, precision);
    arb_mul_2exp_si(exact, exact, 1);
    arb_div(exact, theta, exact, precision);
    exact_turns(digits, turns, 0);
    arb_sub(exact, exact, digits, precision);
    arf_get_fmpz(whole, arb_midref(exact), ARF_RND_NEAR);
    arb_sub_fmpz(exact, exact, whole, precision);
    arb_mul_2exp_si(exact, exact, 127);
    arb_abs(exact, exact);
    arb_one(digits);
    bool result = arb_le(exact, digits);
    arb_clear(digits);
    arb_clear(exact);
    fmpz_clear(whole);
    return result;
}

/* base^{-2m/dim}, by another way than the logarithm of the base */
static void set_power(arb_t theta, double base, size_t m, size_t dim) {
    fmpq_t exponent;
    fmpq_init(exponent);
    fmpq_set_si(exponent, -2 * (slong)m, dim);
    arb_set_d(theta, base);
    arb_pow_fmpq(theta, theta, exponent, 6000);
    fmpq_clear(exponent);
}

/* Bases below 1 make many turns per position: they are dropped, the digits behind them are not. */
START_TEST(digits_are_certain) {
    static const double bases[] = {10000, 500000, 150000, 1e6, 1.0000001, 0.5, 1e-300, 1e300};
    static const size_t dims[] = {128, 64, 6, 2};
    arb_t theta;
    arb_init(theta);
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++)
        for (size_t j = 0; j < sizeof dims / sizeof *dims; j++) {
            plumb_rope rope = {.dim = dims[j], .base = bases[i]};
            rotation made = rotation_of(&rope);
            ck_assert(balls_identical(made.multiplier, plumb_ball_of(1)));
            for (size_t m = 0; m < dims[j] / 2; m++) {
                set_power(theta, bases[i], m, dims[j]);
                ck_assert_msg(encloses_angle(made.frequency[m], theta), "base %a, pair %zu of %zu",
                              bases[i], m, dims[j] / 2);
            }
        }
    arb_clear(theta);
}
END_TEST

START_TEST(linear_divides) {
    plumb_rope rope = {.dim = DIM, .base = 10000, .scaling = PLUMB_ROPE_LINEAR, .factor = 3};
    rotation made = rotation_of(&rope);
    arb_t theta;
    arb_init(theta);
    for (size_t m = 0; m < PAIRS; m++) {
        set_power(theta, 10000, m, DIM);
        arb_div_ui(theta, theta, 3, 6000);
        ck_assert(encloses_angle(made.frequency[m], theta));
    }
    arb_clear(theta);
}
END_TEST

/* The base that makes these frequencies, from pair m. */
static double base_of(const rotation *made, size_t m) {
    return pow(angle(made->frequency[m]), -DIM / (2.0 * (double)m));
}

/* 10000 * 2^{128/126} = 20221.3 */
START_TEST(ntk_raises_the_base) {
    plumb_rope rope = {.dim = DIM, .base = 10000, .scaling = PLUMB_ROPE_NTK, .factor = 2};
    rotation made = rotation_of(&rope);
    for (size_t m = 1; m < PAIRS; m++) {
        ck_assert(near(base_of(&made, m), 20221.3, 3e-6));
        ck_assert(near(base_of(&made, m), 10000 * pow(2, 128.0 / 126), 1e-12));
    }
    /* the slowest pair turns as under linear scaling: that is what the exponent is for */
    ck_assert(near(angle(made.frequency[PAIRS - 1]), pow(10000, -126.0 / 128) / 2, 1e-14));
}
END_TEST

START_TEST(dynamic_goes_by_the_length) {
    plumb_rope rope = ROPE_DYNAMIC(DIM);
    rotation made = rotation_of(&rope);
    for (size_t m = 1; m < PAIRS; m++)
        ck_assert(near(base_of(&made, m), 30527.7, 3e-6));
    rope.length = 3000;
    made = rotation_of(&rope);
    ck_assert(near(base_of(&made, 7), 10000 * pow(2 * 3000.0 / 2048 - 1, 128.0 / 126), 1e-12));
    rope.length_rule = PLUMB_ROPE_BY_MAXIMUM;
    made = rotation_of(&rope);
    ck_assert(near(base_of(&made, 7), 30527.7, 3e-6));
}
END_TEST

/* gpt-oss: head dimension 64, base 150000, 4096 tokens, factor 32. */
static plumb_rope gpt_oss(bool untruncated) {
    plumb_rope rope = ROPE_OF_GPT_OSS(64);
    rope.untruncated = untruncated;
    return rope;
}

/* w_m, of theta_m = base^{-2m/dim} ((1 - w_m) + w_m / factor) */
static double ramp_at(const plumb_rope *rope, size_t m) {
    rotation made = rotation_of(rope);
    double unscaled = pow(rope->base, -2.0 * (double)m / (double)rope->dim);
    return (1 - angle(made.frequency[m]) / unscaled) / (1 - 1 / rope->factor);
}

/* The ends of the ramp, from the line through two of its pairs. */
static void check_ends(const plumb_rope *rope, double low, double high, double error) {
    double slope = (ramp_at(rope, 16) - ramp_at(rope, 10)) / 6;
    double found = 10 - ramp_at(rope, 10) / slope;
    ck_assert_msg(near(found, low, error) && near(found + 1 / slope, high, error), "%.17g, %.17g",
                  found, found + 1 / slope);
}

START_TEST(yarn_ends_are_those_of_gpt_oss) {
    plumb_rope exact = gpt_oss(true), rounded = gpt_oss(false);
    check_ends(&exact, 8.0928, 17.398, 1e-4);
    check_ends(&rounded, 8, 18, 1e-12);
}
END_TEST

START_TEST(yarn_keeps_fast_pairs_and_divides_slow_ones) {
    plumb_rope rope = gpt_oss(false);
    rotation made = rotation_of(&rope);
    rope.scaling = PLUMB_ROPE_UNSCALED;
    rotation unscaled = rotation_of(&rope);
    rope.scaling = PLUMB_ROPE_LINEAR;
    rotation divided = rotation_of(&rope);
    for (size_t m = 0; m < 32; m++) {
        ck_assert_int_eq(same(made.frequency[m], unscaled.frequency[m]), m <= 8);
        ck_assert_int_eq(same(made.frequency[m], divided.frequency[m]), m >= 18);
    }
}
END_TEST

/* Both ends at 0: pair 0 alone keeps its frequency.  From one beta: the ramp is a step. */
START_TEST(yarn_ends_that_are_equal) {
    plumb_rope rope = gpt_oss(false);
    rope.original = 6;
    for (size_t m = 0; m < 32; m++)
        ck_assert(fabs(ramp_at(&rope, m) - (m == 0 ? 0 : 1)) <= 1e-13);
    rope = gpt_oss(true);
    rope.beta_slow = rope.beta_fast;
    for (size_t m = 0; m < 32; m++)
        ck_assert(fabs(ramp_at(&rope, m) - (m <= 8 ? 0 : 1)) <= 1e-13);
}
END_TEST

START_TEST(yarn_multipliers) {
    plumb_rope rope = gpt_oss(false);
    plumb_ball made = rotation_of(&rope).multiplier;
    ck_assert(near(made.mid, 0.1 * log(32) + 1, 1e-15) && near(made.mid, 1.34657, 3e-6));
    ck_assert(made.rad > 0 && made.rad <= 0x1p-52);
    rope.mscale = 0.707;
    ck_assert(near(rotation_of(&rope).multiplier.mid, 0.1 * log(32) + 1, 1e-15));
    rope.mscale_all = 1.5;
    ck_assert(near(rotation_of(&rope).multiplier.mid, (0.0707 * log(32) + 1) / (0.15 * log(32) + 1),
                   1e-14));
    rope.multiplier = 1.25;
    ck_assert(balls_identical(rotation_of(&rope).multiplier, plumb_ball_of(1.25)));
    rope.multiplier = 0;
    rope.factor = 0.5;
    ck_assert(balls_identical(rotation_of(&rope).multiplier, plumb_ball_of(1)));
}
END_TEST

static plumb_rope llama3(double original) {
    plumb_rope rope = ROPE_OF_LLAMA_3_1(DIM);
    rope.original = original;
    return rope;
}

START_TEST(llama3_goes_by_wavelength) {
    plumb_rope rope = llama3(8192);
    rotation made = rotation_of(&rope);
    for (size_t m = 0; m < PAIRS; m++) {
        double theta = pow(500000, -2.0 * (double)m / DIM), turns = 8192 * theta / (2 * PI);
        double smooth = (turns - 1) / 3;
        double expected = turns > 4   ? theta
                          : turns < 1 ? theta / 8
                                      : (1 - smooth) * theta / 8 + smooth * theta;
        ck_assert(near(angle(made.frequency[m]), expected, 1e-14));
    }
}
END_TEST

START_TEST(llama3_is_continuous_at_both_ends) {
    double theta = pow(500000, -2.0 * 30 / DIM);
    for (int side = -1; side <= 1; side += 2) {
        plumb_rope high = llama3(4 * 2 * PI / theta * (1 + side * 1e-9));
        plumb_rope low = llama3(1 * 2 * PI / theta * (1 + side * 1e-9));
        ck_assert(near(angle(rotation_of(&high).frequency[30]), theta, 2e-9));
        ck_assert(near(angle(rotation_of(&low).frequency[30]), theta / 8, 5e-9));
    }
}
END_TEST

START_TEST(longrope_has_two_lists) {
    static const double longer[] = {1, 2, 3}, shorter[] = {1, 1.5, 1.25};
    plumb_rope rope = ROPE_OF_PHI_3(6, longer, shorter);
    for (int which = 0; which < 3; which++) {
        if (which == 1)
            rope.length = 4097;
        if (which == 2) {
            rope.length = 1;
            rope.length_rule = PLUMB_ROPE_BY_MAXIMUM;
        }
        rotation made = rotation_of(&rope);
        for (size_t m = 0; m < 3; m++)
            ck_assert(near(angle(made.frequency[m]),
                           pow(10000, -2.0 * (double)m / 6) / (which == 0 ? shorter : longer)[m],
                           1e-14));
        ck_assert(near(made.multiplier.mid, sqrt(1 + log(32) / log(4096)), 1e-15));
    }
    rope.factor = 0.5;
    rotation made = rotation_of(&rope);
    ck_assert(near(angle(made.frequency[1]), pow(10000, -1 / 3.0) / 1.5, 1e-14));
    ck_assert(balls_identical(made.multiplier, plumb_ball_of(1)));
}
END_TEST

START_TEST(factor_one_scales_nothing) {
    plumb_rope scaled = llama3(8192);
    scaled.factor = 1;
    scaled.beta_fast = 32;
    scaled.beta_slow = 1;
    scaled.length = 8192;
    plumb_rope plain = {.dim = DIM, .base = 500000};
    rotation unscaled = rotation_of(&plain);
    for (int scaling = PLUMB_ROPE_LINEAR; scaling <= PLUMB_ROPE_LLAMA3; scaling++) {
        scaled.scaling = (plumb_rope_scaling)scaling;
        rotation made = rotation_of(&scaled);
        ck_assert(balls_identical(made.multiplier, plumb_ball_of(1)));
        for (size_t m = 0; m < PAIRS; m++)
            ck_assert_msg(same(made.frequency[m], unscaled.frequency[m]), "scaling %d, pair %zu",
                          scaling, m);
    }
    scaled.scaling = PLUMB_ROPE_DYNAMIC;
    scaled.factor = 4;
    for (scaled.length = 1; scaled.length <= 8192; scaled.length *= 8192) {
        rotation made = rotation_of(&scaled);
        for (size_t m = 0; m < PAIRS; m++)
            ck_assert(same(made.frequency[m], unscaled.frequency[m]));
    }
}
END_TEST

START_TEST(frequencies_fall) {
    plumb_rope rope = llama3(8192);
    rope.beta_fast = 32;
    rope.beta_slow = 1;
    rope.length = 20000;
    for (int scaling = PLUMB_ROPE_UNSCALED; scaling <= PLUMB_ROPE_LLAMA3; scaling++) {
        rope.scaling = (plumb_rope_scaling)scaling;
        rotation made = rotation_of(&rope);
        for (size_t m = 1; m < PAIRS; m++)
            ck_assert_msg(angle(made.frequency[m]) < angle(made.frequency[m - 1]),
                          "scaling %d, pair %zu", scaling, m);
    }
}
END_TEST

START_TEST(no_finite_number_is_said) {
    const plumb_rope ropes[] = {
        {.dim = 2, .base = 10000, .scaling = PLUMB_ROPE_NTK, .factor = 2},
        {.dim = 4, .base = 10000, .scaling = PLUMB_ROPE_LINEAR, .factor = 0},
        {.dim = 4, .base = -1},
        {.dim = 4, .base = (double)NAN},
        {.dim = 4,
         .base = 1,
         .scaling = PLUMB_ROPE_YARN,
         .factor = 2,
         .original = 9,
         .beta_fast = 2,
         .beta_slow = 1},
        {.dim = 4, .base = 10000, .multiplier = (double)INFINITY}};
    for (size_t i = 0; i < sizeof ropes / sizeof *ropes; i++) {
        rotation made;
        ck_assert_msg(!plumb_rope_frequencies(&ropes[i], made.frequency, &made.multiplier), "%zu",
                      i);
        ck_assert(!ball_informs(made.multiplier));
    }
    plumb_turns frequency[2];
    ck_assert(!plumb_sinusoidal_frequencies(0, 4, false, frequency));
}
END_TEST

START_TEST(sinusoidal_denominators) {
    plumb_turns half[4], one_less[4];
    ck_assert(plumb_sinusoidal_frequencies(10000, 8, false, half));
    ck_assert(plumb_sinusoidal_frequencies(10000, 8, true, one_less));
    for (size_t m = 0; m < 4; m++) {
        ck_assert(near(angle(half[m]), pow(10000, -(double)m / 4), 1e-14));
        ck_assert(near(angle(one_less[m]), pow(10000, -(double)m / 3), 1e-14));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("row/frequency");
    TCase *tests = tcase_create("frequency");
    tcase_add_test(tests, digits_are_certain);
    tcase_add_test(tests, linear_divides);
    tcase_add_test(tests, ntk_raises_the_base);
    tcase_add_test(tests, dynamic_goes_by_the_length);
    tcase_add_test(tests, yarn_ends_are_those_of_gpt_oss);
    tcase_add_test(tests, yarn_keeps_fast_pairs_and_divides_slow_ones);
    tcase_add_test(tests, yarn_ends_that_are_equal);
    tcase_add_test(tests, yarn_multipliers);
    tcase_add_test(tests, llama3_goes_by_wavelength);
    tcase_add_test(tests, llama3_is_continuous_at_both_ends);
    tcase_add_test(tests, longrope_has_two_lists);
    tcase_add_test(tests, factor_one_scales_nothing);
    tcase_add_test(tests, frequencies_fall);
    tcase_add_test(tests, no_finite_number_is_said);
    tcase_add_test(tests, sinusoidal_denominators);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
