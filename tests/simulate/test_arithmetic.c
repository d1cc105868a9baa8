/* test_arithmetic.c - the arithmetic of simulated engines: each format, and each way to round, to add and to compute
   exponentials, does what it states. */
#include "tests/simulate/arithmetic.h"
#include "exact/round.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>

static const struct {
    number_format format;
    int bits, least; /* significant bits; exponent of the least subnormal number */
    double largest;
} shapes[] = {{AS_F32, 24, -149, 0x1.fffffep127}, {AS_TF32, 11, -136, 0x1.ffcp127}, {AS_E8M13, 14, -139, 0x1.fff8p127},
              {AS_BF16, 8, -133, 0x1.fep127},     {AS_F16, 11, -24, 65504},         {AS_E4M3, 4, -9, 448},
              {AS_E5M2, 3, -16, 57344}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* The distance of neighbours at x. */
static double spacing(size_t shape, double x) {
    int exponent;
    frexp(x, &exponent);
    exponent -= shapes[shape].bits;
    return ldexp(1, exponent > shapes[shape].least ? exponent : shapes[shape].least);
}

/* Numbers of the size of the format's, its subnormal ones among them. */
static double draw(random_cases *cases, size_t shape) {
    int low = shapes[shape].least - 2, high = ilogb(shapes[shape].largest) - 1;
    return random_below(cases, 2) == 0 ? random_scaled(cases, low, high) : random_scaled(cases, low, low + 12);
}

START_TEST(formats_of_tensors_are_rounded_to_as_they_are_stored) {
    static const plumb_format formats[] = {PLUMB_F64, PLUMB_F32, PLUMB_F16, PLUMB_BF16};
    random_cases cases = random_begin("formats of tensors", 20000);
    while (random_next(&cases)) {
        double x = random_edge(&cases);
        for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
            simulated_rounding rounding = {.format = number_format_of(formats[i])};
            double rounded = simulated_round(rounding, x), right = plumb_round_double(x, formats[i]);
            ck_assert_msg(rounded == right, "%a in format %zu: %a, not %a", x, i, rounded, right);
        }
    }
}
END_TEST

START_TEST(rounding_to_nearest_takes_the_nearest_number) {
    random_cases cases = random_begin("nearest", 2000);
    while (random_next(&cases))
        for (size_t s = 0; s < SHAPES; s++) {
            double x = draw(&cases, s), rounded = simulated_round((simulated_rounding){.format = shapes[s].format}, x);
            ck_assert_double_eq(rint(rounded / spacing(s, x)), rounded / spacing(s, x));
            ck_assert_double_le(fabs(rounded - x), spacing(s, x) / 2);
        }
}
END_TEST

START_TEST(cutting_takes_the_next_number_towards_zero) {
    random_cases cases = random_begin("cut", 2000);
    while (random_next(&cases))
        for (size_t s = 0; s < SHAPES; s++) {
            double x = draw(&cases, s);
            double cut = simulated_round((simulated_rounding){.format = shapes[s].format, .cut = true}, x);
            ck_assert_double_eq(rint(cut / spacing(s, x)), cut / spacing(s, x));
            ck_assert_double_le(fabs(cut), fabs(x));
            ck_assert_double_lt(fabs(x - cut), spacing(s, x));
        }
}
END_TEST

START_TEST(flushing_leaves_no_subnormal_number) {
    for (size_t s = 0; s < SHAPES; s++) {
        double least = ldexp(1, shapes[s].least + shapes[s].bits - 1);
        simulated_rounding keeps = {.format = shapes[s].format}, flushes = keeps;
        flushes.flushes = true;
        ck_assert_double_eq(simulated_round(keeps, -least / 2), -least / 2);
        ck_assert_double_eq(simulated_round(flushes, -least / 2), 0);
        ck_assert_double_eq(simulated_round(flushes, -least), -least);
    }
}
END_TEST

START_TEST(fewer_bits_are_kept_in_the_range_of_a_format) {
    ck_assert_double_eq(simulated_round((simulated_rounding){.format = AS_BF16, .bits = 3}, 1.15), 1.25);
    ck_assert_double_eq(simulated_round((simulated_rounding){.format = AS_F32, .bits = 3}, 1.15), 1.25);
    ck_assert_double_eq(simulated_round((simulated_rounding){.format = AS_F16, .bits = 1}, 3.1), 4);
    ck_assert_double_eq(simulated_round((simulated_rounding){.format = AS_F16, .bits = 30}, 3.1), 3.099609375);
}
END_TEST

