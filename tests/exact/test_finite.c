/* test_finite.c - which numbers an element reads, and which elements have no value: where they are read
   and not finite, where no key is seen, where a denominator is 0. */
#include "exact/finite.h"
#include "exact/definition.h"
#include "exact/visible.h"
#include "tests/exact/head.h"
#include "tests/exact/rows.h"
#include "tests/support/suite.h"

#define CASES 200

/* Whatever stands at invisible positions, in any operator; a softcap after the mask reads values. */
START_TEST(invisible_keys_are_not_read) {
    random_cases cases = random_begin("poisoned operators", CASES / 4);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        drawn_problem clean = draw_head(&cases);
        operator_variant variant = operator_of_variant((size_t)_i);
        plumb_operator *op = &clean.problem.op;
        op->kind = variant.kind;
        op->sink = variant.sink;
        op->normalisation = variant.normalisation;
        op->sink_keys = 1;
        op->softcap = random_below(&cases, 2) == 0 ? 2 : 0;
        op->softcap_order = (plumb_softcap_order)random_below(&cases, 3);
        clean.problem.causal.causal = true;
        clean.problem.extra.hidden_dim = clean.problem.extra.feature_dim = 3;
        clean.problem.extra.bias_query = KEYS;
        for (int i = 0; i < EXTRA_TENSORS; i++)
            draw_extra(&cases, &clean, (extra_tensor)i);
        drawn_problem poisoned = copy_problem(&clean);
        size_t t = random_below(&cases, QUERIES);
        poison(&cases, poisoned.key + (t + 1) * HEAD_DIM, (KEYS - t - 1) * HEAD_DIM);
        poison(&cases, poisoned.extra[BIAS] + t * KEYS + t + 1, KEYS - t - 1);
        check_same_row(&cases, &clean.problem, &poisoned.problem, t);
        ck_assert(plumb_exact_keys_finite(&poisoned.problem, 0, 0, t));
        ck_assert(plumb_exact_key_finite(&poisoned.problem, 0, 0, t, KEYS - 1));
        poison(&cases, poisoned.value + (t + 1) * VALUE_DIM, (KEYS - t - 1) * VALUE_DIM);
        if (op->softcap > 0 && op->softcap_order == PLUMB_BIAS_MASK_CAP) {
            plumb_reference reference;
            plumb_reference_init(&reference, &poisoned.problem);
            ck_assert(!arb_is_finite(element(&reference, t, PLUMB_OUTPUT, 0)));
            ck_assert(!plumb_exact_column_finite(&poisoned.problem, 0, 0, t, 0));
            plumb_reference_clear(&reference);
        } else {
            check_same_row(&cases, &clean.problem, &poisoned.problem, t);
            ck_assert(plumb_exact_values_finite(&poisoned.problem, 0, 0, t));
        }
        free_problem(&clean);
        free_problem(&poisoned);
    }
}
END_TEST

static void check_defined(const plumb_problem *p, plumb_quantity quantity, double expected) {
    double value = 77;
    ck_assert(plumb_exact_by_definition(p, 0, 0, 0, plumb_exact_visible_count(p, 0, 0, 0), quantity,
                                        0, &value));
    ck_assert(value == expected || (isnan(value) && isnan(expected)));
}

static bool defined(const plumb_problem *p, plumb_quantity quantity) {
    double value;
    return plumb_exact_by_definition(p, 0, 0, 0, plumb_exact_visible_count(p, 0, 0, 0), quantity, 0,
                                     &value);
}

