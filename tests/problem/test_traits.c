/* test_traits.c - what the tables say of operators, sinks and positions is what spec/operators.md and
   spec/positions.md say of them. */
#include "problem/traits.h"
#include "tests/support/suite.h"

#define OPERATORS (PLUMB_MLP_KERNEL + 1)

/* Which operators have a trait: one letter for each, in the order of spec/operators.md, section 2. */
static const struct {
    plumb_operator_trait trait;
    const char *has;
} expected[] = {
    {PLUMB_IS_SOFTMAX, "y-----------"},     {PLUMB_BEGINS_WITH_SOFTMAX, "yy-y--------"},
    {PLUMB_IS_MEAN, "yy----------"},        {PLUMB_IS_SCALED, "-y----------"},
    {PLUMB_IS_CLIPPED, "---y--------"},     {PLUMB_TAKES_ROOT, "--y---------"},
    {PLUMB_IS_NORMALISED, "-----yyyyyyy"},  {PLUMB_IS_LINEAR, "---------yyy"},
    {PLUMB_MAPS_FEATURES, "----------yy"},
};

START_TEST(operators_have_their_traits) {
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        for (int kind = 0; kind < OPERATORS; kind++)
            ck_assert_msg(plumb_operator_is((plumb_operator_kind)kind, expected[i].trait) ==
                              (expected[i].has[kind] == 'y'),
                          "operator %d, trait %d", kind, (int)expected[i].trait);
}
END_TEST

START_TEST(a_log_sum_exp_is_that_of_a_softmax) {
    for (int kind = 0; kind < OPERATORS; kind++)
        ck_assert_int_eq(plumb_has_log_sum_exp((plumb_operator_kind)kind),
                         kind == PLUMB_SOFTMAX || kind == PLUMB_SCALED_SOFTMAX ||
                             kind == PLUMB_CLIPPED_SOFTMAX);
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
    for (size_t i = 0; i < sizeof sinks / sizeof *sinks; i++) {
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
        {PLUMB_POSITION_ALIBI, false, true, false},
        {PLUMB_POSITION_T5, false, true, false},
        {PLUMB_POSITION_BUCKET_INDEX, false, true, false},
        {PLUMB_POSITION_RELATIVE_TABLE, false, true, false},
        {PLUMB_POSITION_SHAW, false, false, true},
    };
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
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
    tcase_add_test(tests, a_log_sum_exp_is_that_of_a_softmax);
    tcase_add_test(tests, sinks_have_their_logits);
    tcase_add_test(tests, positions_enter_one_way);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
