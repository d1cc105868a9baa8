/* test_operator_laws.c - the slow twin of every operator against closed forms, and against what the
   operators have in common. */
#include "exact/definition.h"
#include "exact/twin.h"
#include "exact/visible.h"
#include "tests/support/suite.h"
#include "tests/support/problems.h"
#include "tests/support/reproduce.h"
#include <math.h>

#define CASES 200

static void fail_case(const random_cases *cases, const plumb_problem *p, const char *what,
                      size_t column) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s %zu", what, column);
    reproduce_problem(&line, p);
    reproduce_fail(&line);
}

enum { KEYS = 6, HEAD_DIM = 3, VALUE_DIM = 2, QUERIES = 4 };

static drawn_problem draw_head(random_cases *cases) {
    drawn_problem drawn =
        draw_problem(cases, one_head(QUERIES, KEYS, HEAD_DIM, VALUE_DIM), ORDINARY);
    drawn.problem.op = (plumb_operator){.alpha = 1, .power = 1, .zeta = 1, .epsilon = 1e-8};
    return drawn;
}

static void draw_extra(random_cases *cases, drawn_problem *drawn, extra_tensor tensor) {
    give_extra(drawn, tensor);
    for (size_t i = 0; i < extra_numbers(&drawn->problem, tensor); i++)
        drawn->extra[tensor][i] = random_normal(cases);
}

/* One bias for all keys. */
static void give_shift(drawn_problem *drawn, double shift) {
    give_extra(drawn, BIAS);
    for (size_t i = 0; i < KEYS; i++)
        drawn->extra[BIAS][i] = shift;
}

static arb_srcptr element(plumb_twin *twin, size_t t, plumb_quantity quantity, size_t column) {
    return plumb_twin_element(twin, 0, 0, t, quantity, column, 200);
}

static bool narrow(arb_srcptr x) {
    return arb_is_finite(x) && mag_cmp_2exp_si(arb_radref(x), -100) < 0;
}

static bool same(arb_srcptr x, arb_srcptr y) {
    return narrow(x) && narrow(y) && arb_overlaps(x, y);
}

static bool different(arb_srcptr x, arb_srcptr y) {
    return narrow(x) && narrow(y) && !arb_overlaps(x, y);
}

static bool is_number(arb_srcptr x, double number) {
    arb_t exact;
    arb_init(exact);
    arb_set_d(exact, number);
    bool result = same(x, exact);
    arb_clear(exact);
    return result;
}

/* To the accuracy of the double expression that it is compared with. */
static bool near_double(arb_srcptr x, double expected) {
    double mid = arf_get_d(arb_midref(x), ARF_RND_NEAR);
    return narrow(x) && fabs(mid - expected) <= 1e-14 * (1 + fabs(expected));
}

/* Row t of both problems. */
static void check_same(const random_cases *cases, const plumb_problem *a, const plumb_problem *b,
                       size_t t, plumb_quantity quantity) {
    plumb_twin x, y;
    plumb_twin_init(&x, a);
    plumb_twin_init(&y, b);
    for (size_t i = 0; i < plumb_quantity_width(quantity, a); i++)
        if (!same(element(&x, t, quantity, i), element(&y, t, quantity, i)))
            fail_case(cases, a, plumb_quantity_name(quantity), i);
    plumb_twin_clear(&x);
    plumb_twin_clear(&y);
}

static void check_same_row(const random_cases *cases, const plumb_problem *a,
                           const plumb_problem *b, size_t t) {
    check_same(cases, a, b, t, PLUMB_WEIGHTS);
    check_same(cases, a, b, t, PLUMB_OUTPUT);
}

static void check_different(const random_cases *cases, const plumb_problem *a,
                            const plumb_problem *b, plumb_quantity quantity) {
    plumb_twin x, y;
    plumb_twin_init(&x, a);
    plumb_twin_init(&y, b);
    for (size_t i = 0; i < plumb_quantity_width(quantity, a); i++)
        if (!different(element(&x, 0, quantity, i), element(&y, 0, quantity, i)))
            fail_case(cases, a, "not different: element", i);
    plumb_twin_clear(&x);
    plumb_twin_clear(&y);
}

