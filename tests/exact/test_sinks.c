/* test_sinks.c - the reference of every sink against closed forms, and against simpler sinks. */
#include "exact/visible.h"
#include "tests/exact/head.h"
#include "tests/exact/rows.h"
#include "tests/support/suite.h"

#define CASES 200

/* exp(S) joining the denominator scales every weight by sigmoid(lse - S). */
START_TEST(sink_logit_scales_the_softmax) {
    random_cases cases = random_begin("sink logit", CASES);
    arb_t factor, one;
    arb_init(factor);
    arb_init(one);
    arb_one(one);
    while (random_next(&cases)) {
        plumb_reference with, without;
        drawn_problem drawn = draw_head(&cases), plain = copy_problem(&drawn);
        draw_extra(&cases, &drawn, SINK_LOGITS);
        drawn.problem.op.sink = PLUMB_SINK_LOGIT;
        drawn.problem.op.sink_outside_lse = random_below(&cases, 2) == 0;
        plumb_reference_init(&with, &drawn.problem);
        plumb_reference_init(&without, &plain.problem);
        arb_set_d(factor, drawn.extra[SINK_LOGITS][0]);
        arb_sub(factor, factor, element(&without, 0, PLUMB_LSE, 0), 300);
        arb_exp(factor, factor, 300);
        arb_add(factor, factor, one, 300);
        for (size_t i = 0; i < KEYS; i++) {
            arb_mul(one, factor, element(&with, 0, PLUMB_WEIGHTS, i), 300);
            if (!same(one, element(&without, 0, PLUMB_WEIGHTS, i)))
                fail_case(&cases, &drawn.problem, "weight", i);
        }
        arb_one(one);
        /* log(e^lse + e^S) = lse + log(1 + e^(S - lse)) */
        arb_log(factor, factor, 300);
        if (drawn.problem.op.sink_outside_lse)
            arb_zero(factor);
        arb_add(factor, factor, element(&without, 0, PLUMB_LSE, 0), 300);
        if (!same(factor, element(&with, 0, PLUMB_LSE, 0)))
            fail_case(&cases, &drawn.problem, "log-sum-exp", 0);
        plumb_reference_clear(&with);
        plumb_reference_clear(&without);
        free_problem(&drawn);
        free_problem(&plain);
    }
    arb_clear(factor);
    arb_clear(one);
}
END_TEST

/* k* = 0: a logit of 0; v* = 0: nothing in the output. */
START_TEST(sinks_of_zeros_are_simpler_sinks) {
    random_cases cases = random_begin("sinks of zeros", CASES);
    while (random_next(&cases)) {
        drawn_problem zero = draw_head(&cases), key = copy_problem(&zero);
        zero.problem.op.sink = PLUMB_SINK_ZERO;
        key.problem.op.sink = PLUMB_SINK_KEY;
        give_extra(&key, SINK_KEY);
        check_same_row(&cases, &zero.problem, &key.problem, 0);
        check_same(&cases, &zero.problem, &key.problem, 0, PLUMB_LSE);
        draw_extra(&cases, &zero, SINK_LOGITS);
        zero.problem.op.sink = PLUMB_SINK_LOGIT;
        check_different(&cases, &zero.problem, &key.problem, PLUMB_WEIGHTS);
        zero.extra[SINK_LOGITS][0] = 0;
        check_same_row(&cases, &zero.problem, &key.problem, 0);
        for (size_t c = 0; c < HEAD_DIM; c++)
            key.extra[SINK_KEY][c] = random_normal(&cases);
        drawn_problem pair = copy_problem(&key);
        pair.problem.op.sink = PLUMB_SINK_KEY_VALUE;
        give_extra(&pair, SINK_VALUE);
        check_same_row(&cases, &key.problem, &pair.problem, 0);
        for (size_t c = 0; c < VALUE_DIM; c++)
            pair.extra[SINK_VALUE][c] = random_normal(&cases);
        check_same(&cases, &key.problem, &pair.problem, 0, PLUMB_WEIGHTS);
        check_different(&cases, &key.problem, &pair.problem, PLUMB_OUTPUT);
        free_problem(&zero);
        free_problem(&key);
        free_problem(&pair);
    }
}
END_TEST

