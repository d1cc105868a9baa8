/* test_divided_gradient.c - gradients of weights that are divided by their sum, as quotients of differences; slopes of
   what is cut, on both sides of an edge and at it. */
#include "gradient/divided_gradient.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>

enum { KEYS = 5 };
#define STEP 0x1p-12

/* sum_j y_j sigmoid(x_j) / sum_j sigmoid(x_j), x_0 moved by a step. */
static double loss(const double *x, const double *y, double step) {
    double sum = 0, total = 0;
    for (size_t j = 0; j < KEYS; j++) {
        double a = 1 / (1 + exp(-(x[j] + (j == 0 ? step : 0))));
        sum += a * y[j];
        total += a;
    }
    return sum / total;
}

START_TEST(gradients_are_quotients_of_differences) {
    random_cases cases = random_begin("divided", 2000);
    while (random_next(&cases)) {
        double x[KEYS], y[KEYS], total = 0;
        for (size_t j = 0; j < KEYS; j++) {
            x[j] = random_normal(&cases);
            y[j] = random_normal(&cases);
            total += 1 / (1 + exp(-x[j]));
        }
        double a = 1 / (1 + exp(-x[0]));
        plumb_ball gradient = plumb_divided_gradient(plumb_ball_of(a * (1 - a)), plumb_ball_of(y[0]),
                                                     plumb_ball_of(loss(x, y, 0)), plumb_ball_of(total));
        double slope = (loss(x, y, STEP) - loss(x, y, -STEP)) / (2 * STEP);
        ck_assert_msg(fabs(slope - gradient.mid) <= 10 * STEP * STEP, "%a in place of %a", gradient.mid, slope);
    }
}
END_TEST

/* Whether a slope is that number exactly. */
static bool is(plumb_ball slope, double x) {
    return slope.mid == x && slope.rad == 0;
}

static bool holds(plumb_ball slope, double low, double high) {
    return slope.mid - slope.rad <= low && slope.mid + slope.rad >= high;
}

START_TEST(a_divisor_that_is_at_least_one_has_two_edges) {
    ck_assert(is(plumb_at_least_one_slope(plumb_ball_of(1.5)), 1) &&
              is(plumb_at_least_one_slope(plumb_ball_of(-1.5)), -1) &&
              is(plumb_at_least_one_slope(plumb_ball_of(0.5)), 0) &&
              is(plumb_at_least_one_slope(plumb_ball_of(-0.5)), 0));
    ck_assert(holds(plumb_at_least_one_slope((plumb_ball){1, 0x1p-40}), 0, 1) &&
              holds(plumb_at_least_one_slope((plumb_ball){-1, 0x1p-40}), -1, 0) &&
              holds(plumb_at_least_one_slope(plumb_ball_unknown()), -1, 1));
}
END_TEST

START_TEST(a_clip_has_two_edges) {
    const double gamma = -0.25, zeta = 1.25; /* from 1/6 to 5/6 */
    ck_assert(holds(plumb_clip_slope(plumb_ball_of(0.5), gamma, zeta), 1.5, 1.5));
    plumb_ball below = plumb_clip_slope(plumb_ball_of(0.125), gamma, zeta);
    plumb_ball above = plumb_clip_slope(plumb_ball_of(0.875), gamma, zeta);
    ck_assert(below.mid == 0 && below.rad < 1e-300 && above.mid == 0 && above.rad < 1e-300);
    ck_assert(holds(plumb_clip_slope((plumb_ball){1.0 / 6, 0x1p-40}, gamma, zeta), 0, 1.5) &&
              holds(plumb_clip_slope((plumb_ball){5.0 / 6, 0x1p-40}, gamma, zeta), 0, 1.5));
    ck_assert(plumb_clip_slope(plumb_ball_of(0.5), gamma, zeta).rad < 1e-12);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gradient/divided_gradient");
    TCase *tests = tcase_create("divided_gradient");
    tcase_add_test(tests, gradients_are_quotients_of_differences);
    tcase_add_test(tests, a_divisor_that_is_at_least_one_has_two_edges);
    tcase_add_test(tests, a_clip_has_two_edges);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
