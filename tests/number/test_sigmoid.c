/* test_sigmoid.c - the logistic sigmoid over a ball: contained, tight, never wider than 1/2. */
#include "number/sigmoid.h"
#include "tests/support/contain.h"
#include "tests/support/function.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>

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
    "sigmoid", plumb_ball_sigmoid, exact_sigmoid, widest, {0, -700, -707, 708}};

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
    add_function_tests(tests, &function);
    tcase_add_test(tests, known_values);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
