/* test_operator_laws.c - the reference of every operator against closed forms, and against what the
   operators have in common. */
#include "tests/exact/head.h"
#include "tests/exact/rows.h"
#include "tests/support/activation.h"
#include "tests/support/suite.h"

#define CASES 200

/* One bias for all keys. */
static void give_shift(drawn_problem *drawn, double shift) {
    give_extra(drawn, BIAS);
    for (size_t i = 0; i < KEYS; i++)
        drawn->extra[BIAS][i] = shift;
}

/* power 1, clipping at 0 and 1, alpha 1: nothing but the softmax; alpha scales. */
START_TEST(variants_of_the_softmax_contain_it) {
    static const plumb_operator_kind kinds[] = {PLUMB_SCALED_SOFTMAX, PLUMB_POWER_SOFTMAX,
                                                PLUMB_CLIPPED_SOFTMAX};
    random_cases cases = random_begin("variants of the softmax", CASES);
    while (random_next(&cases)) {
        plumb_reference x, y;
        arb_t scaled;
        arb_init(scaled);
        drawn_problem plain = draw_head(&cases), other = copy_problem(&plain);
        for (size_t n = 0; n < 3; n++) {
            other.problem.op.kind = kinds[n];
            check_same_row(&cases, &plain.problem, &other.problem, 0);
        }
        other.problem.op.kind = PLUMB_SCALED_SOFTMAX;
        other.problem.op.alpha = exp(random_normal(&cases));
        plumb_reference_init(&x, &plain.problem);
        plumb_reference_init(&y, &other.problem);
        for (size_t c = 0; c < VALUE_DIM; c++) {
            arb_set_d(scaled, other.problem.op.alpha);
            arb_mul(scaled, scaled, element(&x, 0, PLUMB_OUTPUT, c), 300);
            if (!same(scaled, element(&y, 0, PLUMB_OUTPUT, c)))
                fail_case(&cases, &other.problem, "output", c);
        }
        check_same(&cases, &plain.problem, &other.problem, 0, PLUMB_LSE);
        plumb_reference_clear(&x);
        plumb_reference_clear(&y);
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
    plumb_reference reference;
    plumb_reference_init(&reference, &drawn.problem);
    for (size_t i = 0; i < 3; i++)
        ck_assert(arb_is_zero(element(&reference, 0, PLUMB_WEIGHTS, i))); /* 2.5/3 - 1 < 0 */
    drawn.query[0] = 1;
    drawn.key[2] = 9;
    reference.filled = false;
    ck_assert(arb_is_one(element(&reference, 0, PLUMB_WEIGHTS, 1)));
    ck_assert(arb_is_zero(element(&reference, 0, PLUMB_WEIGHTS, 0)));
    plumb_reference_clear(&reference);
    free_problem(&drawn);
}
END_TEST

/* sum of weights, epsilon being 0, for row 0 */
static void sum_weights(arb_t sum, const plumb_problem *p, bool absolute) {
    plumb_reference reference;
    arb_t weight;
    arb_init(weight);
    plumb_reference_init(&reference, p);
    arb_zero(sum);
    for (size_t i = 0; i < KEYS; i++) {
        arb_set(weight, element(&reference, 0, PLUMB_WEIGHTS, i));
        if (absolute)
            arb_abs(weight, weight);
        arb_add(sum, sum, weight, 300);
    }
    plumb_reference_clear(&reference);
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
        plumb_reference reference;
        drawn_problem drawn = draw_head(&cases);
        drawn.problem.op.kind = PLUMB_SOFTPICK;
        drawn.problem.scale.text = "0";
        give_shift(&drawn, -exp(3 * random_normal(&cases)));
        plumb_reference_init(&reference, &drawn.problem);
        for (size_t i = 0; i < KEYS; i++)
            ck_assert(arb_is_zero(element(&reference, 0, PLUMB_WEIGHTS, i)));
        for (size_t c = 0; c < VALUE_DIM; c++)
            ck_assert(arb_is_zero(element(&reference, 0, PLUMB_OUTPUT, c)));
        plumb_reference_clear(&reference);
        free_problem(&drawn);
    }
}
END_TEST

