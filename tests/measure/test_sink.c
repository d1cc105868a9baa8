/* test_sink.c - the sink measure of a layer: closed forms, ties, proxies, rows, refusals. */
#include "measure/sink.h"
#include "exact/attention.h"
#include "problem/arb.h"
#include "tests/support/contain.h"
#include "tests/support/problems.h"
#include "tests/support/random.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <flint/fmpq.h>
#include <math.h>
#include <string.h>

static const plumb_sink_question usual = {.epsilon = "0.3", .tokens = 64, .key = 1};

static plumb_case case_of(const plumb_problem *problem) {
    return (plumb_case){.problem = *problem, .source = "made"};
}

static plumb_sink_layer measure(const plumb_problem *problem, plumb_sink_question question) {
    plumb_case c = case_of(problem);
    plumb_sink_layer layer;
    plumb_error error = {"(no message)"};
    ck_assert_msg(plumb_sink_measure(&c, &question, &layer, &error) == 0, "%s", error.text);
    return layer;
}

/* One head of so many tokens, all queries, keys and values 0, causal. */
static drawn_problem zeros(size_t tokens) {
    plumb_problem shape = one_head(tokens, tokens, 2, 1);
    shape.causal.causal = true;
    shape.op.epsilon = 1e-8;
    return blank_problem(shape);
}

/* sum_{i=1}^{n} 1/(i + shift), over `count` */
static void harmonic_mean_weight(arb_t mean, size_t n, double shift, size_t count) {
    arb_t term;
    arb_init(term);
    arb_zero(mean);
    for (size_t i = 1; i <= n; i++) {
        arb_set_d(term, shift);
        arb_add_ui(term, term, i, 400);
        arb_ui_div(term, 1, term, 400);
        arb_add(mean, mean, term, 400);
    }
    arb_div_ui(mean, mean, count, 400);
    arb_clear(term);
}

static void check_alpha(plumb_ball alpha, const arb_t exact) {
    ck_assert(ball_contains(alpha, exact));
    ck_assert_double_le(alpha.rad, 1e-12);
}

static plumb_share_answer answer_of(const plumb_problem *problem, const char *epsilon) {
    plumb_sink_question question = usual;
    question.epsilon = epsilon;
    plumb_sink_layer layer = measure(problem, question);
    plumb_share_answer answer = layer.head[0].answer;
    ck_assert_uint_eq(layer.count[answer], 1);
    plumb_sink_layer_free(&layer);
    return answer;
}

/* ---- closed forms ---- */

START_TEST(repeated_tokens_give_harmonic_number) {
    drawn_problem drawn = zeros(64);
    arb_t exact;
    arb_init(exact);
    harmonic_mean_weight(exact, 64, 0, 64);
    plumb_sink_layer layer = measure(&drawn.problem, usual);
    check_alpha(layer.head[0].alpha, exact);
    ck_assert_double_eq_tol(layer.head[0].alpha.mid, 0.0741, 5e-5);
    ck_assert_int_eq(layer.head[0].answer, PLUMB_SHARE_NOT_ABOVE);
    ck_assert(!layer.head[0].escalated);
    plumb_sink_layer_free(&layer);
    free_problem(&drawn);
    arb_clear(exact);
}
END_TEST

START_TEST(one_hot_gives_one) {
    static const unsigned char only_first[5] = {1};
    drawn_problem drawn = zeros(5);
    drawn.problem.mask.allowed = only_first;
    plumb_sink_layer layer = measure(&drawn.problem, usual);
    ck_assert(ball_contains_double(layer.head[0].alpha, 1));
    ck_assert_double_le(layer.head[0].alpha.rad, 1e-14);
    ck_assert_int_eq(layer.head[0].answer, PLUMB_SHARE_ABOVE);
    plumb_sink_layer_free(&layer);
    ck_assert_int_eq(answer_of(&drawn.problem, "1"), PLUMB_SHARE_NOT_ABOVE);
    ck_assert_int_eq(answer_of(&drawn.problem, "0.99999999999999999999999"), PLUMB_SHARE_ABOVE);
    drawn.problem.mask.allowed = NULL;
    free_problem(&drawn);
}
END_TEST

