/* test_operator_engines.c - simulated engines of every operator: none that is right ever fails. */
#include "schema/schema.h"
#include "tests/judge/judged_engines.h"
#include <string.h>

/* Problems of each kind of operator, whatever its variants. */
#define PROBLEMS 100

static size_t variants_of(plumb_operator_kind kind) {
    size_t count = 0;
    for (size_t variant = 0; variant < OPERATOR_VARIANTS; variant++)
        count += operator_of_variant(variant).kind == kind;
    return count;
}

static void check_variant(size_t variant, problem_character character, usage *used) {
    operator_variant kind = operator_of_variant(variant);
    uint64_t usual = PROBLEMS / variants_of(kind.kind) / (character == ORDINARY ? 1 : 4);
    random_cases cases = random_begin("operator budgets", usual);
    while (random_next(&cases)) {
        const operator_engine *by = &operator_engines[random_below(&cases, OPERATOR_ENGINES)];
        drawn_problem drawn = draw_operator_problem(&cases, kind, character);
        plumb_report report;
        if (round_problem(&drawn, by->output) && judge(&drawn.problem, by, NO_MISTAKE, &report))
            check_none_fails(&report, &drawn.problem, by, cases.number, used);
        free_problem(&drawn);
    }
}

START_TEST(right_engines_pass) {
    usage used = {.problems = 0};
    plumb_operator_kind kind = (plumb_operator_kind)_i;
    for (size_t variant = 0; variant < OPERATOR_VARIANTS; variant++)
        if (operator_of_variant(variant).kind == kind)
            check_variant(variant, ORDINARY, &used);
    show_usage(plumb_word_name(PLUMB_MEMBER_OPERATOR, kind), &used);
    ck_assert_double_gt((double)used.problems, 0.6 * random_effort() * PROBLEMS - 5);
    check_shares(&used, 0.88); /* denominators near 0, and scores too large for 16 bits */
}
END_TEST

START_TEST(right_engines_never_fail) {
    usage used = {.problems = 0};
    for (size_t variant = 0; variant < OPERATOR_VARIANTS; variant++)
        if (operator_of_variant(variant).kind == (plumb_operator_kind)_i) {
            check_variant(variant, INTEGERS, &used);
            check_variant(variant, COMPANIONS, &used);
            check_variant(variant, LARGE_SCORES, &used);
            check_variant(variant, TINY, &used);
        }
    show_usage(plumb_word_name(PLUMB_MEMBER_OPERATOR, (size_t)_i), &used);
}
END_TEST

static const operator_engine *engine_named(const char *name) {
    size_t n = 0;
    while (strcmp(operator_engines[n].name, name) != 0)
        n++;
    return &operator_engines[n];
}

/* q k v, each number a little above the middle of two that TensorFloat-32 holds, and so is their
   product on the way: four roundings up. */
START_TEST(values_are_rounded_as_operands) {
    const operator_engine *by = engine_named("tf32");
    plumb_problem shape = one_head(1, 1, 1, 1);
    plumb_report report;
    shape.scale.text = "1";
    shape.op.kind = PLUMB_IDENTITY;
    drawn_problem drawn = blank_problem(shape);
    drawn.query[0] = drawn.value[0] = 1 + 0x1p-11 + 0x1p-20;
    drawn.key[0] = 1.5 + 0x1p-11 + 0x1p-20;
    judge(&drawn.problem, by, NO_MISTAKE, &report);
    ck_assert_int_eq(report.verdict, PLUMB_PASS);
    ck_assert_double_gt(report.tensor[PLUMB_OUTPUT].worst.error_low, 3 * 0x1p-11 * 1.5);
    /* A value below the normal numbers is lost, however large its weight. */
    double lost = 0;
    drawn.key[0] = 0x1p20;
    drawn.value[0] = 0x1p-130;
    plumb_case judged = {.problem = drawn.problem,
                         .output = {true, PLUMB_F32, 1, &lost},
                         .precision = "tf32",
                         .source = "lost"};
    plumb_error error;
    ck_assert_int_eq(plumb_compare(&judged, NULL, &report, &error), 0);
    ck_assert_int_eq(report.verdict, PLUMB_PASS);
    free_problem(&drawn);
}
END_TEST

/* The error of a tanh is rounded with it: 1/8 where 0 is exact, stored twice in bfloat16, up to a unit
   each time. */
