/* test_operator_engines.c - simulated engines of every operator: none that is right ever fails, each
   that is wrong does. */
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

/* A wrong engine and a problem that shows it. */
typedef struct {
    const char *name;
    operator_mistake made;
    plumb_operator op;
    extra_tensor extra[2]; /* EXTRA_TENSORS: none */
    double size;           /* of the queries */
} wrong_engine;

#define NONE EXTRA_TENSORS

static const wrong_engine wrong_engines[] = {
    {"zero sink omitted", SINK_OMITTED, {.sink = PLUMB_SINK_ZERO}, {NONE, NONE}, 1},
    {"logit sink omitted", SINK_OMITTED, {.sink = PLUMB_SINK_LOGIT}, {SINK_LOGITS, NONE}, 1},
    {"logit sink scaled", SINK_SCALED, {.sink = PLUMB_SINK_LOGIT}, {SINK_LOGITS, NONE}, 1},
    {"key sink omitted", SINK_OMITTED, {.sink = PLUMB_SINK_KEY}, {SINK_KEY, NONE}, 1},
    {"sink value omitted",
     SINK_VALUE_OMITTED,
     {.sink = PLUMB_SINK_KEY_VALUE},
     {SINK_KEY, SINK_VALUE},
     1},
    {"softcap omitted", SOFTCAP_OMITTED, {.softcap = 30}, {NONE, NONE}, 4},
    {"softcap after the bias", SOFTCAP_LATE, {.softcap = 5}, {BIAS, NONE}, 4},
    {"softcap of a sigmoid after the bias",
     SOFTCAP_LATE,
     {.kind = PLUMB_SIGMOID, .softcap = 5},
     {BIAS, NONE},
     4},
    {"alpha omitted",
     ALPHA_OMITTED,
     {.kind = PLUMB_SCALED_SOFTMAX, .alpha = 1.01},
     {NONE, NONE},
     1},
    {"root omitted", ROOT_OMITTED, {.kind = PLUMB_POWER_SOFTMAX, .power = 2}, {NONE, NONE}, 1},
    {"not clipped",
     CLIP_OMITTED,
     {.kind = PLUMB_CLIPPED_SOFTMAX, .gamma = -0.03, .zeta = 1.03},
     {NONE, NONE},
     1},
    {"softpick without magnitudes",
     MAGNITUDE_OMITTED,
     {.kind = PLUMB_SOFTPICK, .epsilon = 1e-8},
     {NONE, NONE},
     1},
    {"sigmoid not normalised",
     NORMALISATION_OMITTED,
     {.kind = PLUMB_SIGMOID, .normalisation = PLUMB_SUM, .epsilon = 1e-8},
     {NONE, NONE},
     1},
    {"sigmoid with epsilon 1e-5",
     EPSILON_TOO_LARGE,
     {.kind = PLUMB_SIGMOID, .normalisation = PLUMB_SUM, .epsilon = 1e-8},
     {NONE, NONE},
     0.3},
    {"identity without magnitudes",
     MAGNITUDE_OMITTED,
     {.kind = PLUMB_IDENTITY, .normalisation = PLUMB_ABSOLUTE_SUM, .epsilon = 1e-8},
     {NONE, NONE},
     1},
    {"identity not normalised",
     NORMALISATION_OMITTED,
     {.kind = PLUMB_IDENTITY, .normalisation = PLUMB_AT_LEAST_ONE},
     {NONE, NONE},
     4},
    {"elu kernel without + 1",
     FEATURE_OMITTED,
     {.kind = PLUMB_ELU_KERNEL, .normalisation = PLUMB_SUM, .epsilon = 1e-8},
     {NONE, NONE},
     1},
    {"mlp kernel not normalised",
     NORMALISATION_OMITTED,
     {.kind = PLUMB_MLP_KERNEL, .normalisation = PLUMB_AT_LEAST_ONE},
     {MLP_INNER, MLP_OUTER},
     4},
    {"gate without sigmoid", GATE_AS_GIVEN, {.kind = PLUMB_SOFTMAX}, {GATE, NONE}, 1},
    {"value bias omitted", VALUE_BIAS_OMITTED, {.kind = PLUMB_SOFTMAX}, {VALUE_BIAS, NONE}, 1},
};

