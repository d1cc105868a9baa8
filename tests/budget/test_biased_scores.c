/* test_biased_scores.c - each score of a row is biased as it would be by itself, with its own bias. */
#include "budget/biased_scores.h"
#include "tests/budget/models.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"

#define CASES 500
#define MOST_KEYS 8

START_TEST(each_by_itself) {
    random_cases cases = random_begin("budget biased scores", CASES);
    while (random_next(&cases)) {
        model_steps steps = steps_of(random_precision(&cases));
        size_t keys = 1 + random_below(&cases, MOST_KEYS);
        plumb_ball bias[MOST_KEYS], score[MOST_KEYS], off[MOST_KEYS];
        plumb_computed before[MOST_KEYS];
        for (size_t j = 0; j < keys; j++) {
            bias[j] = (plumb_ball){random_normal(&cases), 0};
            before[j].exact = score[j] = (plumb_ball){random_normal(&cases), 0x1p-40};
            before[j].off = off[j] = (plumb_ball){0x1p-20 * random_uniform(&cases), 0};
        }
        plumb_joining joining = {.cap = 2,
                                 .caps_first = (int)random_below(&cases, 2),
                                 .has_bias = (int)random_below(&cases, 2),
                                 .bias = bias,
                                 .has_first = (int)random_below(&cases, 2),
                                 .first = 0.5};
        plumb_join_scores(steps.unit, steps.tiny, joining, keys, score, off);
        for (size_t j = 0; j < keys; j++) {
            plumb_computed each = plumb_biased_score(steps.unit, steps.tiny, joining, before[j], keys, j);
            if (!balls_identical(score[j], each.exact) || !balls_identical(off[j], each.off)) {
                reproduction line = reproduce(&cases);
                reproduce_text(&line, " key %zu: %a off by %a", j, score[j].mid, off[j].mid);
                reproduce_fail(&line);
            }
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/biased_scores");
    TCase *tests = tcase_create("biased_scores");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, each_by_itself);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
