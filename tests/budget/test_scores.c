/* test_scores.c - every score that binary32 computes for a row is within what is said of it, and the exact one in its
   ball; where a model cannot be borne nothing is said. */
#include "budget/scores.h"
#include "tests/budget/scored_rows.h"
#include "tests/support/reproduce.h"

#define CASES 500

static int known(const scored_row *x, const model_steps *steps, plumb_ball *score, plumb_ball *off) {
    return plumb_computed_scores(steps->unit, steps->tiny, x->query, x->key, x->visible, x->joining, x->keys, x->dim,
                                 (plumb_ball){0.25, 0}, score, off);
}

START_TEST(what_is_computed) {
    random_cases cases = random_begin("budget scores", CASES);
    model_steps steps = steps_of(plumb_precision_find("f32"));
    while (random_next(&cases)) {
        scored_row x;
        plumb_ball score[MOST_SCORES] = {{0, 0}}, off[MOST_SCORES];
        random_scored_row(&cases, &x);
        ck_assert(known(&x, &steps, score, off));
        for (size_t j = 0; j < x.keys; j++) {
            if (!x.visible[j])
                continue;
            both wanted = score_of(&x, j);
            if (!are_known(score[j], off[j], wanted.exact, (double)wanted.computed, 0x1p-15)) {
                reproduction line = reproduce(&cases);
                reproduce_text(&line, " key %zu: %a off by %a", j, score[j].mid, off[j].mid);
                reproduce_fail(&line);
            }
        }
    }
}
END_TEST

START_TEST(too_many_roundings) {
    random_cases cases = random_begin("budget scores unborne", 1);
    while (random_next(&cases)) {
        model_steps steps = steps_of(plumb_precision_find("f32"));
        scored_row x;
        plumb_ball score[MOST_SCORES] = {{0, 0}}, off[MOST_SCORES];
        random_scored_row(&cases, &x);
        steps.unit[PLUMB_STEP_PRODUCT] = 0.25;
        ck_assert(!known(&x, &steps, score, off));
        steps.unit[PLUMB_STEP_PRODUCT] = 0;
        ck_assert(known(&x, &steps, score, off));
        steps.tiny[PLUMB_STEP_SCORE] = -1;
        ck_assert(!known(&x, &steps, score, off));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/scores");
    TCase *tests = tcase_create("scores");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_is_computed);
    tcase_add_test(tests, too_many_roundings);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
