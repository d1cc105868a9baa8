/* test_round.c - correct rounding at, just below and just above every boundary. */
#include "exact/round.h"
#include "exact/shape.h"
#include "tests/support/suite.h"
#include "tests/exact/problems.h"
#include <string.h>

static void check_rounds(double x, double expected, plumb_format format) {
    double rounded = plumb_round_double(x, format);
    ck_assert_msg(rounded == expected, "%a rounds to %a, not %a, in %s", x, rounded, expected,
                  plumb_format_name(format));
    rounded = plumb_round_double(-x, format);
    ck_assert_msg(rounded == -expected, "%a rounds to %a, not %a, in %s", -x, rounded, -expected,
                  plumb_format_name(format));
}

/* The boundary between neighbours low < high, the one with the even significand being `even`. */
static void check_boundary(double low, double high, double even, plumb_format format) {
    double middle = low + (high - low) / 2;
    check_rounds(low, low, format);
    check_rounds(middle, even, format);
    check_rounds(nextafter(middle, 0), low, format);
    check_rounds(nextafter(middle, INFINITY), high, format);
}

START_TEST(binary16_everywhere) {
    for (unsigned bits = 0; bits < 0x7bff; bits++) {
        double low = plumb_decode_f16((uint16_t)bits),
               high = plumb_decode_f16((uint16_t)(bits + 1));
        check_boundary(low, high, bits % 2 == 0 ? low : high, PLUMB_F16);
    }
}
END_TEST

START_TEST(bfloat16_everywhere) {
    for (unsigned bits = 0; bits < 0x7f7f; bits++) {
        double low = plumb_decode_bf16((uint16_t)bits);
        double high = plumb_decode_bf16((uint16_t)(bits + 1));
        check_boundary(low, high, bits % 2 == 0 ? low : high, PLUMB_BF16);
    }
}
END_TEST

static void check_binary32_at(uint32_t bits) {
    double low = plumb_decode_f32(bits), high = plumb_decode_f32(bits + 1);
    check_boundary(low, high, bits % 2 == 0 ? low : high, PLUMB_F32);
}

START_TEST(binary32_sampled) {
    uint64_t state = 7;
    for (int i = 0; i < 100000; i++)
        check_binary32_at((uint32_t)(uniform(&state) * 0x7f7fffff));
    for (uint32_t exponent = 0; exponent < 255; exponent++)
        for (uint32_t step = 0; step < 8; step++)
            if (exponent > 0 || step >= 4)
                check_binary32_at((exponent << 23) + step - 4);
}
END_TEST

/* Boundaries of binary64 are not binary64 numbers: they are balls of radius 0. */
static void check_binary64_at(uint64_t bits) {
    double low, high, rounded;
    arb_t middle;
    uint64_t next = bits + 1;
    memcpy(&low, &bits, sizeof low);
    memcpy(&high, &next, sizeof high);
    arb_init(middle);
    arb_set_d(middle, low);
    arf_t other;
    arf_init(other);
    arf_set_d(other, high);
    arb_add_arf(middle, middle, other, ARF_PREC_EXACT);
    arb_mul_2exp_si(middle, middle, -1);
    ck_assert(plumb_round_arb(&rounded, middle, PLUMB_F64));
    ck_assert_double_eq(rounded, bits % 2 == 0 ? low : high);
    check_rounds(low, low, PLUMB_F64);
    arf_clear(other);
    arb_clear(middle);
}

START_TEST(binary64_sampled) {
    uint64_t state = 8;
    for (int i = 0; i < 100000; i++)
        check_binary64_at((uint64_t)(uniform(&state) * 0x1.ffbp62));
    for (uint64_t bits = 0; bits < 64; bits++) {
        check_binary64_at(bits);
        check_binary64_at((UINT64_C(1) << 52) - 32 + bits);
    }
}
END_TEST

START_TEST(overflows_at_the_last_boundary) {
    static const plumb_format formats[] = {PLUMB_F32, PLUMB_F16, PLUMB_BF16};
    static const double largest[] = {0x1.fffffep127, 65504, 0x1.fep127};
    static const double boundary[] = {0x1.ffffffp127, 65520, 0x1.ffp127};
    for (int i = 0; i < 3; i++) {
        check_rounds(largest[i], largest[i], formats[i]);
        check_rounds(nextafter(boundary[i], 0), largest[i], formats[i]);
        check_rounds(boundary[i], INFINITY, formats[i]);
        check_rounds(INFINITY, INFINITY, formats[i]);
    }
    ck_assert(isnan(plumb_round_double(NAN, PLUMB_F16)));
}
END_TEST

START_TEST(a_ball_decides_what_its_ends_agree_on) {
    double rounded;
    ck_assert(plumb_round_ball(&rounded, (plumb_ball){1, 0x1p-12}, PLUMB_F16));
    ck_assert_double_eq(rounded, 1);
    /* Below 1 numbers lie twice as close: the boundary is at 1 - 2^-12. */
    ck_assert(!plumb_round_ball(&rounded, (plumb_ball){1, 0x1.8p-12}, PLUMB_F16));
    ck_assert(plumb_round_ball(&rounded, (plumb_ball){1 + 0x1p-11, 0}, PLUMB_F16));
    ck_assert_double_eq(rounded, 1);
    ck_assert(!plumb_round_ball(&rounded, (plumb_ball){1 + 0x1p-11, 0x1p-60}, PLUMB_F16));
    ck_assert(plumb_round_ball(&rounded, (plumb_ball){0.1, 0x1p-60}, PLUMB_F64));
    ck_assert_double_eq(rounded, 0.1);
}
END_TEST