enum { WRONG_ENGINES = sizeof wrong_engines / sizeof *wrong_engines };

static plumb_problem realistic_shape(plumb_operator op) {
    plumb_problem shape = one_head(48, 48, 32, 16);
    shape.query_heads = 2;
    shape.causal.causal = true;
    shape.op = op;
    shape.extra.hidden_dim = shape.extra.feature_dim = 24;
    shape.extra.bias_query = shape.key_length;
    shape.extra.bias_head = shape.key_length * shape.query_length;
    return shape;
}

static drawn_problem realistic_problem(random_cases *cases, const wrong_engine *wrong) {
    drawn_problem drawn = draw_problem(cases, realistic_shape(wrong->op), ORDINARY);
    for (size_t i = 0; i < query_numbers(&drawn.problem); i++)
        drawn.query[i] = wrong->size * random_normal(cases);
    for (int n = 0; n < 2 && wrong->extra[n] != NONE; n++) {
        give_extra(&drawn, wrong->extra[n]);
        for (size_t i = 0; i < extra_numbers(&drawn.problem, wrong->extra[n]); i++)
            drawn.extra[wrong->extra[n]][i] = random_normal(cases);
    }
    round_problem(&drawn, PLUMB_F32);
    return drawn;
}

static void check_wrong(random_cases *cases, const wrong_engine *wrong, const operator_engine *by) {
    drawn_problem drawn = realistic_problem(cases, wrong);
    check_mistake(&drawn.problem, by, wrong->made, wrong->name);
    free_problem(&drawn);
}

/* In binary32; what 16 bits hide is another matter. */
START_TEST(wrong_engines_fail) {
    random_cases cases = random_begin("wrong operators", 2);
    while (random_next(&cases))
        for (size_t n = 0; n < OPERATOR_ENGINES; n++)
            if (is_binary32(&operator_engines[n]))
                check_wrong(&cases, &wrong_engines[_i], &operator_engines[n]);
}
END_TEST

/* The wrong form of every activation that has one. */
START_TEST(wrong_activations_fail) {
    plumb_operator_kind kind = (plumb_operator_kind)_i;
    if (!has_activation(kind) || activation_of(kind)->wrong == NULL)
        return;
    const wrong_engine wrong = {activation_of(kind)->mistake, FEATURE_OMITTED, {.kind = kind}, {NONE, NONE}, 1};
    random_cases cases = random_begin(wrong.name, 2);
    while (random_next(&cases))
        for (size_t n = 0; n < OPERATOR_ENGINES; n++)
            if (is_binary32(&operator_engines[n]))
                check_wrong(&cases, &wrong, &operator_engines[n]);
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

int main(void) {
    Suite *suite = suite_create("judge/operator_engines");
    TCase *cases = tcase_create("operator_engines");
    tcase_set_timeout(cases, 300);
    tcase_add_loop_test(cases, right_engines_pass, 0, PLUMB_OPERATOR_COUNT);
    tcase_add_loop_test(cases, right_engines_never_fail, 0, PLUMB_OPERATOR_COUNT);
    tcase_add_loop_test(cases, wrong_engines_fail, 0, WRONG_ENGINES);
    tcase_add_loop_test(cases, wrong_activations_fail, 0, PLUMB_OPERATOR_COUNT);
    tcase_add_test(cases, values_are_rounded_as_operands);
    tcase_add_test(cases, error_of_softcap_is_stored);
    tcase_add_test(cases, small_factors_underflow);
    tcase_add_test(cases, small_powers_bring_weights_together);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
