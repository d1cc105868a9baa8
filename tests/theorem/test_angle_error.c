/* test_angle_error.c - frequencies of RoPE computed step by step in binary32, each result off by one more rounding in
   either direction, lie within the error that the theorem allows, also where a scaling cancels or a ramp is steep. */
#include "theorem/angle_error.h"
#include "theorem/units.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>

enum { DIM = 64, DRAWS = 400 };
#define UNIT 0x1p-24
#define TWO_PI 6.283185307179586

/* The result of a step: rounded, and off by up to another rounding. */
static double step(random_cases *cases, double x) {
    return (double)(float)x * (1 + (random_below(cases, 2) == 0 ? 1 : -1) * UNIT);
}

/* Without cases: exactly. */
static double then(random_cases *cases, double x) {
    return cases != NULL ? step(cases, x) : x;
}

static double base_of(random_cases *cases, const plumb_rope *rope) {
    double growth = 1, dim = (double)rope->dim;
    if (rope->scaling == PLUMB_ROPE_NTK)
        growth = rope->factor;
    if (rope->scaling == PLUMB_ROPE_DYNAMIC) {
        double part = then(cases, then(cases, rope->factor * rope->length) / rope->original);
        growth = then(cases, part - then(cases, rope->factor - 1));
    }
    return growth == 1 ? rope->base : then(cases, rope->base * then(cases, pow(growth, dim / (dim - 2))));
}

static double pair_of_turns(random_cases *cases, const plumb_rope *rope, double beta) {
    double turns = then(cases, rope->original / then(cases, TWO_PI * beta)), logarithm = then(cases, log(turns));
    double twice = then(cases, 2 * then(cases, log(rope->base)));
    return then(cases, then(cases, (double)rope->dim * logarithm) / twice);
}

static double mixed(random_cases *cases, const plumb_rope *rope, double frequency, double weight) {
    double slow = then(cases, frequency / rope->factor), kept = then(cases, frequency * weight);
    return then(cases, kept + then(cases, slow * then(cases, 1 - weight)));
}

static double yarn(random_cases *cases, const plumb_rope *rope, double frequency, size_t m) {
    double low = pair_of_turns(cases, rope, rope->beta_fast), high = pair_of_turns(cases, rope, rope->beta_slow);
    double ramp = then(cases, then(cases, (double)m - low) / then(cases, high - low));
    return mixed(cases, rope, frequency, then(cases, 1 - fmin(1, fmax(0, ramp))));
}

static double llama3(random_cases *cases, const plumb_rope *rope, double frequency) {
    double turns = then(cases, then(cases, rope->original * frequency) / TWO_PI);
    double width = then(cases, rope->high_frequency - rope->low_frequency);
    double ramp = then(cases, then(cases, turns - rope->low_frequency) / width);
    return mixed(cases, rope, frequency, fmin(1, fmax(0, ramp)));
}

static double frequency(random_cases *cases, const plumb_rope *rope, size_t m) {
    double x = then(cases, 2 * (double)m / (double)rope->dim);
    double plain = then(cases, pow(base_of(cases, rope), -x));
    switch (rope->scaling) {
    case PLUMB_ROPE_LINEAR:
        return then(cases, plain / rope->factor);
    case PLUMB_ROPE_YARN:
        return yarn(cases, rope, plain, m);
    case PLUMB_ROPE_LLAMA3:
        return llama3(cases, rope, plain);
    case PLUMB_ROPE_LONGROPE:
        return then(cases, plain / (rope->length > rope->original ? rope->long_divisor : rope->short_divisor)[m]);
    default:
        return plain;
    }
}

static void expect_within(random_cases *cases, const plumb_rope *rope) {
    for (size_t m = 0; m < DIM / 2; m++) {
        plumb_frequency_error error = plumb_rope_frequency_error(rope, m);
        double exact = frequency(NULL, rope, m), bound = error.frequency * plumb_gamma(error.roundings, UNIT);
        ck_assert_double_ge(error.frequency, exact);
        for (size_t i = 0; i < DRAWS; i++) {
            double off = fabs(frequency(cases, rope, m) - exact);
            ck_assert_msg(off <= bound, "pair %zu: off by %g, allowed %g", m, off, bound);
        }
    }
}

static double long_divisor[DIM / 2], short_divisor[DIM / 2];

static const plumb_rope ropes[] = {
    {.dim = DIM, .base = 10000},
    {.dim = DIM, .base = 500000, .scaling = PLUMB_ROPE_LINEAR, .factor = 8},
    {.dim = DIM, .base = 10000, .scaling = PLUMB_ROPE_NTK, .factor = 8},
    /* what the base grows by is the small difference of large numbers */
    {.dim = DIM, .base = 10000, .scaling = PLUMB_ROPE_DYNAMIC, .factor = 4000, .original = 64, .length = 64},
    {.dim = DIM, .base = 10000, .scaling = PLUMB_ROPE_DYNAMIC, .factor = 8, .original = 64, .length = 4096},
    {.dim = DIM, .base = 10000, .scaling = PLUMB_ROPE_YARN, .factor = 8, .original = 4096, .beta_fast = 32,
     .beta_slow = 1, .untruncated = true},
    /* pair 15 stands in a ramp that is a fiftieth of a pair wide */
    {.dim = DIM, .base = 10000, .scaling = PLUMB_ROPE_YARN, .factor = 32, .original = 3761, .beta_fast = 7.99,
     .beta_slow = 7.95, .untruncated = true},
    {.dim = DIM, .base = 500000, .scaling = PLUMB_ROPE_LLAMA3, .factor = 8, .original = 8192, .low_frequency = 1,
     .high_frequency = 4},
    {.dim = DIM, .base = 10000, .scaling = PLUMB_ROPE_LONGROPE, .original = 64, .length = 32,
     .long_divisor = long_divisor, .short_divisor = short_divisor},
    {.dim = DIM, .base = 10000, .scaling = PLUMB_ROPE_LONGROPE, .original = 64, .length = 128,
     .long_divisor = long_divisor, .short_divisor = short_divisor},
};

START_TEST(frequencies_are_within_their_error) {
    random_cases cases = random_begin("frequencies of engines", 1);
    for (size_t m = 0; m < DIM / 2; m++) {
        long_divisor[m] = 64 + (double)m;
        short_divisor[m] = 1 + (double)m / 64;
    }
    while (random_next(&cases))
        expect_within(&cases, &ropes[_i]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("theorem/angle_error");
    TCase *tests = tcase_create("angle error");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, frequencies_are_within_their_error, 0, sizeof ropes / sizeof *ropes);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
