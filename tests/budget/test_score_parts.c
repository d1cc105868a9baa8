/* test_score_parts.c - the units of a score, as section 3 of spec/budget.md has them. */
#include "budget/score_parts.h"
#include "theorem/units.h"
#include "tests/budget/models.h"
#include "tests/support/suite.h"
#include <math.h>

static void is(plumb_ball ball, double number) {
    ck_assert_double_le(fabs(ball.mid - number), ball.rad + 0x1p-48 * fabs(number));
    ck_assert_double_le(ball.rad, 0x1p-48 * (fabs(number) + 0x1p-900));
}

START_TEST(of_each_model) {
    const plumb_precision *p;
    for (size_t i = 0; (p = plumb_precision_at(i)) != NULL; i++) {
        model_steps steps = steps_of(p);
        double store = p->score.unit, larger = 1.5;
        is(plumb_one_and(plumb_ball_of(0.25)), 1.25);
        is(plumb_scale_tiny(steps.unit, steps.tiny, plumb_ball_of(larger)),
           p->input.tiny * (2 * (1 + p->input.unit) * larger + p->input.tiny));
        is(plumb_amplified(steps.unit, steps.tiny, plumb_ball_of(larger)),
           (1 + p->input.unit) * larger + p->input.tiny);
        is(plumb_operand_unit(steps.unit), plumb_compound(p->input.unit, p->operand.unit));
        is(plumb_operand_tiny(steps.unit, steps.tiny), p->input.tiny * (1 + p->operand.unit) + p->operand.tiny);
        is(plumb_input_unit(steps.unit), plumb_compound(p->input.unit, p->input.unit));
        is(plumb_score_unit(steps.unit), plumb_compound(store, plumb_compound(store, store)));
        is(plumb_sum_unit(steps.unit, 12), plumb_gamma(16, p->product.unit));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/score_parts");
    TCase *tests = tcase_create("score parts");
    tcase_add_test(tests, of_each_model);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
