/* test_rope.c - frequencies and multipliers of RoPE against published numbers and other forms of the
   same rules. */
#include "exact/rope.h"
#include "tests/exact/balls.h"
#include "tests/support/ropes.h"
#include "tests/support/suite.h"

/* theta_m of a rope. */
static double theta(const plumb_rope *rope, size_t m) {
    arb_ptr frequency = _arb_vec_init((slong)(rope->dim / 2));
    plumb_exact_rope_frequencies(frequency, rope, PRECISION);
    double result = middle(frequency + m);
    _arb_vec_clear(frequency, (slong)(rope->dim / 2));
    return result;
}

static double mu(const plumb_rope *rope) {
    arb_t multiplier;
    arb_init(multiplier);
    plumb_exact_rope_multiplier(multiplier, rope, PRECISION);
    double result = middle(multiplier);
    arb_clear(multiplier);
    return result;
}

/* The base of which theta_m is a power, from the frequency of the second pair. */
static double base_of(const plumb_rope *rope) {
    return pow(theta(rope, 1), -(double)rope->dim / 2);
}

/* Head dimension 128, base 10000: twice the text raises the base to 10000 * 3^(128/126) = 30527.7, a
   static factor 2 to 10000 * 2^(128/126) = 20221.3. */
START_TEST(ntk_raises_the_base) {
    plumb_rope rope = ROPE_DYNAMIC(128);
    check_double(base_of(&rope), 30527.7, 2e-6);
    rope.length_rule = PLUMB_ROPE_BY_MAXIMUM;
    rope.length = 1;
    check_double(base_of(&rope), 30527.7, 2e-6);
    rope.factor = 4;
    check_double(base_of(&rope), 10000 * pow(13, 128.0 / 126), 1e-12);
    rope.length_rule = PLUMB_ROPE_BY_LENGTH;
    check_double(base_of(&rope), 10000, 1e-12);
    rope.length = 3 * 2048;
    check_double(base_of(&rope), 10000 * pow(9, 128.0 / 126), 1e-12);
    rope.scaling = PLUMB_ROPE_NTK;
    rope.factor = 2;
    check_double(base_of(&rope), 20221.3, 2e-6);
    rope.scaling = PLUMB_ROPE_LINEAR;
    check_double(theta(&rope, 0), 0.5, 0);
    check_double(theta(&rope, 32), 0.005, 1e-15);
}
END_TEST

/* gpt-oss: head dimension 64, base 150000, from 4096 to 131072 positions.  The ramp is from 8.0928 to
   17.398 there, from 8 to 18 if its ends are rounded. */
START_TEST(yarn_of_gpt_oss) {
    plumb_rope rope = ROPE_OF_GPT_OSS(64);
    for (size_t m = 0; m < 32; m++) {
        double unscaled = pow(150000, -(double)m / 32),
               slow = ((double)m - 8.0928) / (17.398 - 8.0928);
        slow = fmin(1, fmax(0, slow));
        check_double(theta(&rope, m), unscaled * (1 - slow + slow / 32), 1e-4);
    }
    rope.untruncated = false;
    for (size_t m = 0; m < 32; m++) {
        double unscaled = pow(150000, -(double)m / 32), slow = ((double)m - 8) / 10;
        slow = fmin(1, fmax(0, slow));
        check_double(theta(&rope, m), unscaled * (1 - slow + slow / 32), 1e-14);
    }
    check_double(mu(&rope), 1.34657, 1e-5);
    rope.mscale = 0.5;
    check_double(mu(&rope), 1.34657, 1e-5);
    rope.mscale_all = 0.25;
    check_double(mu(&rope), (1 + 0.05 * log(32)) / (1 + 0.025 * log(32)), 1e-15);
    rope.multiplier = 3;
    check_double(mu(&rope), 3, 0);
    rope.multiplier = 0;
    rope.factor = 0.5;
    check_double(mu(&rope), 1, 0);
}
END_TEST

/* Ends that meet, as integers 0 or as equal numbers: the pairs up to them stay, the next ones are slow. */
START_TEST(yarn_ends_that_meet) {
    plumb_rope rope = {.dim = 8,
                       .base = 10000,
                       .scaling = PLUMB_ROPE_YARN,
                       .factor = 4,
                       .original = 4,
                       .beta_fast = 1,
                       .beta_slow = 1};
    check_double(theta(&rope, 0), 1, 0);
    check_double(theta(&rope, 1), 0.1 / 4, 1e-15);
    rope.untruncated = true;
    rope.original = 100;
    check_double(theta(&rope, 1), 0.1, 1e-15);
    check_double(theta(&rope, 2), 0.01 / 4, 1e-15);
}
END_TEST

/* Qwen2-VL: pairs 0 to 15 read time, the next 24 rows, the last 24 columns. */
START_TEST(sections_in_blocks) {
    plumb_rope rope = {.dim = 128, .base = 1000000, .sections = {3, {16, 24, 24}}};
    for (size_t m = 0; m < 64; m++) {
        ck_assert_uint_eq(plumb_exact_axis(&rope, m), m < 16 ? 0 : m < 40 ? 1 : 2);
        check_double(theta(&rope, m), pow(1000000, -(double)m / 64), 1e-14);
    }
}
END_TEST

