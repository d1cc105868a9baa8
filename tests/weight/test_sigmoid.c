/* test_sigmoid.c - the logistic sigmoid of the scores as weights: contained, and each of its own visible score alone. */
#include "weight/sigmoid.h"
#include "number/sigmoid.h"
#include "tests/support/contain.h"
#include "tests/support/function.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"

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

static const increasing_function function = {
    "sigmoid weights", plumb_ball_sigmoid, exact, NULL, {0, 1, -700, 30}};

START_TEST(contains) {
    check_kernel(&function, plumb_sigmoid_weights, false);
}
END_TEST

START_TEST(no_key) {
    plumb_ball weight = {12345, 678};
    unsigned char hidden = 0;
    plumb_ball score = {1, 0};
    plumb_sigmoid_weights(&score, &hidden, 0, &weight);
    ck_assert(balls_identical(weight, (plumb_ball){12345, 678}));
    plumb_sigmoid_weights(&score, &hidden, 1, &weight);
    ck_assert(balls_identical(weight, plumb_ball_zero()));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("weight/sigmoid");
    TCase *tests = tcase_create("sigmoid");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, no_key);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