/* exp(S) joining the denominator scales every weight by sigmoid(lse - S). */
START_TEST(sink_logit_scales_the_softmax) {
    random_cases cases = random_begin("sink logit", CASES);
    arb_t factor, one;
    arb_init(factor);
    arb_init(one);
    arb_one(one);
    while (random_next(&cases)) {
        plumb_twin with, without;
        drawn_problem drawn = draw_head(&cases), plain = copy_problem(&drawn);
        draw_extra(&cases, &drawn, SINK_LOGITS);
        drawn.problem.op.sink = PLUMB_SINK_LOGIT;
        drawn.problem.op.sink_outside_lse = random_below(&cases, 2) == 0;
        plumb_twin_init(&with, &drawn.problem);
        plumb_twin_init(&without, &plain.problem);
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
        plumb_twin_clear(&with);
        plumb_twin_clear(&without);
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
        plumb_twin x, y;
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
        plumb_twin_init(&x, &sink.problem);
        plumb_twin_init(&y, &more.problem);
        for (size_t i = 0; i + 1 < KEYS; i++)
            if (!same(element(&x, 0, PLUMB_WEIGHTS, i), element(&y, 0, PLUMB_WEIGHTS, i + 1)))
                fail_case(&cases, &sink.problem, "weight", i);
        plumb_twin_clear(&x);
        plumb_twin_clear(&y);
        free_problem(&more);
        free_problem(&sink);
    }
}
END_TEST

/* power 1, clipping at 0 and 1, alpha 1: nothing but the softmax; alpha scales. */
START_TEST(variants_of_the_softmax_contain_it) {
    static const plumb_operator_kind kinds[] = {PLUMB_SCALED_SOFTMAX, PLUMB_POWER_SOFTMAX,
                                                PLUMB_CLIPPED_SOFTMAX};
    random_cases cases = random_begin("variants of the softmax", CASES);
    while (random_next(&cases)) {
        plumb_twin x, y;
        arb_t scaled;
        arb_init(scaled);
        drawn_problem plain = draw_head(&cases), other = copy_problem(&plain);
        for (size_t n = 0; n < 3; n++) {
            other.problem.op.kind = kinds[n];
            check_same_row(&cases, &plain.problem, &other.problem, 0);
        }
        other.problem.op.kind = PLUMB_SCALED_SOFTMAX;
        other.problem.op.alpha = exp(random_normal(&cases));
        plumb_twin_init(&x, &plain.problem);
        plumb_twin_init(&y, &other.problem);
        for (size_t c = 0; c < VALUE_DIM; c++) {
            arb_set_d(scaled, other.problem.op.alpha);
            arb_mul(scaled, scaled, element(&x, 0, PLUMB_OUTPUT, c), 300);
            if (!same(scaled, element(&y, 0, PLUMB_OUTPUT, c)))
                fail_case(&cases, &other.problem, "output", c);
        }
        check_same(&cases, &plain.problem, &other.problem, 0, PLUMB_LSE);
        plumb_twin_clear(&x);
        plumb_twin_clear(&y);
        arb_clear(scaled);
        free_problem(&plain);
        free_problem(&other);
    }
}
END_TEST

/* With n keys of weight 1/n and a wide stretch, all are clipped: exactly 0 or 1. */
START_TEST(clipped_weights_are_exact) {
    plumb_problem shape = one_head(1, 3, 2, 1);
    shape.op = (plumb_operator){.kind = PLUMB_CLIPPED_SOFTMAX, .gamma = -1, .zeta = 1.5};
    shape.scale.text = "1/3";
    drawn_problem drawn = blank_problem(shape);
    plumb_twin twin;
    plumb_twin_init(&twin, &drawn.problem);
    for (size_t i = 0; i < 3; i++)
        ck_assert(arb_is_zero(element(&twin, 0, PLUMB_WEIGHTS, i))); /* 2.5/3 - 1 < 0 */
    drawn.query[0] = 1;
    drawn.key[2] = 9;
    twin.filled = false;
    ck_assert(arb_is_one(element(&twin, 0, PLUMB_WEIGHTS, 1)));
    ck_assert(arb_is_zero(element(&twin, 0, PLUMB_WEIGHTS, 0)));
    plumb_twin_clear(&twin);
    free_problem(&drawn);
}
END_TEST