static bool rounds_exactly(double *rounded, plumb_ball ball, plumb_format format) {
    arf_t end, radius;
    arf_init(end);
    arf_init(radius);
    arf_set_d(radius, ball.rad);
    arf_set_d(end, ball.mid);
    arf_sub(end, end, radius, ARF_PREC_EXACT, ARF_RND_DOWN);
    *rounded = plumb_round_arf(end, format);
    arf_mul_2exp_si(radius, radius, 1);
    arf_add(end, end, radius, ARF_PREC_EXACT, ARF_RND_DOWN);
    bool decided = *rounded == plumb_round_arf(end, format);
    arf_clear(end);
    arf_clear(radius);
    return decided;
}

/* A ball whose middle or one of whose ends is a boundary of the format, or a few places of binary64
   beside it; from its subnormal numbers to beyond its largest. */
static plumb_ball draw_near_boundary(uint64_t *state, plumb_format format) {
    plumb_format_shape shape = plumb_shape(format);
    int most = shape.overflow_exponent < 1021 ? shape.overflow_exponent : 1021;
    int least = shape.least_exponent > -900 ? shape.least_exponent - 2 : -900;
    int exponent = least + (int)(uniform(state) * (most - least + 1));
    /* one bit more than the format has */
    double significand = floor(ldexp(1 + uniform(state), shape.significand_bits));
    double boundary = ldexp(significand, exponent - shape.significand_bits);
    double rad = uniform(state) < 0.2 ? 0 : ldexp(floor(uniform(state) * 9), exponent - 54);
    double end = boundary + (floor(uniform(state) * 5) - 2) * boundary * 0x1p-52;
    double mid = end + (floor(uniform(state) * 3) - 1) * rad;
    return (plumb_ball){uniform(state) < 0.5 ? mid : -mid, rad};
}

START_TEST(a_ball_rounds_as_its_ends_do_exactly) {
    static const plumb_format formats[] = {PLUMB_F64, PLUMB_F32, PLUMB_F16, PLUMB_BF16};
    uint64_t state = 9;
    size_t decided = 0, undecided = 0;
    for (int i = 0; i < 400000; i++) {
        plumb_ball ball = draw_near_boundary(&state, formats[i % 4]);
        double rounded, expected;
        bool known = plumb_round_ball(&rounded, ball, formats[i % 4]);
        ck_assert_msg(known == rounds_exactly(&expected, ball, formats[i % 4]) &&
                          (!known || rounded == expected),
                      "%a +/- %a in %s", ball.mid, ball.rad, plumb_format_name(formats[i % 4]));
        known ? decided++ : undecided++;
    }
    ck_assert(decided > 10000 && undecided > 10000);
}
END_TEST

START_TEST(several_balls_round_as_each_does) {
    const plumb_ball ball[] = {{1.1, 0x1p-40}, {0, 0},       {1 + 0x1p-11, 0x1p-60},
                               {-3.7, 0},      {1, NAN},     {NAN, 0x1p-9},
                               {1, INFINITY},  {0x1p-140, 0}};
    enum { COUNT = sizeof ball / sizeof *ball };
    double rounded[COUNT], alone;
    unsigned char left[COUNT];
    plumb_round_balls(ball, COUNT, PLUMB_F16, rounded, left);
    for (size_t i = 0; i < COUNT; i++) {
        ck_assert_int_eq(left[i], i != 0 && i != 3);
        bool known = plumb_round_ball(&alone, ball[i], PLUMB_F16);
        ck_assert(left[i] || (known && alone == rounded[i]));
    }
}
END_TEST

START_TEST(every_zero_is_positive) {
    double rounded = -1;
    ck_assert(plumb_round_ball(&rounded, (plumb_ball){0, 0x1p-30}, PLUMB_F16));
    ck_assert(rounded == 0 && !signbit(rounded));
    ck_assert(!signbit(plumb_round_double(-0x1p-30, PLUMB_F16)));
    ck_assert(!signbit(plumb_round_double(-0.0, PLUMB_F64)));
}
END_TEST

START_TEST(no_information_decides_nothing) {
    double rounded;
    ck_assert(!plumb_round_ball(&rounded, (plumb_ball){1, INFINITY}, PLUMB_F32));
    ck_assert(!plumb_round_ball(&rounded, (plumb_ball){1, NAN}, PLUMB_F32));
    ck_assert(!plumb_round_ball(&rounded, (plumb_ball){INFINITY, 0}, PLUMB_F32));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("exact/round");
    TCase *cases = tcase_create("round");
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, binary16_everywhere);
    tcase_add_test(cases, bfloat16_everywhere);
    tcase_add_test(cases, binary32_sampled);
    tcase_add_test(cases, binary64_sampled);
    tcase_add_test(cases, overflows_at_the_last_boundary);
    tcase_add_test(cases, a_ball_decides_what_its_ends_agree_on);
    tcase_add_test(cases, a_ball_rounds_as_its_ends_do_exactly);
    tcase_add_test(cases, several_balls_round_as_each_does);
    tcase_add_test(cases, every_zero_is_positive);
    tcase_add_test(cases, no_information_decides_nothing);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
