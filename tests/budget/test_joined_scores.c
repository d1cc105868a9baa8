/* test_joined_scores.c - each score of a row is joined by its own bias, by itself. */
#include "budget/joined_scores.h"
#include "tests/budget/scored_rows.h"
#include "tests/support/reproduce.h"

#define CASES 500

static bool same(plumb_ball a, plumb_ball b) {
    return a.mid == b.mid && a.rad == b.rad;
}

START_TEST(each_is_joined_as_alone) {
    random_cases cases = random_begin("budget joined scores", CASES);
    model_steps steps = steps_of(plumb_precision_find("bf16-eager"));
    while (random_next(&cases)) {
        scored_row x;
        plumb_ball score[MOST_SCORES], off[MOST_SCORES];
        plumb_computed alone[MOST_SCORES];
        random_scored_row(&cases, &x);
        for (size_t j = 0; j < x.keys; j++) {
            x.bias[j] = (plumb_ball){random_normal(&cases), 0};
            score[j] = (plumb_ball){random_normal(&cases), 0x1p-50};
            off[j] = (plumb_ball){0x1p-8 * random_uniform(&cases), 0};
            alone[j] = plumb_joined_score(steps.unit, steps.tiny, x.joining, (plumb_computed){score[j], off[j]},
                                          x.keys, j);
        }
        plumb_join_scores(steps.unit, steps.tiny, x.joining, x.keys, score, off);
        for (size_t j = 0; j < x.keys; j++)
            if (!same(score[j], alone[j].exact) || !same(off[j], alone[j].off)) {
                reproduction line = reproduce(&cases);
                reproduce_text(&line, " key %zu: %a off by %a", j, score[j].mid, off[j].mid);
                reproduce_fail(&line);
            }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/joined_scores");
    TCase *tests = tcase_create("joined_scores");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, each_is_joined_as_alone);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