/* sum of weights, epsilon being 0, for row 0 */
static void sum_weights(arb_t sum, const plumb_problem *p, bool absolute) {
    plumb_twin twin;
    arb_t weight;
    arb_init(weight);
    plumb_twin_init(&twin, p);
    arb_zero(sum);
    for (size_t i = 0; i < KEYS; i++) {
        arb_set(weight, element(&twin, 0, PLUMB_WEIGHTS, i));
        if (absolute)
            arb_abs(weight, weight);
        arb_add(sum, sum, weight, 300);
    }
    plumb_twin_clear(&twin);
    arb_clear(weight);
}

START_TEST(normalised_weights_sum_to_one) {
    static const plumb_operator_kind kinds[] = {PLUMB_SIGMOID, PLUMB_ELU, PLUMB_IDENTITY,
                                                PLUMB_ELU_KERNEL};
    random_cases cases = random_begin("normalised sums", CASES);
    arb_t sum, one;
    arb_init(sum);
    arb_init(one);
    arb_one(one);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_head(&cases);
        plumb_operator *op = &drawn.problem.op;
        op->epsilon = 0;
        for (size_t n = 0; n < 4; n++) {
            op->kind = kinds[n];
            op->normalisation = PLUMB_SUM;
            sum_weights(sum, &drawn.problem, false);
            if (!is_number(sum, 1))
                fail_case(&cases, &drawn.problem, "sum", n);
            op->normalisation = PLUMB_ABSOLUTE_SUM;
            sum_weights(sum, &drawn.problem, true);
            if (!is_number(sum, 1))
                fail_case(&cases, &drawn.problem, "absolute sum", n);
            op->normalisation = PLUMB_AT_LEAST_ONE;
            sum_weights(sum, &drawn.problem, false);
            arb_abs(sum, sum);
            if (arb_gt(sum, one))
                fail_case(&cases, &drawn.problem, "at least one", n);
        }
        op->kind = PLUMB_SOFTPICK;
        sum_weights(sum, &drawn.problem, false);
        if (arb_gt(sum, one))
            fail_case(&cases, &drawn.problem, "softpick", 0);
        free_problem(&drawn);
    }
    arb_clear(sum);
    arb_clear(one);
}
END_TEST

START_TEST(softpick_of_negative_scores_is_zero) {
    random_cases cases = random_begin("softpick", CASES);
    while (random_next(&cases)) {
        plumb_twin twin;
        drawn_problem drawn = draw_head(&cases);
        drawn.problem.op.kind = PLUMB_SOFTPICK;
        drawn.problem.scale.text = "0";
        give_shift(&drawn, -exp(3 * random_normal(&cases)));
        plumb_twin_init(&twin, &drawn.problem);
        for (size_t i = 0; i < KEYS; i++)
            ck_assert(arb_is_zero(element(&twin, 0, PLUMB_WEIGHTS, i)));
        for (size_t c = 0; c < VALUE_DIM; c++)
            ck_assert(arb_is_zero(element(&twin, 0, PLUMB_OUTPUT, c)));
        plumb_twin_clear(&twin);
        free_problem(&drawn);
    }
}
END_TEST

START_TEST(value_bias_is_added_and_a_gate_of_zero_halves) {
    random_cases cases = random_begin("value bias and gate", CASES);
    arb_t expected;
    arb_init(expected);
    while (random_next(&cases)) {
        plumb_twin x, y, z;
        drawn_problem plain = draw_head(&cases), biased = copy_problem(&plain);
        draw_extra(&cases, &biased, VALUE_BIAS);
        drawn_problem gated = copy_problem(&biased);
        gated.problem.extra.gate_per_element = random_below(&cases, 2) == 0;
        give_extra(&gated, GATE);
        plumb_twin_init(&x, &plain.problem);
        plumb_twin_init(&y, &biased.problem);
        plumb_twin_init(&z, &gated.problem);
        for (size_t c = 0; c < VALUE_DIM; c++) {
            arb_set_d(expected, biased.extra[VALUE_BIAS][c]);
            arb_add(expected, expected, element(&x, 0, PLUMB_OUTPUT, c), 300);
            if (!same(expected, element(&y, 0, PLUMB_OUTPUT, c)))
                fail_case(&cases, &biased.problem, "biased output", c);
            arb_mul_2exp_si(expected, expected, -1);
            if (!same(expected, element(&z, 0, PLUMB_OUTPUT, c)))
                fail_case(&cases, &gated.problem, "gated output", c);
        }
        plumb_twin_clear(&x);
        plumb_twin_clear(&y);
        plumb_twin_clear(&z);
        free_problem(&plain);
        free_problem(&biased);
        free_problem(&gated);
    }
    arb_clear(expected);
}
END_TEST

