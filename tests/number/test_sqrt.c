/* test_sqrt.c - the square root: contained for every positive number, tight up to 2^64. */
#include "number/sqrt.h"
#include "tests/support/suite.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include <math.h>

#define CASES 20000

static void fail_case(const random_cases *cases, const char *what, double x, plumb_ball result) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s:", what);
    reproduce_doubles(&line, "x", &x, 1);
    reproduce_balls(&line, "result", &result, 1);
    reproduce_fail(&line);
}

static bool contains_root(plumb_ball result, double x) {
    arb_t root;
    arb_init(root);
    arb_set_d(root, x);
    arb_sqrt(root, root, 300);
    bool contained = ball_contains(result, root);
    arb_clear(root);
    return contained;
}

/* The square is one rounding, 2^-53 x, beside the root's own error, at most two units in its last
   place: 5 * 2^-53 of the root in all, and 6 leaves room for the additions. */
static bool is_tight(plumb_ball result, double x) {
    return result.rad <= 6 * 0x1p-53 * sqrt(x);
}

START_TEST(contains) {
    random_cases cases = random_begin("sqrt contains", CASES);
    while (random_next(&cases)) {
        double x = fabs(random_edge(&cases));
        plumb_ball result = plumb_sqrt(x);
        if (x > 0 ? !contains_root(result, x) : ball_informs(result))
            fail_case(&cases, "does not contain the root", x, result);
    }
}
END_TEST

START_TEST(tight_in_the_middle) {
    random_cases cases = random_begin("sqrt is tight", CASES);
    while (random_next(&cases)) {
        double x = fabs(random_scaled(&cases, -63, 63));
        plumb_ball result = plumb_sqrt(x);
        if (!contains_root(result, x) || !is_tight(result, x))
            fail_case(&cases, "too wide", x, result);
    }
}
END_TEST

START_TEST(every_head_dim) {
    for (int x = 1; x <= 65536; x++) {
        plumb_ball result = plumb_sqrt(x);
        ck_assert_msg(contains_root(result, x) && is_tight(result, x), "sqrt(%d)", x);
    }
}
END_TEST

START_TEST(no_root) {
    static const double none[] = {0, -0.0, -1, -0x1p-1074, NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        ck_assert_msg(!ball_informs(plumb_sqrt(none[i])), "%g", none[i]);
    random_cases cases = random_begin("sqrt of negative numbers", CASES);
    while (random_next(&cases)) {
        double x = -fabs(random_edge(&cases));
        if (ball_informs(plumb_sqrt(x)))
            fail_case(&cases, "there is no root", x, plumb_sqrt(x));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("number/sqrt");
    TCase *tests = tcase_create("sqrt");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, contains);
    tcase_add_test(tests, tight_in_the_middle);
    tcase_add_test(tests, every_head_dim);
    tcase_add_test(tests, no_root);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
