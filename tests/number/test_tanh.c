/* test_tanh.c - the hyperbolic tangent over a ball: contained, and relatively accurate near 0. */
#include "number/tanh.h"
#include "tests/support/contain.h"
#include "tests/support/function.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>

static void exact(arb_t value, const arb_t x) {
    exact_tanh(value, x);
}

/* The slope is 1 - t^2 <= 1.  Right of 1/8 and up to a radius of 1/4 the exponential, as in its own
   test, and the quotient of extremes cost no more than a half and 2 r.  Rounding: 16 units. */
static double widest(plumb_ball a) {
    double value = tanh(fabs(a.mid)), rounding = value * 0x1p-49 + 0x1p-990;
    if (fabs(a.mid) <= 0.125)
        return fmin(1, a.rad * (1 + 0x1p-45) + rounding);
    if (a.rad > 0.25)
        return 1;
    return fmin(1, 1.5 * (1 - value * value) * a.rad * (1 + 2 * a.rad) + rounding);
}

static const increasing_function function = {
    "tanh", plumb_ball_tanh, exact, widest, {0, 0.125, -0.125, 354}};

START_TEST(known_values) {
    ck_assert(balls_identical(plumb_ball_tanh((plumb_ball){3, 100}), (plumb_ball){0, 1}));
    plumb_ball one = plumb_ball_tanh(plumb_ball_of(-1));
    ck_assert(fabs(one.mid + 0.76159415595576489) <= 0x1p-52 && one.rad <= 0x1p-50);
    plumb_ball small = plumb_ball_tanh(plumb_ball_of(1e-8));
    ck_assert(fabs(small.mid - 9.9999999999999997e-9) <= 1e-23 && small.rad <= 1e-8 * 0x1p-50);
    ck_assert(ball_contains_double(plumb_ball_tanh(plumb_ball_of(1e308)), 1));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("number/tanh");
    TCase *tests = tcase_create("tanh");
    add_function_tests(tests, &function);
    tcase_add_test(tests, known_values);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
