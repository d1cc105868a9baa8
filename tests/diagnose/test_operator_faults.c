/* test_operator_faults.c - faults that are found from sums over keys are found under every operator, not only under
   softmax: a window of any size, the values of another head, missing keys. */
#include "diagnose/diagnose.h"
#include "tests/diagnose/answers.h"

enum { LENGTH = 96, DIM = 16, HEADS = 2, LEFT = 37 };

static const plumb_operator operators[] = {
    {.kind = PLUMB_SOFTMAX},
    {.kind = PLUMB_SOFTMAX, .sink = PLUMB_SINK_ZERO},
    {.kind = PLUMB_SCALED_SOFTMAX, .alpha = 0.75},
    {.kind = PLUMB_POWER_SOFTMAX, .power = 2},
    {.kind = PLUMB_SOFTPICK, .epsilon = 1e-8},
    {.kind = PLUMB_SIGMOID},
    {.kind = PLUMB_SIGMOID, .normalisation = PLUMB_SUM, .epsilon = 1e-8},
    {.kind = PLUMB_SIGMOID, .normalisation = PLUMB_KEY_LENGTH},
    {.kind = PLUMB_ELU, .normalisation = PLUMB_ABSOLUTE_SUM, .epsilon = 1e-8},
    {.kind = PLUMB_RELU},
    {.kind = PLUMB_IDENTITY},
    {.kind = PLUMB_ELU_KERNEL, .normalisation = PLUMB_SUM, .epsilon = 1e-8},
};
enum { OPERATORS = sizeof operators / sizeof *operators };

static drawn_problem draw(random_cases *cases, int index) {
    plumb_problem shape = one_head(LENGTH, LENGTH, DIM, DIM);
    shape.query_heads = shape.key_heads = HEADS;
    shape.causal.causal = true;
    shape.op = operators[index];
    return draw_problem(cases, shape, ORDINARY);
}

static void diagnose(const plumb_problem *stated, const plumb_problem *asked, plumb_diagnosis *diagnosis,
                     answered_case *answered) {
    bool decided;
    plumb_error error;
    *answered = answer_case(stated, asked, PLUMB_F32, OUTPUT_ONLY, &decided);
    ck_assert(decided);
    ck_assert_msg(plumb_diagnose(&answered->stated, &(plumb_diagnose_options){.seconds = 600}, diagnosis, &error) == 0,
                  "%s", error.text);
}

START_TEST(window_is_found) {
    random_cases cases = random_begin("window of an operator", 1);
    random_next(&cases);
    drawn_problem drawn = draw(&cases, _i);
    plumb_problem asked = drawn.problem;
    plumb_diagnosis diagnosis;
    answered_case answered;
    asked.mask.windowed = true;
    asked.mask.left = LEFT;
    asked.mask.right = -1;
    diagnose(&drawn.problem, &asked, &diagnosis, &answered);
    ck_assert_uint_ge(diagnosis.explanations.count, 1);
    ck_assert_str_eq(diagnosis.explanations.list[0].change[0]->does,
                     "has the window left 37 (keys before the query)");
    plumb_diagnosis_free(&diagnosis);
    free_answers(&answered);
    free_problem(&drawn);
}
END_TEST

START_TEST(values_of_another_head_are_found) {
    random_cases cases = random_begin("values of an operator", 1);
    random_next(&cases);
    drawn_problem drawn = draw(&cases, _i);
    plumb_problem asked = drawn.problem;
    double *value = malloc(HEADS * LENGTH * DIM * sizeof *value);
    plumb_diagnosis diagnosis;
    answered_case answered;
    memcpy(value, drawn.problem.value + LENGTH * DIM, LENGTH * DIM * sizeof *value);
    memcpy(value + LENGTH * DIM, drawn.problem.value + LENGTH * DIM, LENGTH * DIM * sizeof *value);
    asked.value = value;
    diagnose(&drawn.problem, &asked, &diagnosis, &answered);
    ck_assert_uint_eq(diagnosis.inferences.count, 1);
    ck_assert_str_eq(diagnosis.inferences.list[0].says, "head 0 reads the values, not keys, of key head 1");
    plumb_diagnosis_free(&diagnosis);
    free(value);
    free_answers(&answered);
    free_problem(&drawn);
}
END_TEST

/* Of operators whose weights are quotients, if not always of what they are divided by; clipped ones at the edge. */
static const plumb_operator divided[] = {
    {.kind = PLUMB_SOFTMAX},
    {.kind = PLUMB_SCALED_SOFTMAX, .alpha = 0.75},
    {.kind = PLUMB_SOFTPICK, .epsilon = 1e-8},
    {.kind = PLUMB_SIGMOID, .normalisation = PLUMB_SUM, .epsilon = 1e-8},
    {.kind = PLUMB_ELU_KERNEL, .normalisation = PLUMB_SUM, .epsilon = 1e-8},
};
enum { DIVIDED = sizeof divided / sizeof *divided };

START_TEST(missing_tile_is_found) {
    random_cases cases = random_begin("tile of an operator", 1);
    random_next(&cases);
    plumb_problem shape = one_head(LENGTH, LENGTH, DIM, DIM);
    shape.query_heads = shape.key_heads = HEADS;
    shape.op = divided[_i];
    drawn_problem drawn = draw_problem(&cases, shape, ORDINARY);
    plumb_problem asked = drawn.problem;
    unsigned char *allowed = malloc(LENGTH * LENGTH);
    plumb_diagnosis diagnosis;
    answered_case answered;
    for (size_t i = 0; i < LENGTH * LENGTH; i++)
        allowed[i] = i % LENGTH / 16 != 2;
    asked.mask.allowed = allowed;
    diagnose(&drawn.problem, &asked, &diagnosis, &answered);
    ck_assert_uint_eq(diagnosis.inferences.count, 1);
    ck_assert_str_eq(diagnosis.inferences.list[0].says, "keys 32 to 47 (one tile of 16) are missing");
    plumb_diagnosis_free(&diagnosis);
    free(allowed);
    free_answers(&answered);
    free_problem(&drawn);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagnose/operator faults");
    TCase *tests = tcase_create("operator faults");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, window_is_found, 0, OPERATORS);
    tcase_add_loop_test(tests, values_of_another_head_are_found, 0, OPERATORS);
    tcase_add_loop_test(tests, missing_tile_is_found, 0, DIVIDED);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
