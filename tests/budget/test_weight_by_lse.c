/* test_weight_by_lse.c - what an engine has of e^{y - l} lies in its ball, which is not much wider than it must be. */
#include "budget/weight_by_lse.h"
#include "tests/budget/models.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 2000

static float rounded_to_bf16(float x) {
    int exponent;
    float significand = frexpf(x, &exponent);
    return ldexpf(rintf(ldexpf(significand, 8)), exponent - 8);
}

static bool holds(plumb_ball ball, double x) {
    return fabs(ball.mid - x) <= ball.rad;
}

/* In binary32, and stored as bfloat16, as a result or as a probability. */
START_TEST(encloses_what_is_computed) {
    random_cases cases = random_begin("budget weight by lse", CASES);
    model_steps single = steps_of(plumb_precision_find("f32")), half = steps_of(plumb_precision_find("bf16-eager"));
    while (random_next(&cases)) {
        float lse = 8 * (float)random_normal(&cases), score = lse - 20 * (float)random_uniform(&cases);
        float weight = expf(score - lse);
        plumb_ball y = {(double)score, 0}, l = {(double)lse, 0};
        plumb_ball ball = plumb_weight_by_lse(single.unit, single.tiny, y, l);
        ck_assert_msg(holds(ball, (double)weight), "%a, not %a within %a", (double)weight, ball.mid, ball.rad);
        ck_assert_double_lt(ball.rad, 0x1p-16 * (1 + fabs(y.mid) + fabs(l.mid)) * (double)weight);
        ck_assert(!holds(ball, 1.01 * (double)weight) && !holds(ball, 0.99 * (double)weight));
        for (size_t exact = PLUMB_STEP_PROBABILITY; exact <= PLUMB_STEP_OUTPUT; exact += 2) {
            model_steps one = half;
            one.unit[exact] = one.tiny[exact] = 0;
            ball = plumb_weight_by_lse(one.unit, one.tiny, y, l);
            ck_assert(holds(ball, (double)rounded_to_bf16(weight)) && !holds(ball, 1.05 * (double)weight));
        }
    }
}
END_TEST

/* A score and a log-sum-exp that are known within a little. */
START_TEST(errors_of_both_count) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    plumb_ball score = {-1, 0.25}, lse = {1, 0.5};
    plumb_ball ball = plumb_weight_by_lse(steps.unit, steps.tiny, score, lse);
    ck_assert(holds(ball, exp(-1.25 - 1.5)) && holds(ball, exp(-0.75 - 0.5)));
    ck_assert(!holds(ball, -0.1) && !holds(ball, exp(-0.75 - 0.5) + 0.1));
    ck_assert(!isfinite(plumb_weight_by_lse(steps.unit, steps.tiny, score, plumb_ball_unknown()).rad));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/weight_by_lse");
    TCase *tests = tcase_create("weight_by_lse");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, encloses_what_is_computed);
    tcase_add_test(tests, errors_of_both_count);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
