/* test_sigmoid.c - the logistic sigmoid over a ball: contained, tight, never wider than 1/2. */
#include "number/sigmoid.h"
#include "tests/support/contain.h"
#include "tests/support/function.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>

/* Cut off at 100, beyond which the value is closer to 1 than any radius is to 0, and at -1000, beyond
   which no more than 0 +- 2^-1019 is ever known. */
static void exact(arb_t value, const arb_t x) {
    arb_t e;
    arb_init(e);
    if (arf_cmp_si(arb_midref(x), 100) > 0)
        arb_set_si(e, -100);
    else if (arf_cmp_si(arb_midref(x), -1000) < 0)
        arb_set_si(e, 1000);
    else
        arb_neg(e, x);
    exact_exponential(e, e);
    arb_add_ui(e, e, 1, FUNCTION_PRECISION);
    arb_inv(value, e, FUNCTION_PRECISION);
    arb_clear(e);
}

/* The slope is s (1 - s).  Up to a radius of 1/4, r + r^2 in place of e^r - 1, and the quotient of
   extremes instead of values in the middle, cost no more than a half. */
static double widest(plumb_ball a) {
    double value = a.mid < 0 ? exp(a.mid) / (1 + exp(a.mid)) : 1 / (1 + exp(-a.mid));
    double slope = value / (1 + exp(a.mid));
    if (a.rad > 0.25)
        return 0.5;
    return fmin(0.5, 1.5 * slope * (a.rad + a.rad * a.rad) + value * 0x1p-50 + 0x1p-990);
}

static const increasing_function function = {
    "sigmoid", plumb_ball_sigmoid, exact, widest, {0, -700, -707, 708}};

START_TEST(contains) {
    check_contains(&function);
}
END_TEST

START_TEST(is_tight) {
    check_tight(&function);
}
END_TEST

START_TEST(says_nothing_of_nothing) {
    check_information(&function);
}
END_TEST

START_TEST(known_values) {
    ck_assert(ball_contains_double(plumb_ball_sigmoid(plumb_ball_zero()), 0.5));
    ck_assert(balls_identical(plumb_ball_sigmoid((plumb_ball){3, 100}), (plumb_ball){0.5, 0.5}));
    plumb_ball one = plumb_ball_sigmoid(plumb_ball_of(1));
    ck_assert(fabs(one.mid - 0.73105857863000488) <= 0x1p-52 && one.rad <= 0x1p-51);
    ck_assert(!ball_contains_double(plumb_ball_sigmoid(plumb_ball_of(-1)), 0.73105857863000488));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("number/sigmoid");
    TCase *tests = tcase_create("sigmoid");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, is_tight);
    tcase_add_test(tests, says_nothing_of_nothing);
    tcase_add_test(tests, known_values);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