/* One number added to all scores, by a bias. */
START_TEST(a_shift_matters_where_it_must) {
    static const struct {
        plumb_operator_kind kind;
        plumb_sink sink;
        bool invariant;
    } expected[] = {{PLUMB_SOFTMAX, PLUMB_SINK_NONE, true},
                    {PLUMB_SCALED_SOFTMAX, PLUMB_SINK_NONE, true},
                    {PLUMB_POWER_SOFTMAX, PLUMB_SINK_NONE, true},
                    {PLUMB_CLIPPED_SOFTMAX, PLUMB_SINK_NONE, true},
                    {PLUMB_SOFTMAX, PLUMB_SINK_ZERO, false},
                    {PLUMB_SOFTMAX, PLUMB_SINK_LOGIT, false},
                    {PLUMB_SOFTMAX, PLUMB_SINK_KEY, false},
                    {PLUMB_SOFTPICK, PLUMB_SINK_NONE, false},
                    {PLUMB_SIGMOID, PLUMB_SINK_NONE, false},
                    {PLUMB_ELU, PLUMB_SINK_NONE, false},
                    {PLUMB_IDENTITY, PLUMB_SINK_NONE, false}};
    random_cases cases = random_begin("shift of scores", CASES);
    while (random_next(&cases)) {
        for (size_t n = 0; n < sizeof expected / sizeof *expected; n++) {
            drawn_problem drawn = draw_head(&cases);
            draw_extra(&cases, &drawn, SINK_LOGITS);
            draw_extra(&cases, &drawn, SINK_KEY);
            drawn.problem.op.kind = expected[n].kind;
            drawn.problem.op.sink = expected[n].sink;
            drawn.problem.op.power = 1.5;
            drawn.problem.op.gamma = -0.01;
            give_extra(&drawn, BIAS);
            for (size_t i = 0; i < KEYS; i++) /* positive scores: softpick leaves none out */
                drawn.extra[BIAS][i] = 40;
            drawn_problem shifted = copy_problem(&drawn);
            for (size_t i = 0; i < KEYS; i++)
                shifted.extra[BIAS][i] += 1;
            if (expected[n].invariant)
                check_same_row(&cases, &drawn.problem, &shifted.problem, 0);
            else
                check_different(&cases, &drawn.problem, &shifted.problem, PLUMB_WEIGHTS);
            free_problem(&drawn);
            free_problem(&shifted);
        }
    }
}
END_TEST

