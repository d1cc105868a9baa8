/* test_traits.c - what the tables say of operators, normalisations, sinks and positions is what spec/operators.md and
   spec/positions.md say of them.

   This is the one list beside the tables: other tests walk the tables, so a row that is lost there is missed here. */
#include "problem/traits.h"
#include "schema/schema.h"
#include "tests/support/activation.h"
#include "tests/support/suite.h"

/* Every operator, as a case names it, with all its traits; in the order of spec/operators.md, section 2. */
static const struct {
    plumb_operator_kind kind;
    const char *word;
    int traits;
} operators[] = {
    {PLUMB_SOFTMAX, "softmax", PLUMB_IS_SOFTMAX | PLUMB_BEGINS_WITH_SOFTMAX | PLUMB_IS_MEAN},
    {PLUMB_SCALED_SOFTMAX, "scaled-softmax", PLUMB_BEGINS_WITH_SOFTMAX | PLUMB_IS_MEAN | PLUMB_IS_SCALED},
    {PLUMB_POWER_SOFTMAX, "power-softmax", PLUMB_TAKES_ROOT},
    {PLUMB_CLIPPED_SOFTMAX, "clipped-softmax", PLUMB_BEGINS_WITH_SOFTMAX | PLUMB_IS_CLIPPED},
    {PLUMB_SOFTPICK, "softpick", 0},
    {PLUMB_SIGMOID, "sigmoid", PLUMB_IS_NORMALISED},
    {PLUMB_ELU, "elu", PLUMB_IS_NORMALISED},
    {PLUMB_RELU, "relu", PLUMB_IS_NORMALISED},
    {PLUMB_SQUARED_RELU, "squared-relu", PLUMB_IS_NORMALISED},
    {PLUMB_IDENTITY, "identity", PLUMB_IS_NORMALISED | PLUMB_IS_LINEAR},
    {PLUMB_ELU_KERNEL, "elu-kernel", PLUMB_IS_NORMALISED | PLUMB_IS_LINEAR | PLUMB_MAPS_FEATURES},
    {PLUMB_MLP_KERNEL, "mlp-kernel", PLUMB_IS_NORMALISED | PLUMB_IS_LINEAR | PLUMB_MAPS_FEATURES},
};

START_TEST(operators_have_their_traits) {
    ck_assert_uint_eq(sizeof operators / sizeof *operators, PLUMB_OPERATOR_COUNT);
    for (size_t i = 0; i < PLUMB_OPERATOR_COUNT; i++) {
        plumb_operator_kind kind = operators[i].kind;
        ck_assert_uint_eq(kind, i);
        ck_assert_str_eq(plumb_word_name(PLUMB_MEMBER_OPERATOR, kind), operators[i].word);
        for (int trait = PLUMB_IS_SOFTMAX; trait <= PLUMB_MAPS_FEATURES; trait *= 2)
            ck_assert_msg(plumb_operator_is(kind, (plumb_operator_trait)trait) == ((operators[i].traits & trait) != 0),
                          "%s, trait %d", operators[i].word, trait);
    }
}
END_TEST

/* tests/support/activation.c has a formula of each operator that needs one. */
START_TEST(activations_are_known_to_the_tests) {
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        ck_assert_msg(has_activation(operators[i].kind) == ((operators[i].traits & PLUMB_IS_NORMALISED) != 0), "%s",
                      operators[i].word);
}
END_TEST

START_TEST(a_log_sum_exp_is_that_of_a_softmax) {
    for (int kind = 0; kind < PLUMB_OPERATOR_COUNT; kind++)
        ck_assert_int_eq(plumb_has_log_sum_exp((plumb_operator_kind)kind),
                         kind == PLUMB_SOFTMAX || kind == PLUMB_SCALED_SOFTMAX ||
                             kind == PLUMB_CLIPPED_SOFTMAX);
}
END_TEST

START_TEST(normalisations_have_their_traits) {
    static const struct {
        plumb_normalisation normalisation;
        const char *word;
        bool divides, adds_epsilon, takes_absolutes;
    } normalisations[] = {
        {PLUMB_UNNORMALISED, "none", false, false, false},
        {PLUMB_SUM, "sum", true, true, false},
        {PLUMB_ABSOLUTE_SUM, "absolute-sum", true, true, true},
        {PLUMB_AT_LEAST_ONE, "at-least-one", true, false, false},
        {PLUMB_KEY_LENGTH, "key-length", true, false, false},
    };
    ck_assert_uint_eq(sizeof normalisations / sizeof *normalisations, PLUMB_NORMALISATION_COUNT);
    for (size_t i = 0; i < PLUMB_NORMALISATION_COUNT; i++) {
        plumb_normalisation normalisation = normalisations[i].normalisation;
        ck_assert_uint_eq(normalisation, i);
        ck_assert_str_eq(plumb_word_name(PLUMB_MEMBER_NORMALISATION, normalisation), normalisations[i].word);
        ck_assert_int_eq(plumb_normalisation_is(normalisation, PLUMB_DIVIDES), normalisations[i].divides);
        ck_assert_int_eq(plumb_normalisation_is(normalisation, PLUMB_ADDS_EPSILON), normalisations[i].adds_epsilon);
        ck_assert_int_eq(plumb_normalisation_is(normalisation, PLUMB_TAKES_ABSOLUTES),
                         normalisations[i].takes_absolutes);
    }
}
END_TEST

