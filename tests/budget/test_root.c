/* test_root.c - the root of a weight is within its roundings; that of what may be 0 is anything from 0 to the root of
   the most. */
#include "budget/root.h"
#include "tests/budget/models.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"

#define CASES 5000

static plumb_ball root_in(const char *precision, double power, plumb_ball weight) {
    model_steps steps = steps_of(plumb_precision_find(precision));
    return plumb_stored_root(steps.unit, steps.tiny, power, weight);
}

static bool holds(plumb_ball root, double number) {
    return !(fabs(number - root.mid) > root.rad);
}

START_TEST(roots_of_weights) {
    random_cases cases = random_begin("budget root", CASES);
    while (random_next(&cases)) {
        double power = exp(random_normal(&cases)), weight = exp(-20 * random_uniform(&cases));
        float computed = powf((float)weight, 1 / (float)power);
        plumb_ball root = root_in("f32", power, (plumb_ball){weight, 0x1p-30 * weight});
        double exact = pow(weight, 1 / power);
        if (holds(root, (double)computed) && root.rad <= 0x1p-14 / fmin(1, power) * exact + 0x1p-120)
            continue;
        reproduction line = reproduce(&cases);
        reproduce_text(&line, " power %a, weight %a: %a, off by %a", power, weight, root.mid, root.rad);
        reproduce_fail(&line);
    }
}
END_TEST

START_TEST(what_may_be_lost) {
    static const plumb_ball weight[] = {
        {0x1p-20, 0x1p-20}, {0, 0x1p-19}, {-0x1p-20, 0x1.8p-19}, {0x1p-20, 0x1.fffffep-21}};
    for (size_t i = 0; i < sizeof weight / sizeof *weight; i++) {
        plumb_ball root = root_in("f32", 4, weight[i]);
        double most = sqrt(sqrt(weight[i].mid + weight[i].rad));
        ck_assert(holds(root, 0) && holds(root, most) && holds(root, most / 2));
        ck_assert(!holds(root, 1.3 * most + 0x1p-20) && !holds(root, -most / 8));
    }
    ck_assert(holds(root_in("f32", 4, plumb_ball_unknown()), 1e9));
}
END_TEST

START_TEST(as_much_as_bounds_can_bear) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    ck_assert(plumb_roots_are_borne(steps.unit, steps.tiny, 2));
    static const size_t step[] = {PLUMB_STEP_SCORE, PLUMB_STEP_EXPONENT, PLUMB_STEP_INPUT};
    static const double most[] = {1. / 3, 1. / 12, 1};
    for (size_t i = 0; i < sizeof step / sizeof *step; i++) {
        model_steps wide = steps;
        wide.unit[step[i]] = most[i];
        ck_assert_msg(!plumb_roots_are_borne(wide.unit, wide.tiny, 2), "step %zu", step[i]);
        wide.unit[step[i]] = most[i] / 4;
        ck_assert_msg(plumb_roots_are_borne(wide.unit, wide.tiny, 2), "step %zu", step[i]);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/root");
    TCase *tests = tcase_create("root");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, roots_of_weights);
    tcase_add_test(tests, what_may_be_lost);
    tcase_add_test(tests, as_much_as_bounds_can_bear);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
