/* test_model.c - what roundings add up to, and how many of them the bounds can bear. */
#include "budget/model.h"
#include "tests/support/contain.h"
#include "tests/support/suite.h"
#include <math.h>

START_TEST(add_up) {
    plumb_ball sum = plumb_ball_joint((plumb_ball){0.5, 0}, (plumb_ball){0.25, 0});
    ck_assert(ball_contains_ratio(sum, 7, 8) && sum.rad <= 0x1p-48);
    sum = plumb_ball_gamma(4, (plumb_ball){0x1p-4, 0});
    ck_assert(ball_contains_ratio(sum, 1, 3) && sum.rad <= 0x1p-48);
    ck_assert(!ball_informs(plumb_ball_gamma(4, (plumb_ball){0.25, 0})));
    ck_assert(!ball_informs(plumb_ball_gamma(4, (plumb_ball){NAN, 0})));
}
END_TEST

/* Too many rescalings for their roundings: gamma is negative there, and plumb_keys_are_borne says so. */
START_TEST(counts_that_are_not_borne) {
    double unit[PLUMB_STEPS] = {0}, tiny[PLUMB_STEPS] = {0};
    static const struct {
        int step;
        double most;
    } steps[] = {{PLUMB_STEP_EXPONENT, 1.0 / 28},
                 {PLUMB_STEP_EXPONENTIAL, 1},
                 {PLUMB_STEP_RESCALING, 1.0 / 10},
                 {PLUMB_STEP_ACCUMULATE, 1.0 / 25}};
    ck_assert(plumb_keys_are_borne(unit, 10, 7) && plumb_are_roundings(unit, tiny));
    ck_assert(plumb_products_are_borne(unit, 12));
    unit[PLUMB_STEP_PRODUCT] = 0x1p-4;
    ck_assert(plumb_products_are_borne(unit, 11) && !plumb_products_are_borne(unit, 12));
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        unit[steps[i].step] = steps[i].most * (1 - 0x1p-20);
        ck_assert(plumb_keys_are_borne(unit, 10, 7));
        unit[steps[i].step] = steps[i].most * (1 + 0x1p-20);
        ck_assert(!plumb_keys_are_borne(unit, 10, 7));
        unit[steps[i].step] = NAN;
        ck_assert(!plumb_keys_are_borne(unit, 10, 7));
        unit[steps[i].step] = 0;
    }
    tiny[PLUMB_STEPS - 1] = -1;
    ck_assert(!plumb_are_roundings(unit, tiny));
    tiny[PLUMB_STEPS - 1] = 0;
    unit[PLUMB_STEPS - 1] = -1;
    ck_assert(!plumb_are_roundings(unit, tiny));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/model");
    TCase *tests = tcase_create("model");
    tcase_add_test(tests, add_up);
    tcase_add_test(tests, counts_that_are_not_borne);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
