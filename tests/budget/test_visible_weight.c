/* test_visible_weight.c - what an engine weighs a key by lies in its ball, which is not much wider than it must be. */
#include "budget/visible_weight.h"
#include "tests/budget/visible_rows.h"
#include "tests/support/reproduce.h"

#define CASES 1000
#define RESCALINGS 2

static int weigh(visible_row *x, const model_steps *steps) {
    return plumb_visible_weights(steps->unit, steps->tiny, x->score, x->off, x->visible, x->keys, RESCALINGS,
                                 x->weight);
}

static void check_weight(const random_cases *cases, const visible_row *x, size_t j, double computed) {
    plumb_ball ball = x->weight[j];
    if (fabs(ball.mid - computed) <= ball.rad && ball.rad <= 0x1p-14 * x->exact[j])
        return;
    reproduction line = reproduce(cases);
    reproduce_text(&line, " key %zu weighs %a, not %a within %a", j, computed, ball.mid, ball.rad);
    reproduce_fail(&line);
}

START_TEST(encloses_what_is_computed) {
    random_cases cases = random_begin("budget visible weight", CASES);
    model_steps steps = steps_of(plumb_precision_find("f32"));
    while (random_next(&cases)) {
        visible_row x;
        float computed[MOST_VISIBLE_KEYS];
        random_visible_row(&cases, &x);
        computed_weights(&cases, &x, computed);
        ck_assert(weigh(&x, &steps));
        for (size_t j = 0; j < x.keys; j++)
            if (x.visible[j])
                check_weight(&cases, &x, j, (double)computed[j]);
    }
}
END_TEST

/* Two keys of equal scores, each off by d: a weight of 1/2 is off by d of itself, and so may be the sum that divides
   it. */
START_TEST(is_off_as_the_score_is) {
    model_steps steps = steps_of(plumb_precision_find("f64"));
    plumb_ball score[2] = {{0, 0}, {0, 0}}, off[2] = {{0x1p-20, 0}, {0x1p-20, 0}}, weight[2] = {{0.5, 0}, {0.5, 0}};
    const unsigned char visible[2] = {1, 1};
    ck_assert(plumb_visible_weights(steps.unit, steps.tiny, score, off, visible, 2, RESCALINGS, weight));
    for (size_t j = 0; j < 2; j++)
        ck_assert(weight[j].rad >= 0x1p-20 && weight[j].rad <= 1.001 * 0x1p-20);
}
END_TEST

START_TEST(nothing_known) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    random_cases cases = random_begin("budget visible weight nothing", CASES);
    while (random_next(&cases)) {
        visible_row x;
        random_visible_row(&cases, &x);
        x.off[x.first] = plumb_ball_unknown();
        ck_assert(!weigh(&x, &steps));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/visible_weight");
    TCase *tests = tcase_create("visible weight");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, encloses_what_is_computed);
    tcase_add_test(tests, is_off_as_the_score_is);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