/* Query 0 sees no key. */
START_TEST(rows_without_keys) {
    plumb_problem shape = one_head(1, 2, 1, 1);
    shape.causal = (plumb_causal){true, -1};
    drawn_problem drawn = blank_problem(shape);
    plumb_problem *p = &drawn.problem;
    plumb_reference reference;
    plumb_reference_init(&reference, p);
    give_extra(&drawn, SINK_KEY);
    give_extra(&drawn, SINK_VALUE);
    drawn.extra[SINK_VALUE][0] = 5;
    check_defined(p, PLUMB_OUTPUT, 0);
    check_defined(p, PLUMB_LSE, -INFINITY);
    ck_assert(arf_is_neg_inf(arb_midref(element(&reference, 0, PLUMB_LSE, 0))));
    ck_assert(arb_is_zero(element(&reference, 0, PLUMB_OUTPUT, 0)));
    p->empty_row = PLUMB_EMPTY_ROW_NAN;
    check_defined(p, PLUMB_OUTPUT, NAN);
    check_defined(p, PLUMB_WEIGHTS, NAN);
    p->op.sink = PLUMB_SINK_KEY_VALUE; /* no longer empty: the sink has weight 1 */
    reference.filled = false;
    check_defined(p, PLUMB_WEIGHTS, 0);
    ck_assert(!defined(p, PLUMB_OUTPUT) && !defined(p, PLUMB_LSE));
    ck_assert(is_number(element(&reference, 0, PLUMB_OUTPUT, 0), 5));
    ck_assert(is_number(element(&reference, 0, PLUMB_LSE, 0), 0));
    p->op.sink_outside_lse = true;
    reference.filled = false;
    check_defined(p, PLUMB_LSE, -INFINITY);
    ck_assert(arf_is_neg_inf(arb_midref(element(&reference, 0, PLUMB_LSE, 0))));
    p->op.sink = PLUMB_SINK_NONE;
    p->empty_row = PLUMB_EMPTY_ROW_ZERO;
    give_extra(&drawn, VALUE_BIAS); /* the output is the bias, half of it through the gate */
    give_extra(&drawn, GATE);
    drawn.extra[VALUE_BIAS][0] = 3;
    reference.filled = false;
    ck_assert(!defined(p, PLUMB_OUTPUT));
    ck_assert(is_number(element(&reference, 0, PLUMB_OUTPUT, 0), 1.5));
    p->op.softcap = 1;
    p->op.softcap_order = PLUMB_BIAS_MASK_CAP; /* the invisible keys take part */
    ck_assert(!defined(p, PLUMB_WEIGHTS) && !defined(p, PLUMB_SCORES) && !defined(p, PLUMB_LSE));
    plumb_reference_clear(&reference);
    free_problem(&drawn);
}
END_TEST

/* What a poisoned tensor leaves: the score of a key, the weights, the first and second outputs. */
START_TEST(elements_without_a_value) {
    static const struct {
        extra_tensor tensor;
        plumb_sink sink;
        bool score, weight, output, other_output;
    } expected[] = {{BIAS, PLUMB_SINK_NONE, false, false, false, false},
                    {KEY0_BIAS, PLUMB_SINK_KEY0_BIAS, false, false, false, false},
                    {KEY0_BIAS, PLUMB_SINK_NONE, true, true, true, true},
                    {SINK_LOGITS, PLUMB_SINK_LOGIT, true, false, false, false},
                    {SINK_KEY, PLUMB_SINK_KEY, true, false, false, false},
                    {SINK_VALUE, PLUMB_SINK_KEY, true, true, true, true},
                    {SINK_VALUE, PLUMB_SINK_TOKEN, true, true, false, true},
                    {VALUE_BIAS, PLUMB_SINK_NONE, true, true, false, true},
                    {GATE, PLUMB_SINK_NONE, true, true, false, true},
                    {MLP_INNER, PLUMB_SINK_NONE, false, false, false, false},
                    {MLP_OUTER, PLUMB_SINK_NONE, false, false, false, false}};
    random_cases cases = random_begin("no value", 1);
    ck_assert(random_next(&cases));
    drawn_problem drawn = draw_head(&cases);
    plumb_problem *p = &drawn.problem;
    p->extra.gate_per_element = true;
    p->extra.hidden_dim = p->extra.feature_dim = 2;
    draw_extra(&cases, &drawn, expected[_i].tensor);
    if (expected[_i].tensor == SINK_VALUE)
        draw_extra(&cases, &drawn, SINK_KEY);
    if (expected[_i].tensor == MLP_INNER || expected[_i].tensor == MLP_OUTER) {
        draw_extra(&cases, &drawn, expected[_i].tensor == MLP_INNER ? MLP_OUTER : MLP_INNER);
        p->op.kind = PLUMB_MLP_KERNEL;
    }
    p->op.sink = expected[_i].sink;
    drawn.extra[expected[_i].tensor][0] = NAN; /* an infinite bias would hide its key */
    plumb_finite finite = plumb_exact_finite(p, 0, 0, 0, NULL);
    ck_assert(plumb_exact_has_value(p, 0, 0, 0, finite, PLUMB_SCORES, 0) == expected[_i].score);
    ck_assert(plumb_exact_has_value(p, 0, 0, 0, finite, PLUMB_WEIGHTS, 0) == expected[_i].weight);
    ck_assert(plumb_exact_has_value(p, 0, 0, 0, finite, PLUMB_OUTPUT, 0) == expected[_i].output);
    ck_assert(plumb_exact_has_value(p, 0, 0, 0, finite, PLUMB_OUTPUT, 1) ==
              expected[_i].other_output);
    plumb_reference reference;
    plumb_reference_init(&reference, p);
    ck_assert(arb_is_finite(element(&reference, 0, PLUMB_OUTPUT, 0)) == expected[_i].output);
    ck_assert(arb_is_finite(element(&reference, 0, PLUMB_OUTPUT, 1)) == expected[_i].other_output);
    plumb_reference_clear(&reference);
    free_problem(&drawn);
}
END_TEST

