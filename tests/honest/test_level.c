/* test_level.c - the honest level counts what engines are counted by: numbers that an evaluation makes, and not those
   that a mask defines; and it keeps no memory. */
#include "honest/level.h"
#include "tests/support/held.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

enum { QUERIES = 32, SEEN = 4, KEYS = 32, DIM = 8, CASES = 20 };

static plumb_honest_errors errors_of_weights(const plumb_problem *problem) {
    plumb_honest_question question = {.to = problem->query_length, .threads = 1};
    plumb_honest_level level;
    plumb_error error;
    question.present[PLUMB_WEIGHTS] = true;
    question.format[PLUMB_WEIGHTS] = PLUMB_BF16;
    ck_assert_int_eq(plumb_honest_level_find(problem, plumb_precision_find("bf16-eager"), &question, &level, &error),
                     0);
    return level.quantity[PLUMB_WEIGHTS];
}

/* Copies of the keys that are seen, so that nothing else of the problem changes. */
static void repeat_keys(double *x) {
    for (size_t j = SEEN; j < KEYS; j++)
        memcpy(x + j * DIM, x + j % SEEN * DIM, DIM * sizeof *x);
}

START_TEST(hidden_keys_do_not_lower_the_level) {
    random_cases cases = random_begin("levels", CASES);
    unsigned char allowed[KEYS] = {0};
    memset(allowed, 1, SEEN);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, one_head(QUERIES, KEYS, DIM, DIM), ORDINARY);
        repeat_keys(drawn.key);
        repeat_keys(drawn.value);
        plumb_problem few = drawn.problem;
        few.key_length = SEEN;
        drawn.problem.mask.allowed = allowed;
        plumb_honest_errors alone = errors_of_weights(&few), among = errors_of_weights(&drawn.problem);
        ck_assert_double_eq_tol(among.level, alone.level, 0.1 * alone.level);
        ck_assert_double_eq_tol(among.row, alone.row, 0.1 * alone.row);
        free_problem(&drawn);
    }
}
END_TEST

static void find_level(void *context) {
    const plumb_problem *problem = context;
    plumb_honest_question question = {.to = problem->query_length, .threads = 1};
    plumb_honest_level level;
    plumb_error error;
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        question.present[q] = true;
        question.format[q] = PLUMB_F32;
    }
    ck_assert_int_eq(plumb_honest_level_find(problem, plumb_precision_find("f32"), &question, &level, &error), 0);
}

START_TEST(all_memory_is_given_back) {
    random_cases cases = random_begin("levels again and again", 1);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, one_head(QUERIES, KEYS, DIM, DIM), ORDINARY);
        check_gives_back(find_level, &drawn.problem);
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("honest/level");
    TCase *cases = tcase_create("level");
    tcase_add_test(cases, hidden_keys_do_not_lower_the_level);
    tcase_add_test(cases, all_memory_is_given_back);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