/* The first rows of a longer case. */
START_TEST(tokens_choose_rows) {
    drawn_problem drawn = zeros(9);
    plumb_sink_question question = usual;
    arb_t exact;
    arb_init(exact);
    question.tokens = 4;
    plumb_sink_layer layer = measure(&drawn.problem, question);
    harmonic_mean_weight(exact, 4, 0, 4);
    check_alpha(layer.head[0].alpha, exact);
    ck_assert_uint_eq(layer.tokens, 4);
    ck_assert_uint_eq(layer.tokens_in_case, 9);
    plumb_sink_layer_free(&layer);
    free_problem(&drawn);
    arb_clear(exact);
}
END_TEST

/* Key 3 of 5: rows 3, 4, 5, and three of them. */
START_TEST(key_chooses_rows_and_count) {
    drawn_problem drawn = zeros(5);
    plumb_sink_question question = usual;
    question.key = 3;
    plumb_sink_layer layer = measure(&drawn.problem, question);
    ck_assert(ball_contains_ratio(layer.head[0].alpha, 20 + 15 + 12, 180));
    ck_assert_double_le(layer.head[0].alpha.rad, 1e-14);
    plumb_sink_layer_free(&layer);
    /* not causal: rows 1 and 2 see it, and are not counted */
    drawn.problem.causal.causal = false;
    layer = measure(&drawn.problem, question);
    ck_assert(ball_contains_ratio(layer.head[0].alpha, 1, 5));
    plumb_sink_layer_free(&layer);
    free_problem(&drawn);
}
END_TEST

/* Two samples, four heads on two key heads. */
START_TEST(samples_and_heads) {
    plumb_problem shape = one_head(3, 3, 1, 1);
    shape.batch = 2;
    shape.query_heads = 4;
    shape.key_heads = 2;
    shape.causal.causal = true;
    drawn_problem drawn = blank_problem(shape);
    for (size_t t = 0; t < 3; t++)
        drawn.query[(1 * 4 + 2) * 3 + t] = 1; /* sample 1, head 2 */
    drawn.key[(1 * 2 + 1) * 3] = 50;          /* its key head, key 1 */
    plumb_sink_question question = usual;
    question.epsilon = "0.9";
    plumb_sink_layer layer = measure(&drawn.problem, question);
    for (size_t i = 0; i < 8; i++)
        ck_assert_int_eq(layer.head[i].answer, i == 6 ? PLUMB_SHARE_ABOVE : PLUMB_SHARE_NOT_ABOVE);
    ck_assert_uint_eq(layer.count[PLUMB_SHARE_ABOVE], 1);
    ck_assert_uint_eq(layer.count[PLUMB_SHARE_NOT_ABOVE], 7);
    plumb_sink_layer_free(&layer);
    free_problem(&drawn);
}
END_TEST

/* ---- exact answers ---- */

START_TEST(ties_are_not_above) {
    static const struct {
        size_t tokens;
        const char *tie, *below;
    } ties[] = {{1, "1", "0.99999999999999999999999999999999"},
                {2, "0.75", "0.74999999999999999999999999999999"},
                {2, "3/4", "2999999999999999999999999999999/4000000000000000000000000000000"},
                {3, "11/18", "0.61111111111111111111111111111111"},
                {4, "25/48", "0.52083333333333333333333333333333"}};
    for (size_t i = 0; i < sizeof ties / sizeof *ties; i++) {
        drawn_problem drawn = zeros(ties[i].tokens);
        ck_assert_int_eq(answer_of(&drawn.problem, ties[i].tie), PLUMB_SHARE_NOT_ABOVE);
        ck_assert_int_eq(answer_of(&drawn.problem, ties[i].below), PLUMB_SHARE_ABOVE);
        free_problem(&drawn);
    }
}
END_TEST

/* A tie of the scaled softmax: weights alpha/n. */
START_TEST(tie_of_scaled_weights) {
    drawn_problem drawn = zeros(3);
    drawn.problem.op.kind = PLUMB_SCALED_SOFTMAX;
    drawn.problem.op.alpha = 5;
    ck_assert_int_eq(answer_of(&drawn.problem, "55/18"), PLUMB_SHARE_NOT_ABOVE);
    ck_assert_int_eq(answer_of(&drawn.problem, "3.05555555555555555555"), PLUMB_SHARE_ABOVE);
    free_problem(&drawn);
}
END_TEST

