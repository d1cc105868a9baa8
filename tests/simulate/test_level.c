/* test_level.c - the expected level counts what engines are counted by: numbers that an evaluation makes, and not those
   that a mask defines; and it keeps no memory. */
#include "simulate/level.h"
#include "tests/support/held.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

enum { QUERIES = 32, SEEN = 4, KEYS = 32, DIM = 8, CASES = 20 };

static plumb_expected_level level_of(const plumb_problem *problem, const char *model, plumb_format format) {
    plumb_simulated_question question = {.to = problem->query_length, .threads = 1};
    plumb_expected_level level;
    plumb_error error;
    for (int q = 0; q < PLUMB_QUANTITIES; q++) {
        question.present[q] = true;
        question.format[q] = format;
    }
    ck_assert_int_eq(plumb_expected_level_find(problem, plumb_precision_find(model), &question, &level, &error), 0);
    return level;
}

static plumb_simulated_errors errors_of_weights(const plumb_problem *problem) {
    return level_of(problem, "bf16-eager", PLUMB_BF16).quantity[PLUMB_WEIGHTS];
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
        plumb_simulated_errors alone = errors_of_weights(&few), among = errors_of_weights(&drawn.problem);
        ck_assert_double_eq_tol(among.level, alone.level, 0.1 * alone.level);
        ck_assert_double_eq_tol(among.row, alone.row, 0.1 * alone.row);
        free_problem(&drawn);
    }
}
END_TEST

/* A log-sum-exp, and the output of one column. */
START_TEST(a_row_of_one_number_errs_as_the_number) {
    random_cases cases = random_begin("rows of one number", CASES);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_problem(&cases, one_head(QUERIES, KEYS, DIM, 1), ORDINARY);
        plumb_expected_level level = level_of(&drawn.problem, "f32", PLUMB_F32);
        const plumb_simulated_errors *lse = &level.quantity[PLUMB_LSE], *output = &level.quantity[PLUMB_OUTPUT];
        ck_assert_double_eq_tol(lse->row, lse->element, 1e-12 * lse->element);
        ck_assert_double_eq_tol(output->row, output->element, 1e-12 * output->element);
        ck_assert_double_le(lse->level, lse->row);
        ck_assert_double_le(output->level, output->row);
        free_problem(&drawn);
    }
}
END_TEST

/* Two heads with values that are not below 0, and queries multiplied by a factor. */
static plumb_expected_level level_of_drawn(random_cases *cases, double factor, const char *model, plumb_format format) {
    plumb_problem shape = one_head(QUERIES, KEYS, 64, 64);
    shape.query_heads = shape.key_heads = 2;
    drawn_problem drawn = draw_problem(cases, shape, ORDINARY);
    for (size_t i = 0; i < value_numbers(&drawn.problem); i++)
        drawn.value[i] = fabs(drawn.value[i]);
    for (size_t i = 0; i < query_numbers(&drawn.problem); i++)
        drawn.query[i] *= factor;
    plumb_expected_level level = level_of(&drawn.problem, model, format);
    free_problem(&drawn);
    return level;
}

/* Scores that are nearly equal: each P is rounded up to 1, and their sum is not. */
START_TEST(evaluations_whose_weights_are_rounded_up_lean) {
    random_cases cases = random_begin("biased levels", CASES);
    double of_heads = 0, means = 0;
    while (random_next(&cases)) {
        plumb_expected_level near = level_of_drawn(&cases, 0.0003, "bf16-flash", PLUMB_BF16);
        const plumb_simulated_errors *output = &near.quantity[PLUMB_OUTPUT];
        ck_assert_double_gt(near.stored_weights, 0x1p-12);
        ck_assert_double_ge(near.stored_weights_of_head, near.stored_weights);
        ck_assert_double_gt(output->bias.along, 0);
        ck_assert_double_lt(output->bias.along, 0x1p-8);
        means += output->bias.mean;
        of_heads += output->head_bias.along;
        plumb_expected_level apart = level_of_drawn(&cases, 1, "bf16-flash", PLUMB_BF16);
        ck_assert_double_lt(apart.quantity[PLUMB_OUTPUT].bias.along, 0x1p-12);
    }
    ck_assert_double_gt(of_heads, 0);
    ck_assert_double_gt(means, 0);
}
END_TEST

START_TEST(weights_that_are_cut_are_small_as_stored) {
    random_cases cases = random_begin("cut levels", 4);
    while (random_next(&cases)) {
        ck_assert_double_gt(level_of_drawn(&cases, 0.3, "tf32-cut", PLUMB_F32).stored_weights, 0x1p-12);
        ck_assert_double_lt(level_of_drawn(&cases, 0.3, "tf32", PLUMB_F32).stored_weights, 0x1p-13);
    }
}
END_TEST

static void find_level(void *context) {
    level_of(context, "f32", PLUMB_F32);
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
    Suite *suite = suite_create("simulate/level");
    TCase *cases = tcase_create("level");
    tcase_set_timeout(cases, random_timeout());
    tcase_add_test(cases, hidden_keys_do_not_lower_the_level);
    tcase_add_test(cases, a_row_of_one_number_errs_as_the_number);
    tcase_add_test(cases, evaluations_whose_weights_are_rounded_up_lean);
    tcase_add_test(cases, weights_that_are_cut_are_small_as_stored);
    tcase_add_test(cases, all_memory_is_given_back);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
