/* test_relu.c - max(x, 0) over a ball: contained, exactly 0 left of 0, never wider than the ball. */
#include "number/relu.h"
#include "tests/support/contain.h"
#include "tests/support/function.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>

static void exact(arb_t value, const arb_t x) {
    if (arf_sgn(arb_midref(x)) < 0)
        arb_zero(value);
    else
        arb_set(value, x);
}

static double widest(plumb_ball a) {
    return a.mid < 0 && -a.mid >= a.rad ? 0 : a.rad;
}

static const increasing_function function = {
    "relu", plumb_ball_relu, exact, widest, {0, 1, -1, 0x1p-1000}};

START_TEST(known_values) {
    static const plumb_ball left = {-2, 2}, right = {3, 0.5};
    ck_assert(balls_identical(plumb_ball_relu(left), plumb_ball_zero()));
    ck_assert(balls_identical(plumb_ball_relu(right), right));
    ck_assert(!ball_contains_double(plumb_ball_relu(right), 2));
    ck_assert(ball_contains_double(plumb_ball_relu((plumb_ball){-1, 2}), 1));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("number/relu");
    TCase *tests = tcase_create("relu");
    add_function_tests(tests, &function);
    tcase_add_test(tests, known_values);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