/* An identity weight of 2, which the reference knows exactly. */
START_TEST(tie_that_the_reference_knows) {
    drawn_problem drawn = zeros(1);
    plumb_sink_question question = usual;
    drawn.problem.op.kind = PLUMB_IDENTITY;
    drawn.problem.scale.text = "1";
    drawn.query[0] = 2;
    drawn.key[0] = 1;
    question.proxy_given = true;
    for (int above = 0; above <= 1; above++) {
        question.epsilon = above ? "1.99999999999999999999999999" : "2";
        plumb_sink_layer layer = measure(&drawn.problem, question);
        ck_assert_int_eq(layer.head[0].answer, above ? PLUMB_SHARE_ABOVE : PLUMB_SHARE_NOT_ABOVE);
        plumb_sink_layer_free(&layer);
    }
    free_problem(&drawn);
}
END_TEST

/* alpha = (1 + 1/(1 + e^-1))/2 = 0.8655292893150...: one threshold beyond the balls on each side. */
START_TEST(reference_decides_what_balls_do_not) {
    drawn_problem drawn = zeros(2);
    char epsilon[80];
    arb_t alpha;
    fmpz_t digits;
    arb_init(alpha);
    fmpz_init(digits);
    drawn.problem.scale.text = "1";
    drawn.query[2] = 1;
    drawn.key[0] = 1;
    arb_set_si(alpha, -1);
    arb_exp(alpha, alpha, 400);
    arb_add_ui(alpha, alpha, 1, 400);
    arb_ui_div(alpha, 1, alpha, 400);
    arb_add_ui(alpha, alpha, 1, 400);
    arb_mul_2exp_si(alpha, alpha, -1);
    fmpz_ui_pow_ui(digits, 10, 40);
    arb_mul_fmpz(alpha, alpha, digits, 400);
    arb_floor(alpha, alpha, 400);
    ck_assert(arb_get_unique_fmpz(digits, alpha));
    for (int above = 0; above <= 1; above++) {
        char *text = fmpz_get_str(NULL, 10, digits);
        snprintf(epsilon, sizeof epsilon, "0.%s", text);
        flint_free(text);
        ck_assert_uint_eq(strlen(epsilon), 42);
        ck_assert_int_eq(answer_of(&drawn.problem, epsilon),
                         above ? PLUMB_SHARE_NOT_ABOVE : PLUMB_SHARE_ABOVE);
        fmpz_add_ui(digits, digits, 1);
    }
    plumb_sink_question question = usual;
    question.epsilon = epsilon;
    plumb_sink_layer layer = measure(&drawn.problem, question);
    ck_assert(layer.head[0].escalated);
    ck_assert_double_eq_tol(layer.head[0].alpha.mid, 0.86552928931500, 1e-13);
    plumb_sink_layer_free(&layer);
    arb_clear(alpha);
    fmpz_clear(digits);
    free_problem(&drawn);
}
END_TEST

/* Given weights are exact numbers: the binary64 number nearest to 0.1 is above 0.1. */
static const struct {
    double weight;
    const char *epsilon;
    plumb_share_answer answer;
} given[] = {
    {1, "0.3", PLUMB_SHARE_ABOVE},
    {0.3, "0.3", PLUMB_SHARE_NOT_ABOVE}, /* it is below 0.3 */
    {0.1, "0.1", PLUMB_SHARE_ABOVE},
    {0.1, "0.1000000000000000055511151231257827021181583404541015625", PLUMB_SHARE_NOT_ABOVE},
    {0.1, "0.1000000000000000055511151231257827021181583404541015624", PLUMB_SHARE_ABOVE},
    {0.5, "0.5", PLUMB_SHARE_NOT_ABOVE},
    {0.5, "1/2", PLUMB_SHARE_NOT_ABOVE},
    {-2, "-2", PLUMB_SHARE_NOT_ABOVE},
    {NAN, "0.3", PLUMB_SHARE_NO_VALUE},
    {INFINITY, "0.3", PLUMB_SHARE_NO_VALUE},
};

static plumb_sink_layer measure_given(const double *weights, size_t tokens,
                                      plumb_sink_question question) {
    drawn_problem drawn = zeros(tokens);
    plumb_case c = case_of(&drawn.problem);
    plumb_sink_layer layer;
    plumb_error error = {"(no message)"};
    c.weights = (plumb_claim){true, PLUMB_F64, tokens * tokens, weights};
    question.from_weights = true;
    ck_assert_msg(plumb_sink_measure(&c, &question, &layer, &error) == 0, "%s", error.text);
    free_problem(&drawn);
    return layer;
}