START_TEST(sinks_have_their_logits) {
    static const struct {
        plumb_sink sink;
        plumb_sink_logit logit;
        bool value, shows, biases;
    } sinks[] = {
        {PLUMB_SINK_NONE, PLUMB_LOGIT_NONE, false, false, false},
        {PLUMB_SINK_ZERO, PLUMB_LOGIT_ZERO, false, false, false},
        {PLUMB_SINK_LOGIT, PLUMB_LOGIT_STATED, false, false, false},
        {PLUMB_SINK_KEY, PLUMB_LOGIT_PRODUCT, false, false, false},
        {PLUMB_SINK_KEY_VALUE, PLUMB_LOGIT_PRODUCT, true, false, false},
        {PLUMB_SINK_TOKEN, PLUMB_LOGIT_PRODUCT, true, false, false},
        {PLUMB_SINK_FIRST_KEYS, PLUMB_LOGIT_NONE, false, true, false},
        {PLUMB_SINK_KEY0_BIAS, PLUMB_LOGIT_NONE, false, false, true},
    };
    ck_assert_uint_eq(sizeof sinks / sizeof *sinks, PLUMB_SINK_COUNT);
    for (size_t i = 0; i < PLUMB_SINK_COUNT; i++) {
        plumb_sink sink = sinks[i].sink;
        ck_assert_int_eq(plumb_sink_logit_of(sink), sinks[i].logit);
        ck_assert_int_eq(plumb_sink_adds_logit(sink), sinks[i].logit != PLUMB_LOGIT_NONE);
        ck_assert_int_eq(plumb_sink_is(sink, PLUMB_HAS_SINK_VALUE), sinks[i].value);
        ck_assert_int_eq(plumb_sink_is(sink, PLUMB_SHOWS_FIRST_KEYS), sinks[i].shows);
        ck_assert_int_eq(plumb_sink_is(sink, PLUMB_BIASES_FIRST_KEY), sinks[i].biases);
    }
}
END_TEST

START_TEST(positions_enter_one_way) {
    static const struct {
        plumb_position_kind kind;
        bool moves, adds, joins;
    } positions[] = {
        {PLUMB_POSITION_NONE, false, false, false},
        {PLUMB_POSITION_SINUSOIDAL, true, false, false},
        {PLUMB_POSITION_LEARNED, true, false, false},
        {PLUMB_POSITION_ROPE, true, false, false},
        {PLUMB_POSITION_TEMPERATURE, true, false, false},
        {PLUMB_POSITION_ALIBI, false, true, false},
        {PLUMB_POSITION_T5, false, true, false},
        {PLUMB_POSITION_BUCKET_INDEX, false, true, false},
        {PLUMB_POSITION_RELATIVE_TABLE, false, true, false},
        {PLUMB_POSITION_SHAW, false, false, true},
        {PLUMB_POSITION_ROPE_OUTPUT, false, false, false},
    };
    ck_assert_uint_eq(sizeof positions / sizeof *positions, PLUMB_POSITION_COUNT);
    for (size_t i = 0; i < PLUMB_POSITION_COUNT; i++) {
        plumb_position_kind kind = positions[i].kind;
        ck_assert_int_eq(plumb_position_moves_vectors(kind), positions[i].moves);
        ck_assert_int_eq(plumb_position_adds_bias(kind), positions[i].adds);
        ck_assert_int_eq(plumb_position_joins_products(kind), positions[i].joins);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("problem/traits");
    TCase *tests = tcase_create("traits");
    tcase_add_test(tests, operators_have_their_traits);
    tcase_add_test(tests, activations_are_known_to_the_tests);
    tcase_add_test(tests, a_log_sum_exp_is_that_of_a_softmax);
    tcase_add_test(tests, normalisations_have_their_traits);
    tcase_add_test(tests, sinks_have_their_logits);
    tcase_add_test(tests, positions_enter_one_way);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
