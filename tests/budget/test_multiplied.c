/* test_multiplied.c - in the wider model weights are stored, multiplied and stored again, and what underflows counts
   over the factor, too, and no more; every other step is as it was. */
#include "budget/multiplied.h"
#include "tests/budget/models.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"

#define CASES 2000
#define SHARPNESS (1 + 0x1p-40)
#define LEAST 0x1p-900 /* what balls themselves underflow by, and more */

static bool is_sharp(double number, double least) {
    return number >= least / SHARPNESS && number <= least * SHARPNESS + LEAST;
}

START_TEST(as_wide_as_it_must_be) {
    random_cases cases = random_begin("budget multiplied", CASES);
    while (random_next(&cases)) {
        model_steps steps = steps_of(random_precision(&cases));
        double alpha = exp(4 * random_normal(&cases)), unit[PLUMB_STEPS], tiny[PLUMB_STEPS];
        const double *u = steps.unit, *t = steps.tiny;
        double input = u[PLUMB_STEP_INPUT] + t[PLUMB_STEP_INPUT] / alpha;
        double stored = plumb_compound(u[PLUMB_STEP_PROBABILITY], u[PLUMB_STEP_PROBABILITY]);
        double rounded = plumb_compound(u[PLUMB_STEP_ACCUMULATE], u[PLUMB_STEP_ACCUMULATE]);
        double wide = plumb_compound(stored, plumb_compound(input, rounded));
        double kept = t[PLUMB_STEP_PROBABILITY], sums = t[PLUMB_STEP_ACCUMULATE];
        plumb_ball factor = {alpha, 0x1p-50 * alpha};
        ck_assert(plumb_widen_for_factor(steps.unit, steps.tiny, factor, unit, tiny));
        bool right = is_sharp(unit[PLUMB_STEP_PROBABILITY], wide) &&
                     is_sharp(tiny[PLUMB_STEP_PROBABILITY], (1 + wide) * (kept + (kept + 2 * sums) / alpha)) &&
                     is_sharp(tiny[PLUMB_STEP_ACCUMULATE], sums + sums / alpha);
        for (size_t i = 0; i < PLUMB_STEPS; i++)
            right = right && (i == PLUMB_STEP_PROBABILITY || unit[i] == steps.unit[i]) &&
                    (i == PLUMB_STEP_PROBABILITY || i == PLUMB_STEP_ACCUMULATE || tiny[i] == steps.tiny[i]);
        if (!right) {
            reproduction line = reproduce(&cases);
            reproduce_text(&line, " factor %a: unit %a, tiny %a, of sums %a", alpha, unit[PLUMB_STEP_PROBABILITY],
                           tiny[PLUMB_STEP_PROBABILITY], tiny[PLUMB_STEP_ACCUMULATE]);
            reproduce_fail(&line);
        }
    }
}
END_TEST

START_TEST(without_end) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    double unit[PLUMB_STEPS], tiny[PLUMB_STEPS];
    ck_assert(plumb_widen_for_factor(steps.unit, steps.tiny, plumb_ball_of(2), unit, tiny));
    ck_assert(!plumb_widen_for_factor(steps.unit, steps.tiny, plumb_ball_of(0), unit, tiny));
    ck_assert(!plumb_widen_for_factor(steps.unit, steps.tiny, plumb_ball_unknown(), unit, tiny));
    steps.unit[PLUMB_STEP_PROBABILITY] = INFINITY;
    ck_assert(!plumb_widen_for_factor(steps.unit, steps.tiny, plumb_ball_of(2), unit, tiny));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/multiplied");
    TCase *tests = tcase_create("multiplied");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, as_wide_as_it_must_be);
    tcase_add_test(tests, without_end);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