/* Without a sum over the keys, a weight depends on its own key alone. */
START_TEST(unnormalised_weights_do_not_know_each_other) {
    random_cases cases = random_begin("token independence", CASES);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_head(&cases), changed = copy_problem(&drawn);
        plumb_twin x, y;
        bool normalised = random_below(&cases, 2) == 0;
        size_t kept = random_below(&cases, KEYS);
        for (size_t i = 0; i < KEYS * HEAD_DIM; i++)
            if (i / HEAD_DIM != kept)
                changed.key[i] = random_normal(&cases);
        changed.problem.op.kind = drawn.problem.op.kind =
            (plumb_operator_kind)(PLUMB_SIGMOID + random_below(&cases, 4));
        changed.problem.op.normalisation = drawn.problem.op.normalisation =
            normalised ? PLUMB_ABSOLUTE_SUM : PLUMB_UNNORMALISED;
        plumb_twin_init(&x, &drawn.problem);
        plumb_twin_init(&y, &changed.problem);
        arb_srcptr weight = element(&x, 0, PLUMB_WEIGHTS, kept);
        arb_srcptr other = element(&y, 0, PLUMB_WEIGHTS, kept);
        if (normalised ? !different(weight, other) : !arb_equal(weight, other))
            fail_case(&cases, &drawn.problem, "weight", kept);
        plumb_twin_clear(&x);
        plumb_twin_clear(&y);
        free_problem(&drawn);
        free_problem(&changed);
    }
}
END_TEST

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
            plumb_twin twin;
            plumb_twin_init(&twin, &poisoned.problem);
            ck_assert(!arb_is_finite(element(&twin, t, PLUMB_OUTPUT, 0)));
            ck_assert(!plumb_exact_column_finite(&poisoned.problem, 0, 0, t, 0));
            plumb_twin_clear(&twin);
        } else {
            check_same_row(&cases, &clean.problem, &poisoned.problem, t);
            ck_assert(plumb_exact_values_finite(&poisoned.problem, 0, 0, t));
        }
        free_problem(&clean);
        free_problem(&poisoned);
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

/* x = 1/2, softcap 1, bias 2; key 1 is invisible. */
START_TEST(the_place_of_the_softcap) {
    static const double scores[] = {0.46211715726000975850 + 2, 0.98661429815143028888,
                                    0.98661429815143028888};
    plumb_problem shape = one_head(1, 2, 1, 1);
    shape.causal.causal = true;
    shape.op.softcap = 1;
    drawn_problem drawn = blank_problem(shape);
    drawn.query[0] = 1;
    drawn.key[0] = 0.5;
    drawn.key[1] = NAN;
    drawn.value[0] = 1;
    drawn.value[1] = 3;
    give_extra(&drawn, BIAS);
    for (int order = 0; order < 3; order++) {
        plumb_twin twin;
        drawn.problem.op.softcap_order = (plumb_softcap_order)order;
        drawn.extra[BIAS][0] = 2;
        plumb_twin_init(&twin, &drawn.problem);
        bool all = order == PLUMB_BIAS_MASK_CAP;
        double weight = 1 / (1 + exp(-1 - scores[order]));
        ck_assert(near_double(element(&twin, 0, PLUMB_SCORES, 0), scores[order]));
        ck_assert(all ? is_number(element(&twin, 0, PLUMB_SCORES, 1), -1)
                      : arf_is_neg_inf(arb_midref(element(&twin, 0, PLUMB_SCORES, 1))));
        ck_assert(near_double(element(&twin, 0, PLUMB_WEIGHTS, 0), all ? weight : 1));
        ck_assert(near_double(element(&twin, 0, PLUMB_OUTPUT, 0), all ? 3 - 2 * weight : 1));
        plumb_twin_clear(&twin);
    }
    free_problem(&drawn);
}
END_TEST