START_TEST(error_of_softcap_is_stored) {
    plumb_problem shape = one_head(1, 1, 1, 1);
    plumb_report report;
    plumb_error error;
    shape.op.softcap = 1;
    drawn_problem drawn = blank_problem(shape);
    double score = 0.125 * (1 + 1.9 * 0x1p-8);
    plumb_case judged = {.problem = drawn.problem,
                         .scores = {true, PLUMB_F64, 1, &score},
                         .precision = "f64,score=bf16,exponent=f32,exponential_ulp=524288",
                         .source = "tanh"};
    ck_assert_int_eq(plumb_compare(&judged, NULL, &report, &error), 0);
    ck_assert_int_ne(report.verdict, PLUMB_FAIL);
    score = 0.125 * (1 + 3.2 * 0x1p-8);
    ck_assert_int_eq(plumb_compare(&judged, NULL, &report, &error), 0);
    ck_assert_int_eq(report.verdict, PLUMB_FAIL);
    free_problem(&drawn);
}
END_TEST

static plumb_verdict verdict_of(const plumb_problem *problem, double output,
                                const char *precision) {
    plumb_case judged = {.problem = *problem,
                         .output = {true, PLUMB_F64, 1, &output},
                         .precision = precision,
                         .source = "one number"};
    plumb_report report;
    plumb_error error;
    ck_assert_int_eq(plumb_compare(&judged, NULL, &report, &error), 0);
    return report.verdict;
}

/* A factor of 3.4 units in the last place of binary16 is stored as three of them. */
START_TEST(small_factors_underflow) {
    plumb_problem shape = one_head(1, 1, 1, 1);
    shape.op.kind = PLUMB_SCALED_SOFTMAX;
    shape.op.alpha = 3.4 * 0x1p-24;
    drawn_problem drawn = blank_problem(shape);
    drawn.value[0] = 1;
    ck_assert_int_eq(verdict_of(&drawn.problem, 3 * 0x1p-24, "f64,input=f16"), PLUMB_PASS);
    ck_assert_int_eq(verdict_of(&drawn.problem, 0x1p-24, "f64,input=f16"), PLUMB_FAIL);
    free_problem(&drawn);
}
END_TEST

/* A score of -1100 leaves nothing of its own weight, but e^-11 in the sum of powers 1/100; binary32
   moves it by 2^-14. */
START_TEST(small_powers_bring_weights_together) {
    double power = 0.01, weight = exp(-1100 * power);
    plumb_problem shape = one_head(1, 2, 1, 1);
    shape.op.kind = PLUMB_POWER_SOFTMAX;
    shape.op.power = power;
    shape.extra.bias_query = shape.key_length;
    shape.extra.bias_head = shape.key_length * shape.query_length;
    drawn_problem drawn = blank_problem(shape);
    give_extra(&drawn, BIAS);
    drawn.extra[BIAS][0] = 0;
    drawn.extra[BIAS][1] = -1100 - 0x1p-14;
    drawn.value[0] = 1;
    double stored = pow(1 + weight, -1 / power), wrong = pow(1 + 2 * weight, -1 / power);
    ck_assert_int_eq(verdict_of(&drawn.problem, stored, "f64,score=f32"), PLUMB_PASS);
    ck_assert_int_eq(verdict_of(&drawn.problem, wrong, "f64,score=f32"), PLUMB_SUSPECT);
    free_problem(&drawn);
}
END_TEST

/* elu + 1 as engines add the 1: of a weight of e^-10 binary32 keeps some bits, and few rows have such weights alone. */
START_TEST(what_elu_cancels_is_expected) {
    random_cases cases = random_begin("cancelled weights", 60);
    while (random_next(&cases)) {
        plumb_problem shape = one_head(32, 32, 8, 16);
        plumb_report report;
        shape.op.kind = PLUMB_ELU;
        shape.query_heads = shape.key_heads = 8;
        shape.causal.causal = true;
        drawn_problem drawn = draw_problem(&cases, shape, ORDINARY);
        for (size_t i = 0; i < query_numbers(&shape); i++)
            drawn.query[i] = (double)(float)(4 * random_normal(&cases));
        for (size_t i = 0; i < key_numbers(&shape); i++)
            drawn.key[i] = (double)(float)random_normal(&cases);
        for (size_t i = 0; i < value_numbers(&shape); i++)
            drawn.value[i] = (double)(float)random_normal(&cases);
        judge(&drawn.problem, engine_named("f32"), NO_MISTAKE, &report);
        ck_assert_msg(report.verdict == PLUMB_PASS, "case %llu: %s", (unsigned long long)cases.number,
                      plumb_verdict_name(report.verdict));
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("judge/operator_engines");
    TCase *cases = tcase_create("operator_engines");
    tcase_set_timeout(cases, 300);
    tcase_add_loop_test(cases, right_engines_pass, 0, PLUMB_OPERATOR_COUNT);
    tcase_add_loop_test(cases, right_engines_never_fail, 0, PLUMB_OPERATOR_COUNT);
    tcase_add_test(cases, values_are_rounded_as_operands);
    tcase_add_test(cases, error_of_softcap_is_stored);
    tcase_add_test(cases, small_factors_underflow);
    tcase_add_test(cases, small_powers_bring_weights_together);
    tcase_add_test(cases, what_elu_cancels_is_expected);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
