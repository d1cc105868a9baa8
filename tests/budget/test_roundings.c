/* test_roundings.c - what roundings add to an error, and those of a tensor, are what the page says. */
#include "budget/roundings.h"
#include "tests/budget/models.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 2000

static bool holds(plumb_ball ball, double expected) {
    return fabs(ball.mid - expected) <= ball.rad + 0x1p-48 * fabs(expected) &&
           ball.rad <= 0x1p-40 * fabs(expected) + 0x1p-900;
}

static void check_ball(const random_cases *cases, const char *what, plumb_ball ball, double expected) {
    if (holds(ball, expected))
        return;
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %a, not %a", what, ball.mid, expected);
    reproduce_fail(&line);
}

START_TEST(of_a_model) {
    random_cases cases = random_begin("budget roundings", CASES);
    while (random_next(&cases)) {
        const plumb_precision *p = random_precision(&cases);
        model_steps steps = steps_of(p);
        double count = (double)(1 + random_below(&cases, 40)), gamma = plumb_gamma(count, p->exponent.unit);
        ck_assert(plumb_are_borne(steps.unit, count));
        check_ball(&cases, "several", plumb_several_unit(steps.unit, count), gamma);
        check_ball(&cases, "what several underflow by", plumb_several_tiny(steps.unit, steps.tiny, count),
                   count * p->exponent.tiny * (1 + gamma));
        check_ball(&cases, "a tensor", plumb_tensor_unit(steps.unit), fmax(p->input.unit, p->output.unit));
        check_ball(&cases, "what a tensor underflows by", plumb_tensor_tiny(steps.tiny),
                   fmax(p->input.tiny, p->output.tiny));
    }
}
END_TEST

START_TEST(an_error_grows) {
    random_cases cases = random_begin("budget roundings moved", CASES);
    while (random_next(&cases)) {
        double number[4];
        for (size_t i = 0; i < 4; i++)
            number[i] = random_uniform(&cases);
        plumb_ball grown = plumb_ball_moved(plumb_ball_of(number[0]), plumb_ball_of(number[1]),
                                            plumb_ball_of(number[2]), plumb_ball_of(number[3]));
        check_ball(&cases, "what was off", grown, number[2] + number[0] * (number[3] + number[2]) + number[1]);
    }
}
END_TEST

/* Less than the whole, and not the whole itself. */
START_TEST(as_many_as_are_borne) {
    double unit[PLUMB_STEPS] = {0};
    unit[PLUMB_STEP_EXPONENT] = 0.125;
    ck_assert(plumb_are_borne(unit, 0) && plumb_are_borne(unit, 7) && !plumb_are_borne(unit, 8));
    ck_assert(!plumb_are_borne(unit, 12));
    unit[PLUMB_STEP_EXPONENT] = NAN;
    ck_assert(!plumb_are_borne(unit, 1));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/roundings");
    TCase *tests = tcase_create("roundings");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, of_a_model);
    tcase_add_test(tests, an_error_grows);
    tcase_add_test(tests, as_many_as_are_borne);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
