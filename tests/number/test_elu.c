/* test_elu.c - elu(x) + 1 over a ball: contained, tight on each side of 0. */
#include "number/elu.h"
#include "tests/support/contain.h"
#include "tests/support/function.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"
#include <math.h>

static void exact(arb_t value, const arb_t x) {
    if (arf_sgn(arb_midref(x)) > 0)
        arb_add_ui(value, x, 1, ARF_PREC_EXACT);
    else
        exact_exponential(value, x);
}

/* Left of 0 the ideal radius is e^mid (e^rad - 1), of which r + r^2 is at most a third more. */
static double widest(plumb_ball a) {
    double value = a.mid > 0 ? a.mid + 1 : exp(a.mid);
    double rounding = value * 0x1p-50 + 0x1p-997;
    if (a.mid < 0 && -a.mid >= a.rad && a.rad <= 1)
        return 1.25 * value * expm1(a.rad) + rounding;
    return a.rad * (1 + 0x1p-48) + rounding;
}

static const increasing_function function = {
    "elu", plumb_ball_elu_plus_one, exact, widest, {0, 1, -707, -708}};

START_TEST(known_values) {
    ck_assert(ball_contains_double(plumb_ball_elu_plus_one(plumb_ball_of(2)), 3));
    ck_assert(ball_contains_double(plumb_ball_elu_plus_one(plumb_ball_zero()), 1));
    ck_assert(ball_contains_double(plumb_ball_elu_plus_one((plumb_ball){-1e4, 1}), 0));
    plumb_ball inverse = plumb_ball_elu_plus_one(plumb_ball_of(-1));
    ck_assert(fabs(inverse.mid - 0.36787944117144232) <= 0x1p-52 && inverse.rad <= 0x1p-52);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("number/elu");
    TCase *tests = tcase_create("elu");
    add_function_tests(tests, &function);
    tcase_add_test(tests, known_values);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