/* One number of one tensor, any that the problem has. */
static void poison_one(random_cases *cases, drawn_problem *drawn) {
    const plumb_problem *p = &drawn->problem;
    double *tensor[3 + EXTRA_TENSORS + POSITION_TENSORS] = {drawn->query, drawn->key, drawn->value};
    size_t count[3 + EXTRA_TENSORS + POSITION_TENSORS] = {query_numbers(p), key_numbers(p), value_numbers(p)};
    size_t tensors = 3;
    for (int i = 0; i < EXTRA_TENSORS; i++, tensors++) {
        tensor[tensors] = drawn->extra[i];
        count[tensors] = extra_numbers(p, (extra_tensor)i);
    }
    for (int i = 0; i < POSITION_TENSORS; i++, tensors++) {
        tensor[tensors] = drawn->position[i];
        count[tensors] = position_numbers(p, (position_tensor)i);
    }
    size_t chosen = random_below(cases, tensors);
    if (tensor[chosen] != NULL && count[chosen] > 0)
        tensor[chosen][random_below(cases, count[chosen])] = NAN;
}

/* The answer for a row is the same whether what is known of its key head is kept from the rows before it or not. */
START_TEST(what_is_kept_changes_nothing) {
    random_cases cases = random_begin("kept finiteness", CASES);
    while (random_next(&cases)) {
        random_round(&cases, _i);
        operator_variant variant = operator_of_variant((size_t)_i);
        drawn_problem drawn = cases.number % 2 == 0
                                  ? draw_operator_problem(&cases, variant, ORDINARY)
                                  : draw_position_problem(&cases, variant, PLUMB_POSITION_SHAW, ORDINARY);
        const plumb_problem *p = &drawn.problem;
        plumb_finite_head head = {.key = NULL};
        poison_one(&cases, &drawn);
        for (size_t row = 0; row < p->batch * p->query_heads * p->query_length; row++) {
            size_t t = row % p->query_length, h = row / p->query_length % p->query_heads;
            size_t b = row / p->query_length / p->query_heads;
            plumb_finite kept = plumb_exact_finite(p, b, h, t, &head);
            ck_assert(kept.keys == plumb_exact_keys_finite(p, b, h, t));
            ck_assert(kept.values == plumb_exact_values_finite(p, b, h, t));
            bool columns = true;
            for (size_t c = 0; c < p->value_dim; c++)
                columns = columns && plumb_exact_column_finite(p, b, h, t, c);
            ck_assert(kept.values == columns);
        }
        free_problem(&drawn);
    }
}
END_TEST

START_TEST(a_denominator_of_zero_has_no_quotient) {
    static const plumb_operator_kind kinds[] = {PLUMB_SOFTPICK, PLUMB_IDENTITY, PLUMB_IDENTITY};
    static const plumb_normalisation normalisations[] = {PLUMB_UNNORMALISED, PLUMB_SUM,
                                                         PLUMB_ABSOLUTE_SUM};
    drawn_problem drawn = blank_problem(one_head(1, 3, 1, 1));
    for (int n = 0; n < 3; n++) {
        plumb_reference reference;
        drawn.problem.op.kind = kinds[n];
        drawn.problem.op.normalisation = normalisations[n];
        drawn.problem.op.epsilon = 0;
        plumb_reference_init(&reference, &drawn.problem);
        ck_assert(!arb_is_finite(element(&reference, 0, PLUMB_WEIGHTS, 0)));
        drawn.problem.op.epsilon = 1e-8;
        reference.filled = false;
        ck_assert(arb_is_zero(element(&reference, 0, PLUMB_WEIGHTS, 0)));
        plumb_reference_clear(&reference);
    }
    free_problem(&drawn);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("exact/finite");
    TCase *tests = tcase_create("finite");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_loop_test(tests, invisible_keys_are_not_read, 0, OPERATOR_VARIANTS);
    tcase_add_test(tests, rows_without_keys);
    tcase_add_loop_test(tests, elements_without_a_value, 0, 11);
    tcase_add_loop_test(tests, what_is_kept_changes_nothing, 0, OPERATOR_VARIANTS);
    tcase_add_test(tests, a_denominator_of_zero_has_no_quotient);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
