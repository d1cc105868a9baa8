/* test_taking_part.c - the scores of all that takes part are those of visible keys, of hidden ones behind a softcap, and
   of a sink behind them. */
#include "budget/taking_part.h"
#include "tests/budget/scored_rows.h"

#define CASES 200

START_TEST(each_has_its_score) {
    random_cases cases = random_begin("budget taking part", CASES);
    model_steps steps = steps_of(plumb_precision_find("f32"));
    size_t hidden = 0;
    while (random_next(&cases)) {
        scored_row x;
        plumb_ball score[MOST_SCORES + 1], off[MOST_SCORES + 1], of_visible[2][MOST_SCORES];
        unsigned char taking_part[MOST_SCORES];
        random_scored_row(&cases, &x);
        float logit = (float)random_normal(&cases);
        for (size_t j = 0; j < x.keys; j++)
            taking_part[j] = x.visible[j] || x.joining.caps_last;
        plumb_scored_row row = given_row(&x);
        ck_assert(plumb_score_part(steps.unit, steps.tiny, row, taking_part, (double)logit, score, off));
        ck_assert(plumb_score_row(steps.unit, steps.tiny, row, of_visible[0], of_visible[1]));
        for (size_t j = 0; j < x.keys; j++)
            if (x.visible[j]) {
                ck_assert(memcmp(&score[j], &of_visible[0][j], sizeof score[j]) == 0);
                ck_assert(memcmp(&off[j], &of_visible[1][j], sizeof off[j]) == 0);
            } else if (taking_part[j]) {
                double cap = x.joining.cap;
                ck_assert(are_known(score[j], off[j], -cap, cap * (double)tanhf(-INFINITY), 0x1p-15));
                hidden++;
            }
        ck_assert(are_known(score[x.keys], off[x.keys], (double)logit, (double)logit, 0x1p-20));
    }
    ck_assert(hidden > 0);
}
END_TEST

START_TEST(nothing_is_known) {
    random_cases cases = random_begin("budget taking part unknown", 1);
    model_steps steps = steps_of(plumb_precision_find("f32"));
    steps.unit[PLUMB_STEP_PRODUCT] = 0.25;
    while (random_next(&cases)) {
        scored_row x;
        plumb_ball score[MOST_SCORES + 1], off[MOST_SCORES + 1];
        random_scored_row(&cases, &x);
        ck_assert(!plumb_score_part(steps.unit, steps.tiny, given_row(&x), x.visible, 0, score, off));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/taking_part");
    TCase *tests = tcase_create("taking_part");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, each_has_its_score);
    tcase_add_test(tests, nothing_is_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
