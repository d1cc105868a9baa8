/* test_grown.c - what underflows in units of e^-c is at least as large as in units of 1, and grows with the factor
   between them and with rescalings, and by no more. */
#include "budget/grown.h"
#include "tests/budget/models.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"

#define CASES 2000
#define MOST_RESCALINGS 64
#define SHARPNESS (1 + 0x1p-40)
#define LEAST 0x1p-900 /* what balls themselves underflow by, and more */

static void fail_case(const random_cases *cases, size_t step, double factor, double wider) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " step %zu: factor %a, %a", step, factor, wider);
    reproduce_fail(&line);
}

START_TEST(as_far_as_it_may) {
    random_cases cases = random_begin("budget grown", CASES);
    while (random_next(&cases)) {
        model_steps steps = steps_of(random_precision(&cases));
        size_t rescalings = random_below(&cases, MOST_RESCALINGS);
        double factor = exp(8 * random_normal(&cases)), wider[PLUMB_STEPS];
        double part = (double)rescalings * steps.unit[PLUMB_STEP_RESCALING], growth = 1 + part / (1 - part);
        plumb_ball known = {factor, 0x1p-50 * factor};
        ck_assert(plumb_grow_tiny(steps.unit, steps.tiny, rescalings, known, wider));
        for (size_t i = 0; i < PLUMB_STEPS; i++) {
            double least = fmax(1, factor) * growth * steps.tiny[i];
            if (wider[i] < least / SHARPNESS || wider[i] > least * SHARPNESS + LEAST)
                fail_case(&cases, i, factor, wider[i]);
        }
    }
}
END_TEST

START_TEST(without_end) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    double wider[PLUMB_STEPS];
    ck_assert(!plumb_grow_tiny(steps.unit, steps.tiny, 1, plumb_ball_unknown(), wider));
    steps.tiny[PLUMB_STEPS - 1] = INFINITY;
    ck_assert(!plumb_grow_tiny(steps.unit, steps.tiny, 1, plumb_ball_of(1), wider));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/grown");
    TCase *tests = tcase_create("grown");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, as_far_as_it_may);
    tcase_add_test(tests, without_end);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