START_TEST(given_weights) {
    plumb_sink_question question = usual;
    question.epsilon = given[_i].epsilon;
    plumb_sink_layer layer = measure_given(&given[_i].weight, 1, question);
    ck_assert_int_eq(layer.head[0].answer, given[_i].answer);
    plumb_sink_layer_free(&layer);
}
END_TEST

/* A weight that is not finite in another column counts only where it is summed. */
START_TEST(given_weights_in_other_columns) {
    static const double weights[4] = {1, NAN, 0.5, 0.5};
    plumb_sink_question question = usual;
    question.epsilon = "0.7";
    plumb_sink_layer layer = measure_given(weights, 2, question);
    ck_assert_int_eq(layer.head[0].answer, PLUMB_SHARE_ABOVE);
    plumb_sink_layer_free(&layer);
    question.epsilon = "0.75";
    layer = measure_given(weights, 2, question);
    ck_assert_int_eq(layer.head[0].answer, PLUMB_SHARE_NOT_ABOVE);
    plumb_sink_layer_free(&layer);
    question.proxy_given = true;
    question.proxy = PLUMB_PROXY_SUM;
    layer = measure_given(weights, 2, question);
    ck_assert_int_eq(layer.head[0].answer, PLUMB_SHARE_NO_VALUE);
    plumb_sink_layer_free(&layer);
}
END_TEST

/* Key 2 of two rows has the weight of the second alone. */
START_TEST(key_chooses_column) {
    static const double weights[4] = {0.5, 0.5, 0.25, 0.75};
    plumb_sink_question question = usual;
    question.key = 2;
    question.epsilon = "0.75";
    plumb_sink_layer layer = measure_given(weights, 2, question);
    ck_assert(ball_contains_double(layer.head[0].alpha, 0.75));
    ck_assert_int_eq(layer.head[0].answer, PLUMB_SHARE_NOT_ABOVE);
    plumb_sink_layer_free(&layer);
    question.epsilon = "0.7";
    layer = measure_given(weights, 2, question);
    ck_assert_int_eq(layer.head[0].answer, PLUMB_SHARE_ABOVE);
    plumb_sink_layer_free(&layer);
}
END_TEST

/* ---- proxies ---- */

static const struct {
    plumb_operator_kind kind;
    plumb_normalisation normalisation;
    plumb_proxy proxy;
} defaults[] = {
    {PLUMB_SOFTMAX, PLUMB_UNNORMALISED, PLUMB_PROXY_NONE},
    {PLUMB_SCALED_SOFTMAX, PLUMB_UNNORMALISED, PLUMB_PROXY_NONE},
    {PLUMB_POWER_SOFTMAX, PLUMB_UNNORMALISED, PLUMB_PROXY_NONE},
    {PLUMB_CLIPPED_SOFTMAX, PLUMB_UNNORMALISED, PLUMB_PROXY_NONE},
    {PLUMB_SOFTPICK, PLUMB_UNNORMALISED, PLUMB_PROXY_NONE},
    {PLUMB_SIGMOID, PLUMB_UNNORMALISED, PLUMB_PROXY_SUM},
    {PLUMB_SIGMOID, PLUMB_SUM, PLUMB_PROXY_SUM},
    {PLUMB_ELU, PLUMB_UNNORMALISED, PLUMB_PROXY_SUM},
    {PLUMB_IDENTITY, PLUMB_UNNORMALISED, PLUMB_PROXY_ABSOLUTE_SUM},
    {PLUMB_IDENTITY, PLUMB_AT_LEAST_ONE, PLUMB_PROXY_ABSOLUTE_SUM},
    {PLUMB_ELU_KERNEL, PLUMB_UNNORMALISED, PLUMB_PROXY_ABSOLUTE_SUM},
    {PLUMB_ELU_KERNEL, PLUMB_SUM, PLUMB_PROXY_NONE},
    {PLUMB_MLP_KERNEL, PLUMB_UNNORMALISED, PLUMB_PROXY_ABSOLUTE_SUM},
};

START_TEST(default_proxies) {
    plumb_operator op = {.kind = defaults[_i].kind, .normalisation = defaults[_i].normalisation};
    ck_assert_int_eq(plumb_default_proxy(&op), defaults[_i].proxy);
}
END_TEST