START_TEST(value_bias_is_added_and_a_gate_of_zero_halves) {
    random_cases cases = random_begin("value bias and gate", CASES);
    arb_t expected;
    arb_init(expected);
    while (random_next(&cases)) {
        plumb_reference x, y, z;
        drawn_problem plain = draw_head(&cases), biased = copy_problem(&plain);
        draw_extra(&cases, &biased, VALUE_BIAS);
        drawn_problem gated = copy_problem(&biased);
        gated.problem.extra.gate_per_element = random_below(&cases, 2) == 0;
        give_extra(&gated, GATE);
        plumb_reference_init(&x, &plain.problem);
        plumb_reference_init(&y, &biased.problem);
        plumb_reference_init(&z, &gated.problem);
        for (size_t c = 0; c < VALUE_DIM; c++) {
            arb_set_d(expected, biased.extra[VALUE_BIAS][c]);
            arb_add(expected, expected, element(&x, 0, PLUMB_OUTPUT, c), 300);
            if (!same(expected, element(&y, 0, PLUMB_OUTPUT, c)))
                fail_case(&cases, &biased.problem, "biased output", c);
            arb_mul_2exp_si(expected, expected, -1);
            if (!same(expected, element(&z, 0, PLUMB_OUTPUT, c)))
                fail_case(&cases, &gated.problem, "gated output", c);
        }
        plumb_reference_clear(&x);
        plumb_reference_clear(&y);
        plumb_reference_clear(&z);
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

/* An activation of scores.  If it is `positive`, one that no score makes 0: of others, weights of 0 and 1 may stay what
   they are, whatever joins the sum. */
static plumb_operator_kind draw_activation(random_cases *cases, bool positive) {
    plumb_operator_kind kind;
    do
        kind = (plumb_operator_kind)random_below(cases, PLUMB_OPERATOR_COUNT);
    while (!has_activation(kind) || kind == PLUMB_MLP_KERNEL || (positive && activated(kind, -1) == 0));
    return kind;
}

/* Without a sum over the keys, a weight depends on its own key alone. */
START_TEST(unnormalised_weights_do_not_know_each_other) {
    random_cases cases = random_begin("token independence", CASES);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_head(&cases), changed = copy_problem(&drawn);
        plumb_reference x, y;
        bool normalised = random_below(&cases, 2) == 0;
        size_t kept = random_below(&cases, KEYS);
        for (size_t i = 0; i < KEYS * HEAD_DIM; i++)
            if (i / HEAD_DIM != kept)
                changed.key[i] = random_normal(&cases);
        changed.problem.op.kind = drawn.problem.op.kind = draw_activation(&cases, normalised);
        changed.problem.op.normalisation = drawn.problem.op.normalisation =
            normalised ? PLUMB_ABSOLUTE_SUM : PLUMB_UNNORMALISED;
        plumb_reference_init(&x, &drawn.problem);
        plumb_reference_init(&y, &changed.problem);
        arb_srcptr weight = element(&x, 0, PLUMB_WEIGHTS, kept);
        arb_srcptr other = element(&y, 0, PLUMB_WEIGHTS, kept);
        if (normalised ? !different(weight, other) : !arb_equal(weight, other))
            fail_case(&cases, &drawn.problem, "weight", kept);
        plumb_reference_clear(&x);
        plumb_reference_clear(&y);
        free_problem(&drawn);
        free_problem(&changed);
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
        plumb_reference reference;
        drawn.problem.op.softcap_order = (plumb_softcap_order)order;
        drawn.extra[BIAS][0] = 2;
        plumb_reference_init(&reference, &drawn.problem);
        bool all = order == PLUMB_BIAS_MASK_CAP;
        double weight = 1 / (1 + exp(-1 - scores[order]));
        ck_assert(near_double(element(&reference, 0, PLUMB_SCORES, 0), scores[order]));
        ck_assert(all ? is_number(element(&reference, 0, PLUMB_SCORES, 1), -1)
                      : arf_is_neg_inf(arb_midref(element(&reference, 0, PLUMB_SCORES, 1))));
        ck_assert(near_double(element(&reference, 0, PLUMB_WEIGHTS, 0), all ? weight : 1));
        ck_assert(near_double(element(&reference, 0, PLUMB_OUTPUT, 0), all ? 3 - 2 * weight : 1));
        plumb_reference_clear(&reference);
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

int main(void) {
    Suite *suite = suite_create("exact/operator_laws");
    TCase *tests = tcase_create("operators");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, variants_of_the_softmax_contain_it);
    tcase_add_test(tests, clipped_weights_are_exact);
    tcase_add_test(tests, normalised_weights_sum_to_one);
    tcase_add_test(tests, softpick_of_negative_scores_is_zero);
    tcase_add_test(tests, value_bias_is_added_and_a_gate_of_zero_halves);
    tcase_add_test(tests, a_shift_matters_where_it_must);
    tcase_add_test(tests, unnormalised_weights_do_not_know_each_other);
    tcase_add_test(tests, the_place_of_the_softcap);
    tcase_add_test(tests, kernels_of_simple_features_are_identities);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
