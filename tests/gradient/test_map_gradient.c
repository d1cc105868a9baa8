/* test_map_gradient.c - slopes of weights: at corners as engines have them, elsewhere quotients of differences. */
#include "gradient/map_gradient.h"
#include "number/elu.h"
#include "number/relu.h"
#include "number/sigmoid.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>

static const struct {
    const char *name;
    plumb_ball (*weight)(plumb_ball score), (*slope)(plumb_ball weight);
} maps[] = {{"sigmoid", plumb_ball_sigmoid, plumb_sigmoid_slope},
            {"elu", plumb_ball_elu_plus_one, plumb_elu_slope},
            {"relu", plumb_ball_relu, plumb_relu_slope}};
enum { MAPS = sizeof maps / sizeof *maps };

#define STEP 0x1p-12

/* The mean slope over a step on either side lies within a little of the slope in the middle. */
START_TEST(slopes_are_quotients_of_differences) {
    random_cases cases = random_begin(maps[_i].name, 5000);
    while (random_next(&cases)) {
        double x = 4 * random_normal(&cases);
        if (fabs(x) <= STEP)
            continue;
        double above = maps[_i].weight(plumb_ball_of(x + STEP)).mid,
               below = maps[_i].weight(plumb_ball_of(x - STEP)).mid;
        plumb_ball slope = maps[_i].slope(maps[_i].weight(plumb_ball_of(x)));
        ck_assert_msg(fabs((above - below) / (2 * STEP) - slope.mid) <= slope.rad + STEP * STEP * (1 + fabs(x)),
                      "%s at %a: %a", maps[_i].name, x, slope.mid);
    }
}
END_TEST

START_TEST(corners_are_as_engines_have_them) {
    plumb_ball zero = plumb_relu_slope(plumb_ball_zero()), one = plumb_relu_slope(plumb_ball_of(0x1p-1000));
    plumb_ball either = plumb_relu_slope((plumb_ball){0x1p-60, 0x1p-60});
    ck_assert(zero.mid == 0 && zero.rad == 0 && one.mid == 1 && one.rad == 0);
    ck_assert(either.mid - either.rad <= 0 && either.mid + either.rad >= 1);
    ck_assert(plumb_squared_relu_slope(plumb_ball_of(3)).mid == 6);
    ck_assert(plumb_squared_relu_slope(plumb_ball_of(-3)).mid == 0);
    ck_assert(plumb_elu_slope(plumb_ball_of(1)).mid == 1 && plumb_elu_slope(plumb_ball_of(3)).mid == 1);
    ck_assert(!isfinite(plumb_sigmoid_slope(plumb_ball_unknown()).rad));
    either = plumb_relu_slope(plumb_ball_unknown());
    ck_assert(!isfinite(either.rad) || (either.mid - either.rad <= 0 && either.mid + either.rad >= 1));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gradient/map_gradient");
    TCase *tests = tcase_create("map_gradient");
    tcase_add_loop_test(tests, slopes_are_quotients_of_differences, 0, MAPS);
    tcase_add_test(tests, corners_are_as_engines_have_them);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
