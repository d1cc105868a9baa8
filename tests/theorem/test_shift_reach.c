/* test_shift_reach.c - how far a stated shift may be from the largest score of a row. */
#include "tests/theorem/ask_proof.h"
#include "theorem/shift_reach.h"
#include "precision/precision_text.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <math.h>

enum { KEYS = 5 };

/* A query of 1: the scores are the keys. */
typedef struct {
    double query, key[KEYS], value[KEYS], bias[KEYS], sink;
    unsigned char mask[KEYS];
    plumb_problem problem;
} few_keys;

static void set(few_keys *row, const double *key, const unsigned char *mask) {
    *row = (few_keys){.query = 1, .problem = one_head(1, KEYS, 1, 1)};
    for (size_t i = 0; i < KEYS; i++) {
        row->key[i] = key[i];
        row->mask[i] = mask[i];
    }
    row->problem.query = &row->query;
    row->problem.key = row->key;
    row->problem.value = row->value;
    row->problem.mask.allowed = row->mask;
}

static bool reach(const few_keys *row, const char *text, double *ahead, double *behind) {
    plumb_precision precision;
    plumb_error error;
    plumb_element e = {.present = true};
    plumb_proof_workspace workspace;
    ck_assert_int_eq(plumb_precision_parse(text, "precision", &precision, &error), 0);
    ck_assert_int_eq(plumb_proof_workspace_init(&workspace, &row->problem, &precision), 0);
    plumb_proof_row given = plumb_proof_row_of(&row->problem, &precision, PLUMB_OUTPUT, &e, PLUMB_F32, &workspace);
    bool known = plumb_proof_vectors(&row->problem, &e, &workspace, &given) &&
                 plumb_allow_shift(&row->problem, &precision, &e, &given, &workspace);
    *ahead = given.model.tiny[PLUMB_SHIFT_AHEAD];
    *behind = given.model.tiny[PLUMB_SHIFT_BEHIND];
    for (size_t i = 0; i < KEYS; i++)
        ck_assert_int_eq(workspace.visible[i], row->mask[i]);
    plumb_proof_workspace_free(&workspace);
    return known;
}

static void expect(const few_keys *row, const char *text, double wanted_ahead, double wanted_behind) {
    double ahead, behind;
    ck_assert(reach(row, text, &ahead, &behind));
    ck_assert_msg(wanted_ahead <= ahead && ahead <= wanted_ahead + 1e-4, "%s: ahead %g", text, ahead);
    ck_assert_msg(wanted_behind <= behind && behind <= wanted_behind + 1e-4, "%s: behind %g", text, behind);
}

static const double scores[KEYS] = {1, 3, -2, 10, 7};
static const unsigned char first_three[KEYS] = {1, 1, 1, 0, 0};

START_TEST(maxima_need_no_workspace) {
    few_keys row;
    set(&row, scores, first_three);
    expect(&row, "f32", 0, 0);
}
END_TEST

START_TEST(hidden_scores_count) {
    few_keys row;
    set(&row, scores, first_three);
    expect(&row, "f32,shift=hidden", 7, 0);
    row.key[3] = row.key[4] = -1;
    expect(&row, "f32,shift=hidden", 0, 0);
}
END_TEST

START_TEST(constants_may_be_above_or_below) {
    few_keys row;
    set(&row, scores, first_three);
    expect(&row, "f32,shift=fixed:20", 17, 0);
    expect(&row, "f32,shift=fixed:-5", 0, 8);
    expect(&row, "f32,shift=fixed:3", 0, 0);
}
END_TEST

/* A sink is a score that a constant may be below, but none that it must not be above. */
START_TEST(sinks_count_above) {
    few_keys row;
    set(&row, scores, first_three);
    row.sink = 30;
    row.problem.op.sink = PLUMB_SINK_LOGIT;
    row.problem.extra.sinks = &row.sink;
    expect(&row, "f32,shift=fixed:5", 2, 25);
    expect(&row, "f32,shift=hidden", 7, 0);
}
END_TEST

START_TEST(biases_of_minus_infinity_are_no_scores) {
    few_keys row;
    set(&row, scores, first_three);
    row.bias[3] = -INFINITY;
    row.problem.extra.bias = row.bias;
    expect(&row, "f32,shift=hidden", 4, 0);
}
END_TEST

START_TEST(scores_that_are_not_finite_say_nothing) {
    few_keys row;
    double ahead, behind;
    set(&row, scores, first_three);
    row.key[3] = 1e308;
    row.query = 1e308;
    ck_assert(!reach(&row, "f32,shift=hidden", &ahead, &behind));
    set(&row, scores, (const unsigned char[KEYS]){0, 0, 0, 0, 0});
    ck_assert(!reach(&row, "f32,shift=fixed:1", &ahead, &behind));
}
END_TEST

static bool is_impossible(const few_keys *row, const char *text, double number) {
    plumb_precision precision;
    plumb_error error;
    plumb_element e = {.present = true, .finding = PLUMB_EXCLUDED, .engine = number};
    ck_assert_int_eq(plumb_precision_parse(text, "precision", &precision, &error), 0);
    return is_proved_impossible(&row->problem, &precision, PLUMB_OUTPUT, &e, PLUMB_F32);
}

/* Beside probabilities of e^-44 what may be left of keys far below counts for a ten thousandth, as far as the theorem
   knows. */
START_TEST(verdicts_know_the_shift) {
    few_keys row;
    set(&row, (const double[KEYS]){0, -1, 44, 0, 0}, (const unsigned char[KEYS]){1, 1, 0, 0, 0});
    row.value[0] = 1;
    double exact = 1 / (1 + exp(-1));
    const char *far[] = {"f32,shift=fixed:44", "f32,shift=hidden"};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        ck_assert(!is_impossible(&row, far[i], exact * 1.0001));
        ck_assert(is_impossible(&row, far[i], exact * 1.1));
    }
    ck_assert(!is_impossible(&row, "f32,shift=fixed:1", exact));
    ck_assert(is_impossible(&row, "f32,shift=fixed:1", exact * 1.0001));
    ck_assert(is_impossible(&row, "f32", exact * 1.0001));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("theorem/shift_reach");
    TCase *tests = tcase_create("shift");
    tcase_add_test(tests, maxima_need_no_workspace);
    tcase_add_test(tests, hidden_scores_count);
    tcase_add_test(tests, constants_may_be_above_or_below);
    tcase_add_test(tests, sinks_count_above);
    tcase_add_test(tests, biases_of_minus_infinity_are_no_scores);
    tcase_add_test(tests, scores_that_are_not_finite_say_nothing);
    tcase_add_test(tests, verdicts_know_the_shift);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
