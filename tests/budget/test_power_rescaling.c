/* test_power_rescaling.c - in the wider model an exponential is rounded as often as factors multiply it, arguments and
   sums underflow as often, and every other step is as it was. */
#include "budget/power_rescaling.h"
#include "tests/budget/models.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"

#define CASES 2000

static bool is_sharp(double number, double least) {
    return number >= least * (1 - 0x1p-40) && number <= least * (1 + 0x1p-40) + 0x1p-900;
}

static bool is_as_it_was(size_t step) {
    return step != PLUMB_STEP_SCORE && step != PLUMB_STEP_EXPONENT && step != PLUMB_STEP_ACCUMULATE;
}

START_TEST(as_wide_as_it_must_be) {
    random_cases cases = random_begin("budget power rescaling", CASES);
    while (random_next(&cases)) {
        const plumb_precision *p = random_precision(&cases);
        model_steps steps = steps_of(p);
        size_t rescalings = random_below(&cases, 9);
        double power = exp(random_normal(&cases)), unit[PLUMB_STEPS], tiny[PLUMB_STEPS], n = (double)rescalings;
        if ((n + 1) * p->exponential >= 0.99 || (1 + power) * n * p->rescaling >= 0.49)
            continue;
        ck_assert(plumb_widen_for_power_rescalings(steps.unit, steps.tiny, power, rescalings, unit, tiny));
        double wide = plumb_compound(plumb_gamma(n + 1, p->exponential), plumb_gamma((1 + power) * n, p->rescaling));
        bool right = is_sharp(unit[PLUMB_STEP_EXPONENTIAL], wide) &&
                     is_sharp(tiny[PLUMB_STEP_SCORE], (n + 1) * p->score.tiny) &&
                     is_sharp(tiny[PLUMB_STEP_EXPONENT], (n + 1) * p->exponent.tiny) &&
                     is_sharp(tiny[PLUMB_STEP_ACCUMULATE], 2 * p->accumulate.tiny);
        for (size_t i = 0; i < PLUMB_STEPS; i++)
            right = right && (i == PLUMB_STEP_EXPONENTIAL || unit[i] == steps.unit[i]) &&
                    (!is_as_it_was(i) || tiny[i] == steps.tiny[i]);
        if (!right) {
            reproduction line = reproduce(&cases);
            reproduce_text(&line, " power %a, %zu rescalings: unit %a", power, rescalings,
                           unit[PLUMB_STEP_EXPONENTIAL]);
            reproduce_fail(&line);
        }
    }
}
END_TEST

START_TEST(without_end) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    double unit[PLUMB_STEPS], tiny[PLUMB_STEPS];
    ck_assert(plumb_widen_for_power_rescalings(steps.unit, steps.tiny, 2, 1, unit, tiny));
    ck_assert(!plumb_widen_for_power_rescalings(steps.unit, steps.tiny, 2, PLUMB_MOST_ROUNDINGS / 4, unit, tiny));
    ck_assert(!plumb_widen_for_power_rescalings(steps.unit, steps.tiny, 1e9, 1, unit, tiny));
    model_steps lost = steps;
    lost.tiny[PLUMB_STEP_ACCUMULATE] = INFINITY;
    ck_assert(!plumb_widen_for_power_rescalings(lost.unit, lost.tiny, 2, 1, unit, tiny));
    lost = steps;
    lost.unit[PLUMB_STEP_OUTPUT] = -1;
    ck_assert(!plumb_widen_for_power_rescalings(lost.unit, lost.tiny, 2, 1, unit, tiny));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/power_rescaling");
    TCase *tests = tcase_create("power_rescaling");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, as_wide_as_it_must_be);
    tcase_add_test(tests, without_end);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
