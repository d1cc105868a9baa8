/* test_state_error.c - the parts of what a sum over the keys of a feature is off by. */
#include "budget/state_error.h"
#include "theorem/units.h"
#include "tests/budget/models.h"
#include "tests/support/suite.h"
#include <math.h>

static void is(plumb_ball ball, double number) {
    ck_assert_double_le(fabs(ball.mid - number), ball.rad + 0x1p-44 * fabs(number));
    ck_assert_double_le(ball.rad, 0x1p-44 * (fabs(number) + 0x1p-900));
}

/* Of six keys and values that sum to 7 in size, with 14 roundings. */
START_TEST(of_each_model) {
    const plumb_precision *p;
    for (size_t i = 0; (p = plumb_precision_at(i)) != NULL; i++) {
        model_steps steps = steps_of(p);
        double own = p->operand.unit, tiny = p->operand.tiny, sums = plumb_gamma(14, p->accumulate.unit);
        double operand = plumb_compound(p->input.unit, own), stores = plumb_compound(p->probability.unit, own);
        double operand_tiny = p->input.tiny * (1 + own) + tiny, gain = (1 + stores) * (1 + sums);
        plumb_state_error error = plumb_state_error_of(steps.unit, steps.tiny, 6, 14, plumb_ball_of(own),
                                                       plumb_ball_of(tiny), plumb_ball_of(7));
        is(error.unit, plumb_compound(plumb_compound(plumb_compound(operand, own), sums), stores));
        is(error.of_keys, gain * (1 + operand) * tiny);
        is(error.lost, gain * (operand_tiny * ((1 + own) * 7 + 6 * tiny) + 28 * p->accumulate.tiny) +
                           p->probability.tiny * (1 + own) + tiny);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/state_error");
    TCase *tests = tcase_create("state error");
    tcase_add_test(tests, of_each_model);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