/* elu + 1 of positive numbers adds one; max(0, u) - max(0, -u) = u. */
START_TEST(kernels_of_simple_features_are_identities) {
    random_cases cases = random_begin("features", CASES);
    while (random_next(&cases)) {
        drawn_problem elu = draw_head(&cases), mlp = copy_problem(&elu);
        for (size_t i = 0; i < query_numbers(&elu.problem); i++)
            elu.query[i] = (double)random_below(&cases, 9);
        for (size_t i = 0; i < key_numbers(&elu.problem); i++)
            elu.key[i] = (double)random_below(&cases, 9);
        drawn_problem identity = copy_problem(&elu);
        for (size_t i = 0; i < query_numbers(&elu.problem); i++)
            identity.query[i]++;
        for (size_t i = 0; i < key_numbers(&elu.problem); i++)
            identity.key[i]++;
        elu.problem.op.kind = PLUMB_ELU_KERNEL;
        identity.problem.op.kind = PLUMB_IDENTITY;
        check_same_row(&cases, &elu.problem, &identity.problem, 0);
        drawn_problem plain = copy_problem(&mlp);
        plain.problem.op.kind = PLUMB_IDENTITY;
        mlp.problem.op.kind = PLUMB_MLP_KERNEL;
        mlp.problem.extra.hidden_dim = 2 * HEAD_DIM;
        mlp.problem.extra.feature_dim = HEAD_DIM;
        give_extra(&mlp, MLP_INNER);
        give_extra(&mlp, MLP_OUTER);
        for (size_t r = 0; r < 2 * HEAD_DIM; r++) {
            double sign = r < HEAD_DIM ? 1 : -1;
            mlp.extra[MLP_INNER][r * HEAD_DIM + r % HEAD_DIM] = sign;
            mlp.extra[MLP_OUTER][r % HEAD_DIM * 2 * HEAD_DIM + r] = sign;
        }
        check_same_row(&cases, &mlp.problem, &plain.problem, 0);
        free_problem(&elu);
        free_problem(&mlp);
        free_problem(&plain);
        free_problem(&identity);
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
    plumb_twin twin;
    plumb_twin_init(&twin, p);
    give_extra(&drawn, SINK_KEY);
    give_extra(&drawn, SINK_VALUE);
    drawn.extra[SINK_VALUE][0] = 5;
    check_defined(p, PLUMB_OUTPUT, 0);
    check_defined(p, PLUMB_LSE, -INFINITY);
    ck_assert(arf_is_neg_inf(arb_midref(element(&twin, 0, PLUMB_LSE, 0))));
    ck_assert(arb_is_zero(element(&twin, 0, PLUMB_OUTPUT, 0)));
    p->empty_row = PLUMB_EMPTY_ROW_NAN;
    check_defined(p, PLUMB_OUTPUT, NAN);
    check_defined(p, PLUMB_WEIGHTS, NAN);
    p->op.sink = PLUMB_SINK_KEY_VALUE; /* no longer empty: the sink has weight 1 */
    twin.filled = false;
    check_defined(p, PLUMB_WEIGHTS, 0);
    ck_assert(!defined(p, PLUMB_OUTPUT) && !defined(p, PLUMB_LSE));
    ck_assert(is_number(element(&twin, 0, PLUMB_OUTPUT, 0), 5));
    ck_assert(is_number(element(&twin, 0, PLUMB_LSE, 0), 0));
    p->op.sink_outside_lse = true;
    twin.filled = false;
    check_defined(p, PLUMB_LSE, -INFINITY);
    ck_assert(arf_is_neg_inf(arb_midref(element(&twin, 0, PLUMB_LSE, 0))));
    p->op.sink = PLUMB_SINK_NONE;
    p->empty_row = PLUMB_EMPTY_ROW_ZERO;
    give_extra(&drawn, VALUE_BIAS); /* the output is the bias, half of it through the gate */
    give_extra(&drawn, GATE);
    drawn.extra[VALUE_BIAS][0] = 3;
    twin.filled = false;
    ck_assert(!defined(p, PLUMB_OUTPUT));
    ck_assert(is_number(element(&twin, 0, PLUMB_OUTPUT, 0), 1.5));
    p->op.softcap = 1;
    p->op.softcap_order = PLUMB_BIAS_MASK_CAP; /* the invisible keys take part */
    ck_assert(!defined(p, PLUMB_WEIGHTS) && !defined(p, PLUMB_SCORES) && !defined(p, PLUMB_LSE));
    plumb_twin_clear(&twin);
    free_problem(&drawn);
}
END_TEST

/* A logit far above all scores takes everything, but the log-sum-exp without it is known. */
START_TEST(a_huge_sink) {
    plumb_problem shape = one_head(1, 2, 1, 1);
    shape.op.sink = PLUMB_SINK_LOGIT;
    drawn_problem drawn = blank_problem(shape);
    plumb_twin twin;
    give_extra(&drawn, SINK_LOGITS);
    drawn.extra[SINK_LOGITS][0] = 1e308;
    plumb_twin_init(&twin, &drawn.problem);
    ck_assert(is_number(element(&twin, 0, PLUMB_LSE, 0), 1e308) ||
              arb_rel_accuracy_bits(element(&twin, 0, PLUMB_LSE, 0)) > 150);
    ck_assert(arb_is_finite(element(&twin, 0, PLUMB_WEIGHTS, 0)));
    ck_assert(arf_cmpabs_2exp_si(arb_midref(element(&twin, 0, PLUMB_WEIGHTS, 0)), -100000) < 0);
    drawn.problem.op.sink_outside_lse = true;
    twin.filled = false;
    ck_assert(near_double(element(&twin, 0, PLUMB_LSE, 0), log(2)));
    plumb_twin_clear(&twin);
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
    plumb_finite finite = plumb_exact_finite(p, 0, 0, 0);
    ck_assert(plumb_exact_has_value(p, 0, 0, 0, finite, PLUMB_SCORES, 0) == expected[_i].score);
    ck_assert(plumb_exact_has_value(p, 0, 0, 0, finite, PLUMB_WEIGHTS, 0) == expected[_i].weight);
    ck_assert(plumb_exact_has_value(p, 0, 0, 0, finite, PLUMB_OUTPUT, 0) == expected[_i].output);
    ck_assert(plumb_exact_has_value(p, 0, 0, 0, finite, PLUMB_OUTPUT, 1) ==
              expected[_i].other_output);
    plumb_twin twin;
    plumb_twin_init(&twin, p);
    ck_assert(arb_is_finite(element(&twin, 0, PLUMB_OUTPUT, 0)) == expected[_i].output);
    ck_assert(arb_is_finite(element(&twin, 0, PLUMB_OUTPUT, 1)) == expected[_i].other_output);
    plumb_twin_clear(&twin);
    free_problem(&drawn);
}
END_TEST

START_TEST(a_denominator_of_zero_has_no_quotient) {
    static const plumb_operator_kind kinds[] = {PLUMB_SOFTPICK, PLUMB_IDENTITY, PLUMB_IDENTITY};
    static const plumb_normalisation normalisations[] = {PLUMB_UNNORMALISED, PLUMB_SUM,
                                                         PLUMB_ABSOLUTE_SUM};
    drawn_problem drawn = blank_problem(one_head(1, 3, 1, 1));
    for (int n = 0; n < 3; n++) {
        plumb_twin twin;
        drawn.problem.op.kind = kinds[n];
        drawn.problem.op.normalisation = normalisations[n];
        drawn.problem.op.epsilon = 0;
        plumb_twin_init(&twin, &drawn.problem);
        ck_assert(!arb_is_finite(element(&twin, 0, PLUMB_WEIGHTS, 0)));
        drawn.problem.op.epsilon = 1e-8;
        twin.filled = false;
        ck_assert(arb_is_zero(element(&twin, 0, PLUMB_WEIGHTS, 0)));
        plumb_twin_clear(&twin);
    }
    free_problem(&drawn);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("exact/operator_laws");
    TCase *tests = tcase_create("operators");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, sink_logit_scales_the_softmax);
    tcase_add_test(tests, sinks_of_zeros_are_simpler_sinks);
    tcase_add_test(tests, a_sink_with_a_value_is_one_key_more);
    tcase_add_test(tests, variants_of_the_softmax_contain_it);
    tcase_add_test(tests, clipped_weights_are_exact);
    tcase_add_test(tests, normalised_weights_sum_to_one);
    tcase_add_test(tests, softpick_of_negative_scores_is_zero);
    tcase_add_test(tests, value_bias_is_added_and_a_gate_of_zero_halves);
    tcase_add_test(tests, a_shift_matters_where_it_must);
    tcase_add_test(tests, unnormalised_weights_do_not_know_each_other);
    tcase_add_loop_test(tests, invisible_keys_are_not_read, 0, OPERATOR_VARIANTS);
    tcase_add_test(tests, first_keys_are_visible_to_all);
    tcase_add_test(tests, key0_bias_is_a_bias_of_key_0);
    tcase_add_test(tests, the_place_of_the_softcap);
    tcase_add_test(tests, kernels_of_simple_features_are_identities);
    tcase_add_test(tests, rows_without_keys);
    tcase_add_test(tests, a_huge_sink);
    tcase_add_loop_test(tests, elements_without_a_value, 0, 11);
    tcase_add_test(tests, a_denominator_of_zero_has_no_quotient);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