START_TEST(what_is_too_large_becomes_infinite) {
    for (size_t s = 0; s < SHAPES; s++) {
        double largest = shapes[s].largest, next = largest + spacing(s, largest);
        for (int cut = 0; cut < 2; cut++) {
            simulated_rounding rounding = {.format = shapes[s].format, .cut = cut != 0};
            ck_assert_double_eq(simulated_round(rounding, -largest), -largest);
            ck_assert_double_eq(simulated_round(rounding, -next), -INFINITY);
            ck_assert(isnan(simulated_round(rounding, NAN)));
        }
    }
}
END_TEST

/* ---- sums of products ---- */

enum { TERMS = 40 };
static const simulated_rounding exactly = {.format = AS_IT_IS}, single = {.format = AS_F32};

static double sum_of(simulated_unit unit, const double *x, const double *y, size_t n) {
    return simulated_products(&unit, 0, x, y, n);
}

START_TEST(a_chain_is_binary32_step_by_step) {
    random_cases cases = random_begin("chains", 500);
    while (random_next(&cases)) {
        double x[TERMS], y[TERMS];
        float fused = 0.25F, apart = 0.25F;
        for (size_t i = 0; i < TERMS; i++) {
            x[i] = (float)random_normal(&cases);
            y[i] = (float)random_normal(&cases);
            fused = (float)((double)fused + x[i] * y[i]);
            apart = apart + (float)x[i] * (float)y[i];
        }
        simulated_unit unit = {.sum = single};
        ck_assert_double_eq(simulated_products(&unit, 0.25, x, y, TERMS), (double)fused);
        unit.rounds_products = true;
        ck_assert_double_eq(simulated_products(&unit, 0.25, x, y, TERMS), (double)apart);
    }
}
END_TEST

START_TEST(every_way_to_add_gives_the_sum_if_nothing_is_rounded) {
    static const simulated_unit units[] = {{.at_once = 7}, {.lanes = 8}, {.lanes = 64}, {.at_once = 4, .lanes = 5}};
    random_cases cases = random_begin("sums of products", 200);
    while (random_next(&cases)) {
        double x[TERMS], y[TERMS], sum = 3, ones = 3;
        size_t n = random_below(&cases, TERMS + 1);
        for (size_t i = 0; i < n; i++) {
            x[i] = (double)random_below(&cases, 100);
            y[i] = (double)random_below(&cases, 100);
            sum += x[i] * y[i];
            ones += x[i];
        }
        for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
            ck_assert_double_eq(simulated_products(&units[u], 3, x, y, n), sum);
            ck_assert_double_eq(simulated_products(&units[u], 3, x, NULL, n), ones);
        }
    }
}
END_TEST

/* 1 and three products of 3 2^-25, which binary32 would hold together. */
START_TEST(a_unit_cuts_its_addends_where_the_largest_ends) {
    const double x[] = {1, 0x3p-25, 0x3p-25, 0x3p-25}, y[] = {1, 1, 1, 1};
    ck_assert_double_eq(sum_of((simulated_unit){exactly, .at_once = 4}, x, y, 4), 1 + 0x9p-25);
    ck_assert_double_eq(sum_of((simulated_unit){exactly, .at_once = 4, .width = 24}, x, y, 4), 1);
    ck_assert_double_eq(sum_of((simulated_unit){exactly, .at_once = 4, .width = 25}, x, y, 4), 1 + 0x3p-24);
    ck_assert_double_eq(sum_of((simulated_unit){exactly, .at_once = 4, .width = 26}, x, y, 4), 1 + 0x9p-25);
    ck_assert_double_eq(sum_of((simulated_unit){exactly, .at_once = 2, .width = 24}, x, y, 4), 1);
    ck_assert_double_eq(sum_of((simulated_unit){exactly, .at_once = 4, .width = 24}, x + 1, y, 3), 0x9p-25);
    const double negative[] = {-1, -0x3p-25};
    ck_assert_double_eq(sum_of((simulated_unit){exactly, .at_once = 2, .width = 24}, negative, y, 2), -1);
}
END_TEST

/* 4096 and 64 times 1: 14 significant bits hold what 11 lose one by one, eight lanes or promoted sums do not. */
START_TEST(lanes_and_promotion_keep_what_a_chain_loses) {
    double x[65] = {4096}, y[65];
    for (size_t i = 0; i < 65; i++) {
        x[i] = i == 0 ? 4096 : 1;
        y[i] = 1;
    }
    const simulated_rounding half = {.format = AS_F16, .cut = true};
    ck_assert_double_eq(sum_of((simulated_unit){{.format = AS_E8M13, .cut = true}, .at_once = 1}, x, y, 65), 4160);
    ck_assert_double_eq(sum_of((simulated_unit){half, .at_once = 1}, x, y, 65), 4096);
    ck_assert_double_eq(sum_of((simulated_unit){half, .lanes = 8}, x, y, 65), 4096 + 56);
    ck_assert_double_eq(sum_of((simulated_unit){half, .promoted_after = 5}, x, y, 65), 4096 + 60);
}
END_TEST