/* Sigmoid weights of 1/2 each: (1/2)/(t/2 + 1e-8) = 1/(t + 2e-8). */
START_TEST(sum_stands_in_for_sigmoid) {
    drawn_problem drawn = zeros(4);
    arb_t exact;
    arb_init(exact);
    drawn.problem.op.kind = PLUMB_SIGMOID;
    plumb_sink_layer layer = measure(&drawn.problem, usual);
    ck_assert_int_eq(layer.proxy, PLUMB_PROXY_SUM);
    harmonic_mean_weight(exact, 4, 2 * 1e-8, 4);
    check_alpha(layer.head[0].alpha, exact);
    plumb_sink_layer_free(&layer);
    plumb_sink_question question = usual;
    question.proxy_given = true;
    layer = measure(&drawn.problem, question);
    ck_assert(ball_contains_double(layer.head[0].alpha, 0.5));
    ck_assert_double_le(layer.head[0].alpha.rad, 1e-14);
    plumb_sink_layer_free(&layer);
    free_problem(&drawn);
    arb_clear(exact);
}
END_TEST

/* Weights 1, -3 in one row: 1/(4 + 1e-8) and 3/(4 + 1e-8), but 1/(-2 + 1e-8). */
START_TEST(absolute_sum_is_not_sum) {
    static const double weights[4] = {1, 0, 1, -3};
    plumb_sink_question question = usual;
    question.proxy_given = true;
    question.proxy = PLUMB_PROXY_ABSOLUTE_SUM;
    plumb_sink_layer layer = measure_given(weights, 2, question);
    ck_assert_double_eq_tol(layer.head[0].alpha.mid, (1 / (1 + 1e-8) + 1 / (4 + 1e-8)) / 2, 1e-15);
    ck_assert_double_eq_tol(layer.weight[3], 3 / (4 + 1e-8), 1e-15);
    plumb_sink_layer_free(&layer);
    question.proxy = PLUMB_PROXY_SUM;
    layer = measure_given(weights, 2, question);
    ck_assert_double_eq_tol(layer.head[0].alpha.mid, (1 / (1 + 1e-8) + 1 / (-2 + 1e-8)) / 2, 1e-15);
    plumb_sink_layer_free(&layer);
}
END_TEST

/* A weight of 1/(1 + 1e-8) is a rational number that no binary64 number is; its tie, exactly. */
START_TEST(tie_of_a_proxy) {
    static const double weight = 1;
    fmpq_t alpha;
    arf_t epsilon;
    fmpq_init(alpha);
    arf_init(epsilon);
    arf_set_d(epsilon, 1e-8);
    arf_get_fmpq(alpha, epsilon);
    fmpz_add(fmpq_numref(alpha), fmpq_numref(alpha), fmpq_denref(alpha));
    fmpq_inv(alpha, alpha);
    plumb_sink_question question = usual;
    question.proxy_given = true;
    question.proxy = PLUMB_PROXY_SUM;
    for (int above = 1; above >= 0; above--) {
        fmpz_sub_ui(fmpq_numref(alpha), fmpq_numref(alpha), (ulong)above);
        char *text = fmpq_get_str(NULL, 10, alpha);
        question.epsilon = text;
        plumb_sink_layer layer = measure_given(&weight, 1, question);
        ck_assert_int_eq(layer.head[0].answer, above ? PLUMB_SHARE_ABOVE : PLUMB_SHARE_NOT_ABOVE);
        plumb_sink_layer_free(&layer);
        flint_free(text);
        fmpz_add_ui(fmpq_numref(alpha), fmpq_numref(alpha), (ulong)above);
    }
    fmpq_clear(alpha);
    arf_clear(epsilon);
}
END_TEST

/* ---- the extra logit ---- */

/* Off by one with all scores 0: row t leaves 1/(t + 1) to no key. */
START_TEST(share_of_the_extra_logit) {
    drawn_problem drawn = zeros(6);
    plumb_sink_question question = usual;
    arb_t exact;
    arb_init(exact);
    drawn.problem.op.sink = PLUMB_SINK_ZERO;
    question.key = 0;
    plumb_sink_layer layer = measure(&drawn.problem, question);
    harmonic_mean_weight(exact, 6, 1, 6);
    check_alpha(layer.head[0].alpha, exact);
    ck_assert(!ball_informs(layer.head[0].geometry.key_norm));
    plumb_sink_layer_free(&layer);
    question.zero_query_row = true;
    layer = measure(&drawn.problem, question);
    harmonic_mean_weight(exact, 6, 1, 7);
    arb_t row;
    arb_init(row);
    arb_one(row);
    arb_div_ui(row, row, 7, 400);
    arb_add(exact, exact, row, 400);
    check_alpha(layer.head[0].alpha, exact);
    plumb_sink_layer_free(&layer);
    arb_clear(row);
    arb_clear(exact);
    free_problem(&drawn);
}
END_TEST

