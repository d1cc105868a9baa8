/* test_fused.c - the fused operation against Arb: the exact product and sum, rounded once to
   nearest, ties to even.  Its contract is the one that the proofs assume: this stands behind it. */
#include "number/fused.h"
#include "problem/arb.h"
#include "tests/support/suite.h"
#include "tests/support/reproduce.h"
#include <float.h>
#include <math.h>

#define CASES 50000

/* The exact value, rounded to nearest. */
static double exact_fused(double a, double b, double c) {
    arf_t x, y;
    arf_init(x);
    arf_init(y);
    arf_set_d(x, a);
    arf_set_d(y, b);
    arf_mul(x, x, y, ARF_PREC_EXACT, ARF_RND_NEAR);
    arf_set_d(y, c);
    arf_add(x, x, y, ARF_PREC_EXACT, ARF_RND_NEAR);
    double result = arf_get_d(x, ARF_RND_NEAR);
    arf_clear(x);
    arf_clear(y);
    return result;
}

static void check_fused(const random_cases *cases, double a, double b, double c) {
    double result = plumb_fused(a, b, c);
    if (result == exact_fused(a, b, c))
        return;
    reproduction line = reproduce(cases);
    reproduce_doubles(&line, "a", &a, 1);
    reproduce_doubles(&line, "b", &b, 1);
    reproduce_doubles(&line, "c", &c, 1);
    reproduce_doubles(&line, "result", &result, 1);
    reproduce_fail(&line);
}

START_TEST(rounds_once) {
    random_cases cases = random_begin("fused", CASES);
    while (random_next(&cases)) {
        double a = random_edge(&cases);
        double b =
            random_below(&cases, 2) == 0 ? random_edge(&cases) : random_scaled(&cases, -3, 3);
        double product = a * b;
        check_fused(&cases, a, b, random_edge(&cases));
        if (isfinite(product))
            check_fused(&cases, a, b, random_companion(&cases, product));
    }
}
END_TEST

/* What is left of a product after its own rounding: two roundings would give 0. */
START_TEST(cancels_to_the_last_bit) {
    random_cases cases = random_begin("cancelled", CASES);
    while (random_next(&cases)) {
        double a = random_scaled(&cases, -3, 3), b = random_scaled(&cases, -3, 3);
        check_fused(&cases, a, b, -(a * b));
        check_fused(&cases, a, b, nextafter(-(a * b), random_below(&cases, 2) == 0 ? 9e9 : -9e9));
    }
}
END_TEST

/* c and half a unit in its last place, and a little more or less: a sum rounded in two steps, or
   from a product that was rounded, goes to the wrong side. */
START_TEST(halfway) {
    random_cases cases = random_begin("halfway", CASES);
    while (random_next(&cases)) {
        double c = random_scaled(&cases, -30, 30);
        double half = (nextafter(fabs(c), INFINITY) - fabs(c)) / 2;
        double near_one = 1 + (double)random_below(&cases, 3) * 0x1p-30;
        double other = 1 - (double)random_below(&cases, 3) * 0x1p-30;
        double sign = random_below(&cases, 2) == 0 ? 1 : -1;
        check_fused(&cases, half * near_one, other * sign, c);
        check_fused(&cases, half * (double)(1 + random_below(&cases, 5)), other * sign, c);
    }
}
END_TEST

START_TEST(subnormal_results) {
    random_cases cases = random_begin("subnormal", CASES);
    while (random_next(&cases)) {
        double a = random_scaled(&cases, -545, -535), b = random_scaled(&cases, -540, -530);
        double c = random_below(&cases, 2) == 0 ? random_scaled(&cases, -1074, -1015)
                                                : 0x1p-1074 * (double)random_below(&cases, 9);
        check_fused(&cases, a, b, c);
        check_fused(&cases, a, b, -c);
        check_fused(&cases, a, 0x1p-537, c);
    }
}
END_TEST

START_TEST(overflow_edge) {
    random_cases cases = random_begin("overflow", CASES);
    while (random_next(&cases)) {
        double a = random_scaled(&cases, 508, 515), b = random_scaled(&cases, 508, 515);
        check_fused(&cases, a, b, random_scaled(&cases, 1015, 1022));
        check_fused(&cases, a, b, DBL_MAX);
        check_fused(&cases, a, b, -DBL_MAX);
        check_fused(&cases, DBL_MAX, 1 + random_uniform(&cases), -DBL_MAX * random_uniform(&cases));
    }
    /* the product alone overflows, the sum does not; then a tie to infinity, and just not one */
    ck_assert(plumb_fused(DBL_MAX, 2, -DBL_MAX) == DBL_MAX);
    ck_assert(isinf(plumb_fused(0x1p969, 2, DBL_MAX)));
    ck_assert(plumb_fused(0x1.fffffffffffffp969, 1, DBL_MAX) == DBL_MAX);
}
END_TEST

START_TEST(signed_zeros) {
    ck_assert(!signbit(plumb_fused(1, 1, -1)) && plumb_fused(1, 1, -1) == 0);
    ck_assert(signbit(plumb_fused(-0.0, 1, -0.0)));
    ck_assert(!signbit(plumb_fused(-0.0, 1, 0.0)));
    ck_assert(!signbit(plumb_fused(0.0, 1, -0.0)));
    ck_assert(signbit(plumb_fused(-0x1p-1000, 0x1p-1000, -0.0)));
}
END_TEST

START_TEST(only_finite_operands_give_finite_results) {
    static const double wild[] = {NAN, INFINITY, -INFINITY};
    static const double tame[] = {0, -0.0, 1, -DBL_MAX, INFINITY, NAN};
    enum { TAME = sizeof tame / sizeof *tame };
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < TAME; j++)
            for (size_t k = 0; k < TAME; k++) {
                ck_assert(!isfinite(plumb_fused(wild[i], tame[j], tame[k])));
                ck_assert(!isfinite(plumb_fused(tame[j], wild[i], tame[k])));
                ck_assert(!isfinite(plumb_fused(tame[j], tame[k], wild[i])));
            }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("number/fused");
    TCase *tests = tcase_create("fused");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, rounds_once);
    tcase_add_test(tests, cancels_to_the_last_bit);
    tcase_add_test(tests, halfway);
    tcase_add_test(tests, subnormal_results);
    tcase_add_test(tests, overflow_edge);
    tcase_add_test(tests, signed_zeros);
    tcase_add_test(tests, only_finite_operands_give_finite_results);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