START_TEST(three_products_of_split_operands_are_nearly_exact) {
    random_cases cases = random_begin("split operands", 1000);
    double worst = 0, coarse = 0;
    const simulated_rounding tf32 = {.format = AS_TF32};
    while (random_next(&cases)) {
        double x = (float)random_scaled(&cases, -3, 3), y = (float)random_scaled(&cases, -3, 3);
        double split = sum_of((simulated_unit){exactly, .splits_operands = true}, &x, &y, 1);
        worst = fmax(worst, fabs(split / (x * y) - 1));
        coarse = fmax(coarse, fabs(simulated_round(tf32, x) * simulated_round(tf32, y) / (x * y) - 1));
    }
    ck_assert_double_lt(worst, 0x1p-20);
    ck_assert_double_gt(worst, 0x1p-24);
    ck_assert_double_gt(coarse, 0x1p-12);
}
END_TEST

/* ---- exponentials ---- */

static double worst_of(simulated_exponential how, simulated_rounding arithmetic, double low) {
    double worst = 0;
    for (int i = 0; i < 4000; i++) {
        double x = (double)(float)(low * i / 4000);
        worst = fmax(worst, fabs(simulated_exp(how, arithmetic, x) / exp(x) - 1));
    }
    return worst;
}

START_TEST(exponentials_err_as_they_say) {
    ck_assert_double_eq(worst_of((simulated_exponential){EXP_OF_LIBRARY, 0}, exactly, -80), 0);
    ck_assert_double_le(worst_of((simulated_exponential){EXP_OF_LIBRARY, 0}, single, -80), 0x1p-24);
    ck_assert_double_le(worst_of((simulated_exponential){EXP_BASE_TWO, 0}, exactly, -80), 0x1p-45);
    double rounded = worst_of((simulated_exponential){EXP_BASE_TWO, 0}, single, -80);
    ck_assert(rounded > 0x1p-20 && rounded < 0x1p-16);
    double cubic = worst_of((simulated_exponential){EXP_CUBIC, 0}, single, -80);
    ck_assert(cubic > 0x1p-14 && cubic < 0x1p-13);
    double within = worst_of((simulated_exponential){EXP_WITHIN, 32}, exactly, -80);
    ck_assert(within > 0x1p-18 * 0.9 && within <= 0x1p-18);
    double near = worst_of((simulated_exponential){EXP_INTRINSIC, 32}, exactly, -1);
    ck_assert(near > 0x1p-23 * 2.5 && near <= 0x1p-23 * 3.173);
    ck_assert_double_le(worst_of((simulated_exponential){EXP_INTRINSIC, 32}, exactly, -80), 0x1p-18);
    ck_assert_double_eq(simulated_exp((simulated_exponential){EXP_BELOW, 32}, exactly, -3), exp(-3) * (1 - 0x1p-18));
}
END_TEST

START_TEST(powers_of_two_are_exponentials) {
    for (int kind = EXP_OF_LIBRARY; kind <= EXP_WITHIN; kind++) {
        simulated_exponential how = {(exponential_kind)kind, 1};
        ck_assert_double_eq_tol(simulated_exp2(how, exactly, -2.5), exp2(-2.5), 0x1p-14);
        ck_assert_double_eq(simulated_exp2(how, exactly, -INFINITY), 0);
        ck_assert_double_eq(simulated_exp(how, exactly, -INFINITY), 0);
        ck_assert_double_eq_tol(simulated_exp(how, exactly, 0), 1, 0x1p-22);
        ck_assert_double_eq(simulated_exp(how, single, -1e6), 0);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("simulate/arithmetic");
    TCase *tests = tcase_create("arithmetic");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, formats_of_tensors_are_rounded_to_as_they_are_stored);
    tcase_add_test(tests, rounding_to_nearest_takes_the_nearest_number);
    tcase_add_test(tests, cutting_takes_the_next_number_towards_zero);
    tcase_add_test(tests, flushing_leaves_no_subnormal_number);
    tcase_add_test(tests, fewer_bits_are_kept_in_the_range_of_a_format);
    tcase_add_test(tests, what_is_too_large_becomes_infinite);
    tcase_add_test(tests, a_chain_is_binary32_step_by_step);
    tcase_add_test(tests, every_way_to_add_gives_the_sum_if_nothing_is_rounded);
    tcase_add_test(tests, a_unit_cuts_its_addends_where_the_largest_ends);
    tcase_add_test(tests, lanes_and_promotion_keep_what_a_chain_loses);
    tcase_add_test(tests, three_products_of_split_operands_are_nearly_exact);
    tcase_add_test(tests, exponentials_err_as_they_say);
    tcase_add_test(tests, powers_of_two_are_exponentials);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