/* Two rows: (1/2 + 1/3)/2 = 5/12, with the row of a zero query 11/18. */
START_TEST(ties_of_the_extra_logit) {
    drawn_problem drawn = zeros(2);
    plumb_sink_question question = usual;
    drawn.problem.op.sink = PLUMB_SINK_ZERO;
    question.key = 0;
    for (int zero_row = 0; zero_row <= 1; zero_row++) {
        question.zero_query_row = zero_row;
        question.epsilon = zero_row ? "11/18" : "5/12";
        plumb_sink_layer layer = measure(&drawn.problem, question);
        ck_assert_int_eq(layer.head[0].answer, PLUMB_SHARE_NOT_ABOVE);
        plumb_sink_layer_free(&layer);
        question.epsilon = zero_row ? "0.61111111111111111111" : "0.41666666666666666666";
        layer = measure(&drawn.problem, question);
        ck_assert_int_eq(layer.head[0].answer, PLUMB_SHARE_ABOVE);
        plumb_sink_layer_free(&layer);
    }
    free_problem(&drawn);
}
END_TEST

/* ---- no value ---- */

START_TEST(not_finite_has_no_value) {
    drawn_problem drawn = zeros(3);
    drawn.key[2] = NAN; /* of key 2 */
    ck_assert_int_eq(answer_of(&drawn.problem, "0.3"), PLUMB_SHARE_NO_VALUE);
    drawn.key[2] = 0;
    ck_assert_int_eq(answer_of(&drawn.problem, "0.3"), PLUMB_SHARE_ABOVE);
    free_problem(&drawn);
}
END_TEST

/* Row 1 sees no key: of weight 0, or not a number. */
START_TEST(empty_rows) {
    drawn_problem drawn = zeros(2);
    drawn.problem.causal.offset = -1;
    ck_assert_int_eq(answer_of(&drawn.problem, "0.5"), PLUMB_SHARE_NOT_ABOVE);
    ck_assert_int_eq(answer_of(&drawn.problem, "0.49"), PLUMB_SHARE_ABOVE);
    drawn.problem.empty_row = PLUMB_EMPTY_ROW_NAN;
    ck_assert_int_eq(answer_of(&drawn.problem, "0.49"), PLUMB_SHARE_NO_VALUE);
    free_problem(&drawn);
}
END_TEST

/* ---- all operators, against the reference ---- */

static void reference_weight(arb_t weight, const plumb_problem *p, arb_srcptr row, plumb_proxy proxy) {
    arb_t sum, term;
    arb_init(sum);
    arb_init(term);
    arb_set_d(sum, PLUMB_PROXY_EPSILON);
    for (size_t j = 0; j < p->key_length; j++) {
        arb_set(term, row + j);
        if (proxy == PLUMB_PROXY_ABSOLUTE_SUM)
            arb_abs(term, term);
        arb_add(sum, sum, term, 2000);
    }
    arb_set(weight, row);
    if (proxy == PLUMB_PROXY_ABSOLUTE_SUM)
        arb_abs(weight, weight);
    if (proxy != PLUMB_PROXY_NONE)
        arb_div(weight, weight, sum, 2000);
    arb_clear(sum);
    arb_clear(term);
}

static void reference_alpha(arb_t alpha, const plumb_problem *p, size_t b, size_t h, plumb_proxy proxy) {
    arb_ptr score = _arb_vec_init((slong)p->key_length),
            weight = _arb_vec_init((slong)p->key_length);
    arb_ptr output = _arb_vec_init((slong)p->value_dim);
    arb_t lse, term;
    arb_init(lse);
    arb_init(term);
    arb_zero(alpha);
    for (size_t t = 0; t < p->query_length; t++) {
        plumb_exact_row(p, b, h, t, 2000, score, weight, output, lse);
        reference_weight(term, p, weight, proxy);
        arb_add(alpha, alpha, term, 2000);
    }
    arb_div_ui(alpha, alpha, p->query_length, 2000);
    _arb_vec_clear(score, (slong)p->key_length);
    _arb_vec_clear(weight, (slong)p->key_length);
    _arb_vec_clear(output, (slong)p->value_dim);
    arb_clear(lse);
    arb_clear(term);
}

