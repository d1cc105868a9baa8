/* test_repeated.c - Proposition 1: repeated tokens without positions weigh the same
   (spec/proposition/repeated.h). */
#include "tests/proposition/repeated_tokens.h"

#define CASES 2000

/* Vectors of every size that leaves the scores known. */
static problem_character draw_character(random_cases *cases) {
    static const problem_character characters[] = {ORDINARY,     INTEGERS, COMPANIONS,
                                                   LARGE_SCORES, TINY,     HUGE_SCORES};
    return characters[random_below(cases, sizeof characters / sizeof *characters)];
}

static void check_uniform(evaluation *e, size_t tokens, double part) {
    arb_t exact;
    arb_init(exact);
    arb_one(exact);
    arb_div_ui(exact, exact, tokens, BITS);
    for (size_t i = 0; i < tokens; i++)
        check_number(e, PLUMB_WEIGHTS, i, exact, part);
    arb_zero(exact);
    for (size_t i = tokens; i < e->problem->key_length; i++)
        check_number(e, PLUMB_WEIGHTS, i, exact, 0);
    arb_clear(exact);
}

START_TEST(repeated_keys_weigh_the_same) {
    random_cases cases = random_begin("repeated keys", CASES);
    tally narrow = {0, 0};
    while (random_next(&cases)) {
        size_t tokens = draw_tokens(&cases);
        drawn_problem drawn =
            draw_repeated(&cases, draw_shape(&cases, tokens), draw_character(&cases));
        evaluation e;
        evaluate(&e, &cases, &drawn.problem, 0, 0);
        double part = widest_weight(&e);
        count(&narrow, part < 1e-3);
        check_uniform(&e, tokens, part);
        release(&e);
        free_problem(&drawn);
    }
    check_tally(&narrow, 80);
}
END_TEST

/* The same operations on the same numbers: the same bits, whatever the numbers are. */
START_TEST(repeated_keys_score_alike) {
    random_cases cases = random_begin("repeated scores", CASES);
    while (random_next(&cases)) {
        size_t tokens = draw_tokens(&cases);
        problem_character character = (problem_character)random_below(&cases, CHARACTERS);
        drawn_problem drawn = draw_repeated(&cases, draw_shape(&cases, tokens), character);
        evaluation e;
        evaluate(&e, &cases, &drawn.problem, 0, 0);
        for (size_t j = 1; j < tokens; j++)
            if (!balls_identical(e.row.score[j], e.row.score[0]) ||
                !arb_equal(reference_of(&e, PLUMB_SCORES, j), reference_of(&e, PLUMB_SCORES, 0)))
                fail_at(&e, "another score", PLUMB_SCORES, j);
        release(&e);
        free_problem(&drawn);
    }
}
END_TEST

/* Scores that are equal for another reason: no query, keys at right angles to it, biases that make
   them up. */
START_TEST(alike_scores_weigh_the_same) {
    random_cases cases = random_begin("alike scores", CASES);
    while (random_next(&cases)) {
        size_t tokens = draw_tokens(&cases);
        plumb_problem shape = draw_shape(&cases, tokens);
        shape.scale.text = "1";
        shape.head_dim = 2;
        drawn_problem drawn = draw_problem(&cases, shape, INTEGERS);
        give_extra(&drawn, BIAS);
        bool no_query = random_below(&cases, 2) == 0;
        for (size_t j = 0; j < tokens; j++) {
            drawn.query[0] = no_query ? 0 : 3;
            drawn.query[1] = 0;
            drawn.key[2 * j] = no_query ? drawn.key[2 * j] : -(double)j;
            drawn.extra[BIAS][j] = no_query ? -7.5 : 3 * (double)j - 7.5;
        }
        evaluation e;
        evaluate(&e, &cases, &drawn.problem, 0, 0);
        check_uniform(&e, tokens, widest_weight(&e));
        release(&e);
        free_problem(&drawn);
    }
}
END_TEST

/* One key that differs is enough, the last among them. */
START_TEST(a_key_that_differs_changes_every_weight) {
    random_cases cases = random_begin("but one", CASES);
    while (random_next(&cases)) {
        size_t tokens = 1 + draw_tokens(&cases);
        plumb_problem shape = draw_shape(&cases, tokens);
        shape.scale.text = "-1/3";
        drawn_problem drawn = draw_repeated(&cases, shape, INTEGERS);
        size_t other = random_below(&cases, 2) == 0 ? tokens - 1 : random_below(&cases, tokens);
        drawn.query[0] = 1;
        drawn.key[other * shape.head_dim] += random_below(&cases, 2) == 0 ? 1 : -1;
        evaluation e;
        evaluate(&e, &cases, &drawn.problem, 0, 0);
        for (size_t i = 0; i < tokens; i++)
            if (ball_contains_ratio(e.row.weight[i], 1, tokens))
                fail_at(&e, "still 1/t", PLUMB_WEIGHTS, i);
        release(&e);
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("repeated");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, repeated_keys_weigh_the_same);
    tcase_add_test(tests, repeated_keys_score_alike);
    tcase_add_test(tests, alike_scores_weigh_the_same);
    tcase_add_test(tests, a_key_that_differs_changes_every_weight);
    Suite *suite = suite_create("proposition/repeated");
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup();
    return result;
}
