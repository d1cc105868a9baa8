/* test_added_up.c - a weight that was stored, added up and stored again is off by the two stores and the sum, and no
   more. */
#include "budget/added_up.h"
#include "tests/budget/models.h"
#include "tests/support/suite.h"

#define CASES 2000
#define MOST_STEPS 1000
#define SHARPNESS 0x1p-40
#define LEAST 0x1p-900 /* what balls themselves underflow by, and more */

static bool is_sharp(double number, double least) {
    return fabs(number - least) <= SHARPNESS * least + LEAST;
}

START_TEST(as_far_as_it_may_be) {
    random_cases cases = random_begin("budget added up", CASES);
    while (random_next(&cases)) {
        model_steps steps = steps_of(random_precision(&cases));
        size_t count = 1 + random_below(&cases, MOST_STEPS);
        double stored = steps.unit[PLUMB_STEP_PROBABILITY], lost = steps.tiny[PLUMB_STEP_PROBABILITY];
        double sum = (double)count * steps.unit[PLUMB_STEP_ACCUMULATE], gamma = sum / (1 - sum);
        double sum_lost = 2 * (double)count * steps.tiny[PLUMB_STEP_ACCUMULATE] * (1 + gamma);
        if (sum >= 0.9)
            continue;
        double row = plumb_compound(gamma, stored);
        ck_assert(is_sharp(plumb_added_up_unit(steps.unit, count).mid, plumb_compound(stored, row)));
        ck_assert(is_sharp(plumb_added_up_tiny(steps.unit, steps.tiny, count).mid,
                           lost * (1 + row) + sum_lost * (1 + stored) + lost));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/added_up");
    TCase *tests = tcase_create("added_up");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, as_far_as_it_may_be);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