START_TEST(contains_the_reference) {
    random_cases cases = random_begin("sink", 4000);
    size_t informed = 0, measured = 0;
    arb_t alpha;
    arb_init(alpha);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_operator_problem(
            &cases, operator_of_variant(random_below(&cases, OPERATOR_VARIANTS)), ORDINARY);
        const plumb_problem *p = &drawn.problem;
        plumb_sink_question question = usual;
        question.proxy_given = random_below(&cases, 2) == 0;
        question.proxy = (plumb_proxy)random_below(&cases, 3);
        for (size_t i = 0; p->query_length == p->key_length && i < p->batch * p->query_heads; i++) {
            plumb_sink_layer layer = measure(p, question);
            plumb_ball found = layer.head[i].alpha;
            reference_alpha(alpha, p, i / p->query_heads, i % p->query_heads, layer.proxy);
            measured++;
            informed += ball_informs(found);
            if (ball_informs(found) && !ball_contains(found, alpha)) {
                reproduction line = reproduce(&cases);
                reproduce_text(&line, " operator %d, proxy %d: alpha is not in its ball",
                               p->op.kind, layer.proxy);
                reproduce_fail(&line);
            }
            plumb_sink_layer_free(&layer);
        }
        free_problem(&drawn);
    }
    ck_assert_msg(measured == 0 || informed * 10 >= measured * 9, "%zu of %zu inform", informed,
                  measured);
    arb_clear(alpha);
}
END_TEST

/* ---- geometry ---- */

/* Queries (0, 0.5) and (0, 2), keys (3, 4) and (0, 10): cosines 0.8 and 1. */
START_TEST(norms_and_cosines) {
    plumb_problem shape = one_head(2, 2, 2, 2);
    drawn_problem drawn = blank_problem(shape);
    static const double query[] = {0, 0.5, 0, 2}, key[] = {3, 4, 0, 10}, value[] = {6, 8, 5, 12};
    memcpy(drawn.query, query, sizeof query);
    memcpy(drawn.key, key, sizeof key);
    memcpy(drawn.value, value, sizeof value);
    for (int causal = 0; causal <= 1; causal++) {
        drawn.problem.causal.causal = causal;
        plumb_sink_layer layer = measure(&drawn.problem, usual);
        const plumb_geometry *g = &layer.head[0].geometry;
        ck_assert(ball_contains_double(g->query_norm, 1.25));
        ck_assert(ball_contains_double(g->key_norm, 5));
        ck_assert(ball_contains_double(g->other_key_norm, 10));
        ck_assert(ball_contains_ratio(g->key_cosine, 4, 5));
        ck_assert(ball_contains_double(g->other_cosine, 1));
        ck_assert(ball_contains_double(g->value_norm, 10));
        ck_assert(ball_contains_double(g->other_value_norm, 13));
        ck_assert_double_le(g->key_cosine.rad, 1e-14);
        plumb_sink_layer_free(&layer);
    }
    free_problem(&drawn);
}
END_TEST

/* A causal query sees no key after it: the second cosine of (0, 1) with (1, 0) and (0, 1). */
START_TEST(cosines_of_visible_keys) {
    plumb_problem shape = one_head(2, 2, 2, 1);
    static const double query[] = {0, 1, 0, 1}, key[] = {1, 0, 0, 1};
    shape.causal.causal = true;
    drawn_problem drawn = blank_problem(shape);
    memcpy(drawn.query, query, sizeof query);
    memcpy(drawn.key, key, sizeof key);
    drawn.query[0] = 1; /* sees key 1 at 45 degrees, and would see key 2 so */
    plumb_sink_layer layer = measure(&drawn.problem, usual);
    ck_assert(ball_contains_double(layer.head[0].geometry.other_cosine, 1));
    ck_assert_double_eq_tol(layer.head[0].geometry.key_cosine.mid, sqrt(0.5) / 2, 1e-14);
    plumb_sink_layer_free(&layer);
    free_problem(&drawn);
}
END_TEST