/* The sink's key and value as one key more of a plain softmax. */
START_TEST(a_sink_with_a_value_is_one_key_more) {
    static const plumb_sink sinks[] = {PLUMB_SINK_KEY_VALUE, PLUMB_SINK_TOKEN};
    random_cases cases = random_begin("one key more", CASES);
    while (random_next(&cases)) {
        plumb_reference x, y;
        drawn_problem more = draw_head(&cases);
        plumb_problem shape = one_head(QUERIES, KEYS - 1, HEAD_DIM, VALUE_DIM);
        shape.op = more.problem.op;
        shape.op.sink = sinks[random_below(&cases, 2)];
        drawn_problem sink = blank_problem(shape);
        give_extra(&sink, SINK_KEY);
        give_extra(&sink, SINK_VALUE);
        for (size_t i = 0; i < QUERIES * HEAD_DIM; i++)
            sink.query[i] = more.query[i];
        for (size_t i = 0; i < KEYS * HEAD_DIM; i++)
            (i < HEAD_DIM ? sink.extra[SINK_KEY] + i : sink.key + i - HEAD_DIM)[0] = more.key[i];
        for (size_t i = 0; i < KEYS * VALUE_DIM; i++)
            (i < VALUE_DIM ? sink.extra[SINK_VALUE] + i : sink.value + i - VALUE_DIM)[0] =
                more.value[i];
        check_same(&cases, &sink.problem, &more.problem, 0, PLUMB_OUTPUT);
        check_same(&cases, &sink.problem, &more.problem, 0, PLUMB_LSE);
        plumb_reference_init(&x, &sink.problem);
        plumb_reference_init(&y, &more.problem);
        for (size_t i = 0; i + 1 < KEYS; i++)
            if (!same(element(&x, 0, PLUMB_WEIGHTS, i), element(&y, 0, PLUMB_WEIGHTS, i + 1)))
                fail_case(&cases, &sink.problem, "weight", i);
        plumb_reference_clear(&x);
        plumb_reference_clear(&y);
        free_problem(&more);
        free_problem(&sink);
    }
}
END_TEST

/* Query 0 sees nothing but the first two keys: the same as two keys alone. */
START_TEST(first_keys_are_visible_to_all) {
    random_cases cases = random_begin("first keys", CASES);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_head(&cases);
        plumb_problem two = drawn.problem;
        two.key_length = 2;
        drawn.problem.causal = (plumb_causal){true, -5};
        drawn.problem.op.sink = PLUMB_SINK_FIRST_KEYS;
        drawn.problem.op.sink_keys = 2;
        for (size_t t = 0; t < QUERIES; t++) {
            ck_assert_uint_eq(plumb_exact_visible_count(&drawn.problem, 0, 0, t), 2);
            check_same(&cases, &two, &drawn.problem, t, PLUMB_WEIGHTS);
            check_same(&cases, &two, &drawn.problem, t, PLUMB_OUTPUT);
            check_same(&cases, &two, &drawn.problem, t, PLUMB_LSE);
        }
        free_problem(&drawn);
    }
}
END_TEST

START_TEST(key0_bias_is_a_bias_of_key_0) {
    random_cases cases = random_begin("key-0 bias", CASES);
    while (random_next(&cases)) {
        drawn_problem sink = draw_head(&cases), bias = copy_problem(&sink);
        sink.problem.op.sink = PLUMB_SINK_KEY0_BIAS;
        draw_extra(&cases, &sink, KEY0_BIAS);
        give_extra(&bias, BIAS);
        bias.extra[BIAS][0] = sink.extra[KEY0_BIAS][0];
        sink.problem.op.softcap = bias.problem.op.softcap = 3;
        sink.problem.op.softcap_order = bias.problem.op.softcap_order =
            (plumb_softcap_order)random_below(&cases, 3);
        check_same(&cases, &sink.problem, &bias.problem, 0, PLUMB_SCORES);
        check_same_row(&cases, &sink.problem, &bias.problem, 0);
        free_problem(&sink);
        free_problem(&bias);
    }
}
END_TEST

/* A logit far above all scores takes everything, but the log-sum-exp without it is known. */
START_TEST(a_huge_sink) {
    plumb_problem shape = one_head(1, 2, 1, 1);
    shape.op.sink = PLUMB_SINK_LOGIT;
    drawn_problem drawn = blank_problem(shape);
    plumb_reference reference;
    give_extra(&drawn, SINK_LOGITS);
    drawn.extra[SINK_LOGITS][0] = 1e308;
    plumb_reference_init(&reference, &drawn.problem);
    ck_assert(is_number(element(&reference, 0, PLUMB_LSE, 0), 1e308) ||
              arb_rel_accuracy_bits(element(&reference, 0, PLUMB_LSE, 0)) > 150);
    ck_assert(arb_is_finite(element(&reference, 0, PLUMB_WEIGHTS, 0)));
    ck_assert(arf_cmpabs_2exp_si(arb_midref(element(&reference, 0, PLUMB_WEIGHTS, 0)), -100000) < 0);
    drawn.problem.op.sink_outside_lse = true;
    reference.filled = false;
    ck_assert(near_double(element(&reference, 0, PLUMB_LSE, 0), log(2)));
    plumb_reference_clear(&reference);
    free_problem(&drawn);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("exact/sinks");
    TCase *tests = tcase_create("sinks");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, sink_logit_scales_the_softmax);
    tcase_add_test(tests, sinks_of_zeros_are_simpler_sinks);
    tcase_add_test(tests, a_sink_with_a_value_is_one_key_more);
    tcase_add_test(tests, first_keys_are_visible_to_all);
    tcase_add_test(tests, key0_bias_is_a_bias_of_key_0);
    tcase_add_test(tests, a_huge_sink);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