/* Qwen3-VL: time, row, column, time, row, column, and time for the four that are left over. */
START_TEST(sections_interleaved) {
    plumb_rope rope = {
        .dim = 128, .base = 5000000, .sections = {3, {24, 20, 20}}, .order = PLUMB_SECTIONS_INTERLEAVED};
    for (size_t m = 0; m < 64; m++)
        ck_assert_uint_eq(plumb_exact_axis(&rope, m), m < 60 ? m % 3 : 0);
    rope.sections = (plumb_sections){3, {4, 1, 2}};
    static const size_t axes[] = {0, 1, 2, 0, 0, 2, 0};
    for (size_t m = 0; m < 7; m++)
        ck_assert_uint_eq(plumb_exact_axis(&rope, m), axes[m]);
}
END_TEST

/* Rows and columns of an image: the vision tower of Qwen2-VL starts anew, Pixtral deals. */
START_TEST(frequencies_of_two_halves) {
    plumb_rope rope = {.dim = 16, .base = 10000, .sections = {2, {4, 4}}};
    rope.frequencies = PLUMB_FREQUENCIES_RESTARTED;
    for (size_t m = 0; m < 8; m++)
        check_double(theta(&rope, m), pow(10, -(double)(m % 4)), 1e-14);
    rope.frequencies = PLUMB_FREQUENCIES_DEALT;
    for (size_t m = 0; m < 8; m++)
        check_double(theta(&rope, m), pow(10, -(double)(2 * (m % 4) + m / 4) / 2), 1e-14);
    rope.order = PLUMB_SECTIONS_INTERLEAVED;
    for (size_t m = 0; m < 8; m++)
        check_double(theta(&rope, m), pow(10, -(double)m / 2), 1e-14);
}
END_TEST

/* Llama 3.1: head dimension 128, base 500000, 8 times 8192 positions, in its own terms: wavelengths. */
START_TEST(llama3_by_wavelengths) {
    plumb_rope rope = ROPE_OF_LLAMA_3_1(128);
    int kept = 0, slowed = 0;
    for (size_t m = 0; m < 64; m++) {
        double unscaled = pow(500000, -(double)m / 64), wavelength = 2 * acos(-1) / unscaled;
        double smooth = (8192 / wavelength - 1) / (4 - 1);
        double expected = (1 - smooth) * unscaled / 8 + smooth * unscaled;
        if (wavelength > 8192)
            expected = unscaled / 8;
        if (wavelength < 8192.0 / 4)
            expected = unscaled;
        kept += wavelength < 8192.0 / 4;
        slowed += wavelength > 8192;
        check_double(theta(&rope, m), expected, 1e-13);
    }
    ck_assert_int_gt(kept, 0);
    ck_assert_int_gt(slowed, 0);
    ck_assert_int_lt(kept + slowed, 64);
    check_double(mu(&rope), 1, 0);
}
END_TEST

/* Phi 3: 32 times 4096 positions multiply by 1.19. */
START_TEST(longrope_divides_by_a_list) {
    const double longer[] = {2, 5}, shorter[] = {1, 4};
    plumb_rope rope = ROPE_OF_PHI_3(4, longer, shorter);
    check_double(mu(&rope), 1.1902380714238083, 1e-15);
    check_double(theta(&rope, 1), 0.01 / 4, 1e-15);
    rope.length = 4097;
    check_double(theta(&rope, 0), 0.5, 0);
    check_double(theta(&rope, 1), 0.01 / 5, 1e-15);
    rope.length = 1;
    rope.length_rule = PLUMB_ROPE_BY_MAXIMUM;
    check_double(theta(&rope, 1), 0.01 / 5, 1e-15);
    rope.factor = 1;
    check_double(theta(&rope, 1), 0.01 / 4, 1e-15);
    check_double(mu(&rope), 1, 0);
}
END_TEST

/* Nothing is scaled by a factor 1. */
START_TEST(a_factor_of_1_changes_nothing) {
    for (int scaling = PLUMB_ROPE_LINEAR; scaling <= PLUMB_ROPE_LLAMA3; scaling++) {
        plumb_rope rope = {.dim = 16,
                           .base = 10000,
                           .scaling = (plumb_rope_scaling)scaling,
                           .factor = 1,
                           .original = 64,
                           .length = 64,
                           .beta_fast = 32,
                           .beta_slow = 1,
                           .low_frequency = 1,
                           .high_frequency = 4};
        for (size_t m = 0; m < 8; m++)
            check_double(theta(&rope, m), pow(10000, -(double)m / 8), 1e-15);
        check_double(mu(&rope), 1, 0);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("exact/rope");
    TCase *tests = tcase_create("rope");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, ntk_raises_the_base);
    tcase_add_test(tests, yarn_of_gpt_oss);
    tcase_add_test(tests, yarn_ends_that_meet);
    tcase_add_test(tests, sections_in_blocks);
    tcase_add_test(tests, sections_interleaved);
    tcase_add_test(tests, frequencies_of_two_halves);
    tcase_add_test(tests, llama3_by_wavelengths);
    tcase_add_test(tests, longrope_divides_by_a_list);
    tcase_add_test(tests, a_factor_of_1_changes_nothing);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