/* RoPE of one pair turns by one radian a position: norms stay, the angle of equal vectors is 1. */
START_TEST(cosines_after_rotation) {
    plumb_problem shape = one_head(2, 2, 2, 1);
    static const double ones[] = {1, 0, 1, 0};
    shape.causal.causal = true;
    shape.position.kind = PLUMB_POSITION_ROPE;
    shape.position.rope.dim = 2;
    shape.position.rope.base = 10000;
    drawn_problem drawn = blank_problem(shape);
    memcpy(drawn.query, ones, sizeof ones);
    memcpy(drawn.key, ones, sizeof ones);
    plumb_sink_layer layer = measure(&drawn.problem, usual);
    const plumb_geometry *g = &layer.head[0].geometry;
    ck_assert_double_eq_tol(g->key_cosine.mid, (1 + cos(1)) / 2, 1e-14);
    ck_assert(ball_contains_double(g->other_cosine, 1));
    ck_assert(ball_contains_double(g->key_norm, 1));
    plumb_sink_layer_free(&layer);
    free_problem(&drawn);
}
END_TEST

START_TEST(zero_vectors_have_no_cosine) {
    drawn_problem drawn = zeros(2);
    plumb_sink_layer layer = measure(&drawn.problem, usual);
    ck_assert(!ball_informs(layer.head[0].geometry.key_cosine));
    ck_assert(ball_contains_double(layer.head[0].geometry.key_norm, 0));
    plumb_sink_layer_free(&layer);
    free_problem(&drawn);
}
END_TEST

/* ---- refusals ---- */

static void refused(const plumb_problem *problem, plumb_sink_question question,
                    const char *message) {
    plumb_case c = case_of(problem);
    plumb_sink_layer layer;
    plumb_error error;
    ck_assert_int_ne(plumb_sink_measure(&c, &question, &layer, &error), 0);
    ck_assert_str_eq(error.text, message);
}

START_TEST(refusals) {
    drawn_problem drawn = zeros(3), off_by_one = zeros(3),
                  wide = blank_problem(one_head(2, 3, 1, 1));
    plumb_sink_question question = usual;
    off_by_one.problem.op.sink = PLUMB_SINK_ZERO;
    refused(&wide.problem, question,
            "made: 2 queries and 3 keys; the measure needs one query for each key");
    question.key = 4;
    refused(&drawn.problem, question, "--key: 4 is beyond the 3 tokens of made");
    question.key = 3;
    question.tokens = 2;
    refused(&drawn.problem, question, "--key: 3 is beyond the 2 tokens of made");
    question = usual;
    question.head = 1;
    refused(&drawn.problem, question, "--head: 1 is beyond the 1 heads of made, counted from 0");
    question = usual;
    question.from_weights = true;
    refused(&drawn.problem, question, "--from weights: made has no tensor weights");
    question = usual;
    question.key = 0;
    refused(&drawn.problem, question, "--key sink: made has no extra logit");
    question.proxy_given = true;
    question.proxy = PLUMB_PROXY_SUM;
    refused(&off_by_one.problem, question, "--key sink: cannot be combined with --proxy sum");
    free_problem(&drawn);
    free_problem(&off_by_one);
    free_problem(&wide);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("sink");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, repeated_tokens_give_harmonic_number);
    tcase_add_test(tests, one_hot_gives_one);
    tcase_add_test(tests, tokens_choose_rows);
    tcase_add_test(tests, key_chooses_rows_and_count);
    tcase_add_test(tests, samples_and_heads);
    tcase_add_test(tests, ties_are_not_above);
    tcase_add_test(tests, tie_of_scaled_weights);
    tcase_add_test(tests, tie_that_the_reference_knows);
    tcase_add_test(tests, reference_decides_what_balls_do_not);
    tcase_add_loop_test(tests, given_weights, 0, sizeof given / sizeof *given);
    tcase_add_test(tests, given_weights_in_other_columns);
    tcase_add_test(tests, key_chooses_column);
    tcase_add_loop_test(tests, default_proxies, 0, sizeof defaults / sizeof *defaults);
    tcase_add_test(tests, sum_stands_in_for_sigmoid);
    tcase_add_test(tests, absolute_sum_is_not_sum);
    tcase_add_test(tests, tie_of_a_proxy);
    tcase_add_test(tests, share_of_the_extra_logit);
    tcase_add_test(tests, ties_of_the_extra_logit);
    tcase_add_test(tests, not_finite_has_no_value);
    tcase_add_test(tests, empty_rows);
    tcase_add_test(tests, contains_the_reference);
    tcase_add_test(tests, norms_and_cosines);
    tcase_add_test(tests, cosines_of_visible_keys);
    tcase_add_test(tests, cosines_after_rotation);
    tcase_add_test(tests, zero_vectors_have_no_cosine);
    tcase_add_test(tests, refusals);
    Suite *suite = suite_create("sink measure");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
