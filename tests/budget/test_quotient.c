/* test_quotient.c - a quotient that is stored as a number is not excluded; one that is farther away than its stores
   reach is, unless its divisor may be 0. */
#include "budget/quotient.h"
#include "tests/budget/models.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"

#define CASES 2000

static bool excluded(const plumb_precision *precision, double product, double divisor, double number) {
    model_steps steps = steps_of(precision);
    return plumb_quotient_excluded(steps.unit, steps.tiny, plumb_ball_of(product), plumb_ball_of(divisor), number);
}

static void fail_case(const random_cases *cases, const char *what, double product, double divisor, double number) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %a / %a, %a", what, product, divisor, number);
    reproduce_fail(&line);
}

START_TEST(what_is_stored) {
    random_cases cases = random_begin("budget quotient", CASES);
    const plumb_precision *f32 = plumb_precision_find("f32");
    while (random_next(&cases)) {
        double divisor = (double)(float)random_normal(&cases), product = (double)(float)random_normal(&cases);
        double number = (double)((float)product / (float)divisor), off = 1 + 0x1p-20;
        if (excluded(f32, product, divisor, number))
            fail_case(&cases, "given and excluded", product, divisor, number);
        if (!excluded(f32, product, divisor, number * off) || !excluded(f32, product, divisor, number / off))
            fail_case(&cases, "far away and possible", product, divisor, number);
    }
}
END_TEST

START_TEST(nothing_is_known) {
    const plumb_precision *f32 = plumb_precision_find("f32");
    model_steps steps = steps_of(f32);
    plumb_ball any = {0, 1};
    ck_assert(!plumb_quotient_excluded(steps.unit, steps.tiny, plumb_ball_zero(), any, 1));
    ck_assert(plumb_quotient_excluded(steps.unit, steps.tiny, plumb_ball_of(2), any, 1));
    ck_assert(!excluded(f32, 1, 1, NAN) && !excluded(f32, 1, 1, INFINITY) && !excluded(f32, NAN, 1, 2));
    steps.unit[PLUMB_STEP_OUTPUT] = 1;
    ck_assert(!plumb_quotient_excluded(steps.unit, steps.tiny, plumb_ball_of(1), plumb_ball_of(1), 2));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/quotient");
    TCase *tests = tcase_create("quotient");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_is_stored);
    tcase_add_test(tests, nothing_is_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
