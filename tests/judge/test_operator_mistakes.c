/* test_operator_mistakes.c - simulated engines of every operator: each that is wrong fails. */
#include "tests/judge/judged_engines.h"

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

int main(void) {
    Suite *suite = suite_create("judge/operator_mistakes");
    TCase *cases = tcase_create("operator_mistakes");
    tcase_set_timeout(cases, 300);
    tcase_add_loop_test(cases, wrong_engines_fail, 0, WRONG_ENGINES);
    tcase_add_loop_test(cases, wrong_activations_fail, 0, PLUMB_OPERATOR_COUNT);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
