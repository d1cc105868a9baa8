/* test_widened.c - what is off or rounded stays in the wider ball, which is no wider than that. */
#include "budget/widened.h"
#include "tests/budget/models.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 2000

/* The ends of a ball that was around x within r, and reaches w farther. */
static void check_ball(const random_cases *cases, plumb_ball wider, double x, double reach) {
    if (fabs(wider.mid - x) <= 0x1p-50 * fabs(x) && wider.rad >= reach &&
        wider.rad <= reach * (1 + 0x1p-40) + 0x1p-50 * fabs(x) + 0x1p-900)
        return;
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %a within %a, not %a", x, wider.rad, reach);
    reproduce_fail(&line);
}

START_TEST(reach_as_far) {
    random_cases cases = random_begin("budget widened", CASES);
    while (random_next(&cases)) {
        const plumb_precision *p = random_precision(&cases);
        model_steps steps = steps_of(p);
        size_t step = random_below(&cases, PLUMB_STEP_SHIFTED);
        double x = random_normal(&cases), r = random_below(&cases, 2) ? 0 : exp2(-8) * random_uniform(&cases);
        double w = random_uniform(&cases), unit = steps.unit[step], tiny = steps.tiny[step];
        plumb_ball a = {x, r};
        check_ball(&cases, plumb_ball_widened(a, plumb_ball_of(w)), x, r + w);
        check_ball(&cases, plumb_ball_rounded(plumb_ball_of(0.25), plumb_ball_of(w), a), x,
                   r + 0.25 * (fabs(x) + r) + w);
        check_ball(&cases, plumb_ball_rounded_in(steps.unit, steps.tiny, step, a), x,
                   r + unit * (fabs(x) + r) + tiny);
    }
}
END_TEST

START_TEST(nothing_known) {
    plumb_ball one = plumb_ball_of(1);
    ck_assert(!isfinite(plumb_ball_widened(plumb_ball_unknown(), one).rad));
    ck_assert(!isfinite(plumb_ball_widened(one, plumb_ball_unknown()).rad));
    ck_assert(!isfinite(plumb_ball_rounded(plumb_ball_of(NAN), one, one).rad));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/widened");
    TCase *tests = tcase_create("widened");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, reach_as_far);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
