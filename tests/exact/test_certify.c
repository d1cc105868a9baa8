/* test_certify.c - correctly rounded answers: ties, escalation, definitions, missing values. */
#include "row/evaluate.h"
#include "exact/certify.h"
#include "exact/rational.h"
#include "exact/reference.h"
#include "tests/support/suite.h"
#include "tests/exact/problems.h"

enum { MOST = 64 };

typedef struct {
    double rounded[MOST];
    unsigned char certificate[MOST];
    size_t escalated;
} answer;

static answer certify_again(const made_problem *made, size_t t, plumb_quantity quantity,
                            plumb_format format, plumb_second_look again) {
    answer given = {.escalated = 0};
    plumb_row row;
    plumb_certifier certifier;
    ck_assert_uint_le(plumb_quantity_width(quantity, &made->problem), MOST);
    ck_assert_int_eq(plumb_row_init(&row, &made->problem), 0);
    plumb_evaluate_row(&made->problem, plumb_problem_scale(&made->problem), 0, 0, t, &row);
    plumb_certifier_init(&certifier, &made->problem);
    certifier.again = again;
    plumb_certify_row(&certifier, 0, 0, t, &row, quantity, format, given.rounded, given.certificate,
                      &given.escalated);
    plumb_certifier_clear(&certifier);
    plumb_row_free(&row);
    return given;
}

static answer certify(const made_problem *made, size_t t, plumb_quantity quantity,
                      plumb_format format) {
    return certify_again(made, t, quantity, format, (plumb_second_look){NULL, NULL});
}

static void check_decided(const answer *given, size_t column, double expected) {
    ck_assert_int_eq(given->certificate[column], PLUMB_DECIDED);
    ck_assert_msg(given->rounded[column] == expected, "%a is not %a", given->rounded[column],
                  expected);
}

static void check_against_reference(const made_problem *made, size_t t, plumb_quantity quantity,
                               plumb_format format) {
    answer given = certify(made, t, quantity, format);
    plumb_reference reference;
    plumb_reference_init(&reference, &made->problem);
    for (size_t c = 0; c < plumb_quantity_width(quantity, &made->problem); c++) {
        double expected;
        ck_assert(plumb_round_arb(&expected, plumb_reference_element(&reference, 0, 0, t, quantity, c, 600),
                                  format));
        check_decided(&given, c, expected);
    }
    plumb_reference_clear(&reference);
}

static bool is_rational(const made_problem *made, plumb_quantity quantity, size_t column) {
    arb_t value;
    arb_init(value);
    bool rational =
        plumb_exact_rational(&made->problem, 0, 0, 0, quantity, column, PLUMB_REFERENCE_LAST, value);
    arb_clear(value);
    return rational;
}

START_TEST(random_rows) {
    static const plumb_format formats[] = {PLUMB_F64, PLUMB_F32, PLUMB_F16, PLUMB_BF16};
    for (uint64_t seed = 0; seed < 10; seed++) {
        made_problem made = random_problem(one_head(1, 20, 6, 7), 2, PLUMB_F64, seed);
        for (int format = 0; format < 4; format++)
            for (int quantity = 0; quantity < PLUMB_QUANTITIES; quantity++)
                check_against_reference(&made, 0, (plumb_quantity)quantity, formats[format]);
        free_problem(&made);
    }
}
END_TEST

START_TEST(binary64_asks_the_reference) {
    made_problem made = random_problem(one_head(1, 20, 6, 7), 2, PLUMB_F64, 5);
    ck_assert_uint_eq(certify(&made, 0, PLUMB_OUTPUT, PLUMB_F64).escalated, 7);
    ck_assert_uint_eq(certify(&made, 0, PLUMB_OUTPUT, PLUMB_BF16).escalated, 0);
    ck_assert_uint_eq(certify(&made, 0, PLUMB_LSE, PLUMB_F64).escalated, 1);
    ck_assert_uint_eq(certify(&made, 0, PLUMB_LSE, PLUMB_BF16).escalated, 0);
    free_problem(&made);
}
END_TEST

/* Equal keys, values that are neighbours in bfloat16: the mean is a boundary, a tie. */
START_TEST(ties_of_equal_keys) {
    made_problem made = make_problem(one_head(1, 2, 1, 2));
    made.query[0] = made.key[0] = made.key[1] = 0.3;
    made.value[0] = 1;
    made.value[2] = 1 + 0x1p-7;
    made.value[1] = 1 + 0x1p-7;
    made.value[3] = 1 + 0x1p-6;
    answer given = certify(&made, 0, PLUMB_OUTPUT, PLUMB_BF16);
    check_decided(&given, 0, 1);
    check_decided(&given, 1, 1 + 0x1p-6);
    ck_assert_uint_eq(given.escalated, 2);
    free_problem(&made);
}
END_TEST

typedef struct {
    plumb_ball ball;
    size_t asked;
} prepared_look;

static plumb_ball look(void *context, size_t b, size_t h, size_t t, size_t column) {
    prepared_look *prepared = context;
    ck_assert(b == 0 && h == 0 && t == 0 && column == prepared->asked);
    prepared->asked++;
    return prepared->ball;
}

/* Of elements of the output that their balls leave open, and unless that is hopeless. */
START_TEST(a_second_look_comes_before_the_reference) {
    made_problem made = make_problem(one_head(1, 2, 1, 2));
    made.query[0] = made.key[0] = made.key[1] = 0.3;
    made.value[0] = made.value[1] = 1;
    made.value[2] = made.value[3] = 1 + 0x1p-7;
    prepared_look prepared = {.ball = {3, 0x1p-20}};
    plumb_second_look again = {look, &prepared};
    answer given = certify_again(&made, 0, PLUMB_OUTPUT, PLUMB_BF16, again);
    check_decided(&given, 0, 3);
    check_decided(&given, 1, 3);
    ck_assert(given.escalated == 0 && prepared.asked == 2);
    prepared = (prepared_look){.ball = {0, INFINITY}};
    given = certify_again(&made, 0, PLUMB_OUTPUT, PLUMB_BF16, again);
    check_decided(&given, 0, 1);
    check_decided(&given, 1, 1);
    ck_assert(given.escalated == 2 && prepared.asked == 2);
    prepared = (prepared_look){.ball = {3, 0}};
    given = certify_again(&made, 0, PLUMB_OUTPUT, PLUMB_F32, again);
    check_decided(&given, 0, 1 + 0x1p-8);
    given = certify_again(&made, 0, PLUMB_OUTPUT, PLUMB_F64, again);
    check_decided(&given, 0, 1 + 0x1p-8);
    ck_assert_uint_eq(given.escalated, 2);
    made.key[0] = 1 + 0x1p-11;
    made.query[0] = 1;
    given = certify_again(&made, 0, PLUMB_SCORES, PLUMB_F16, again); /* a tie */
    check_decided(&given, 0, 1);
    ck_assert_uint_eq(given.escalated, 1);
    ck_assert_uint_eq(prepared.asked, 0);
    free_problem(&made);
}
END_TEST

/* Keys of two different scores, each score shared by two keys whose values have the same mean, a
   boundary: the output is that mean although no weight is rational. */
START_TEST(ties_across_groups_of_scores) {
    made_problem made = make_problem(one_head(1, 4, 1, 1));
    made.query[0] = 0.3;
    made.key[0] = made.key[1] = 0.7;
    made.key[2] = made.key[3] = -1.1;
    made.value[0] = 1;
    made.value[1] = 1 + 0x1p-7;
    made.value[2] = 1 + 0x1p-8 - 0.375;
    made.value[3] = 1 + 0x1p-8 + 0.375;
    answer given = certify(&made, 0, PLUMB_OUTPUT, PLUMB_BF16);
    check_decided(&given, 0, 1);
    free_problem(&made);
}
END_TEST

/* A sink is one key more: its logit a score, its value v* or nothing. */
START_TEST(ties_with_sinks) {
    const double sinks[] = {0}, key[] = {0.3, 0}, star[] = {1 + 0x1p-6}, lift[] = {0x1p-7};
    made_problem made = make_problem(one_head(1, 1, 2, 1));
    plumb_problem *p = &made.problem;
    made.value[0] = 1 + 0x1p-7;
    p->extra = (plumb_extras){.sinks = sinks, .sink_key = key, .sink_value = star};
    made.query[0] = made.key[0] = 0.3; /* scores 0.09 / sqrt(2) */
    p->op.sink = PLUMB_SINK_KEY_VALUE;
    answer given = certify(&made, 0, PLUMB_OUTPUT, PLUMB_BF16);
    check_decided(&given, 0, 1 + 0x1p-6); /* the mean of 1 + 2^-7 and 1 + 2^-6 */
    p->op.sink = PLUMB_SINK_ZERO;
    made.query[0] = 0;
    made.value[0] = 2 * (1 + 0x1p-8);
    given = certify(&made, 0, PLUMB_OUTPUT, PLUMB_BF16);
    check_decided(&given, 0, 1);
    given = certify(&made, 0, PLUMB_WEIGHTS, PLUMB_F64);
    check_decided(&given, 0, 0.5);
    p->op.sink = PLUMB_SINK_LOGIT;
    p->extra.value_bias = lift;
    given = certify(&made, 0, PLUMB_OUTPUT, PLUMB_BF16);
    check_decided(&given, 0, 1 + 0x1p-6); /* 1 + 2^-8 + 2^-7: a tie, too */
    free_problem(&made);
}
END_TEST

/* log(e^0 + e^0) is not, and log(e^0) is. */
START_TEST(the_log_sum_exp_with_and_without_a_sink) {
    made_problem made = make_problem(one_head(1, 1, 2, 1));
    made.problem.op.sink = PLUMB_SINK_ZERO;
    ck_assert(!is_rational(&made, PLUMB_LSE, 0));
    made.problem.op.sink_outside_lse = true;
    ck_assert(is_rational(&made, PLUMB_LSE, 0));
    free_problem(&made);
}
END_TEST

/* Two equal irrational scores, weighed 1 each; of a gate or softcap nothing is known. */
START_TEST(ties_of_a_scaled_softmax) {
    const double gate[] = {1}, lift[] = {0x1p-7};
    made_problem made = make_problem(one_head(1, 2, 2, 1));
    made.query[0] = made.key[0] = made.key[2] = 0.3;
    made.value[0] = made.value[1] = (1 + 0x1p-8) / 2;
    made.problem.op.kind = PLUMB_SCALED_SOFTMAX;
    made.problem.op.alpha = 2;
    answer given = certify(&made, 0, PLUMB_OUTPUT, PLUMB_BF16);
    check_decided(&given, 0, 1);
    given = certify(&made, 0, PLUMB_WEIGHTS, PLUMB_F64);
    check_decided(&given, 1, 1);
    ck_assert(is_rational(&made, PLUMB_OUTPUT, 0));
    made.problem.extra.value_bias = lift;
    given = certify(&made, 0, PLUMB_OUTPUT, PLUMB_BF16);
    check_decided(&given, 0, 1 + 0x1p-6); /* 1 + 2^-8 + 2^-7 */
    made.problem.extra.gate = gate;
    ck_assert(!is_rational(&made, PLUMB_OUTPUT, 0));
    made.problem.extra.gate = NULL;
    made.problem.op.softcap = 1;
    ck_assert(!is_rational(&made, PLUMB_OUTPUT, 0));
    made.problem.op = (plumb_operator){.kind = PLUMB_POWER_SOFTMAX, .power = 2};
    ck_assert(!is_rational(&made, PLUMB_OUTPUT, 0));
    free_problem(&made);
}
END_TEST

/* With a bias, scores of different products are equal and of equal products are not. */
START_TEST(a_bias_regroups_the_keys) {
    const double bias[] = {2, 1};
    made_problem made = make_problem(one_head(1, 2, 1, 1));
    made.query[0] = made.key[1] = 1;
    made.value[0] = 1;
    made.value[1] = 1 + 0x1p-7;
    ck_assert(!is_rational(&made, PLUMB_OUTPUT, 0));
    made.problem.extra.bias = bias;
    ck_assert(is_rational(&made, PLUMB_OUTPUT, 0)); /* scores 0 + 2 and 1 + 1 */
    answer given = certify(&made, 0, PLUMB_OUTPUT, PLUMB_BF16);
    check_decided(&given, 0, 1);
    made.key[0] = 1;
    ck_assert(!is_rational(&made, PLUMB_OUTPUT, 0));
    free_problem(&made);
}
END_TEST

/* A score on a boundary of binary16: (1 + 2^-11) / sqrt(4) * 2. */
START_TEST(ties_of_scores) {
    made_problem made = make_problem(one_head(1, 1, 4, 1));
    made.query[0] = 2;
    made.key[0] = 1 + 0x1p-11;
    answer given = certify(&made, 0, PLUMB_SCORES, PLUMB_F16);
    check_decided(&given, 0, 1);
    given = certify(&made, 0, PLUMB_LSE, PLUMB_F16);
    check_decided(&given, 0, 1);
    free_problem(&made);
}
END_TEST

START_TEST(only_rational_elements_are_called_rational) {
    made_problem made = make_problem(one_head(1, 2, 3, 1));
    made.query[0] = made.key[0] = made.value[0] = 1;
    ck_assert(!is_rational(&made, PLUMB_OUTPUT, 0));
    ck_assert(!is_rational(&made, PLUMB_WEIGHTS, 0));
    ck_assert(!is_rational(&made, PLUMB_LSE, 0));
    ck_assert(!is_rational(&made, PLUMB_SCORES, 0)); /* 1/sqrt(3) */
    ck_assert(is_rational(&made, PLUMB_SCORES, 1));  /* 0 */
    made.value[1] = 1;
    ck_assert(is_rational(&made, PLUMB_OUTPUT, 0)); /* equal values */
    made.problem.scale.text = "0";
    made.value[1] = 5;
    ck_assert(is_rational(&made, PLUMB_OUTPUT, 0)); /* equal scores */
    ck_assert(is_rational(&made, PLUMB_WEIGHTS, 1));
    ck_assert(!is_rational(&made, PLUMB_LSE, 0)); /* log 2 */
    free_problem(&made);
}
END_TEST

START_TEST(definitions) {
    plumb_problem shape = one_head(2, 2, 1, 1);
    shape.causal = (plumb_causal){true, -1};
    made_problem made = make_problem(shape);
    answer given = certify(&made, 0, PLUMB_OUTPUT, PLUMB_F32);
    check_decided(&given, 0, 0);
    given = certify(&made, 0, PLUMB_LSE, PLUMB_F32);
    check_decided(&given, 0, -INFINITY);
    given = certify(&made, 1, PLUMB_SCORES, PLUMB_F32);
    check_decided(&given, 0, 0);
    check_decided(&given, 1, -INFINITY);
    given = certify(&made, 1, PLUMB_WEIGHTS, PLUMB_F32);
    check_decided(&given, 0, 1);
    check_decided(&given, 1, 0);
    made.problem.empty_row = PLUMB_EMPTY_ROW_NAN;
    given = certify(&made, 0, PLUMB_OUTPUT, PLUMB_F32);
    ck_assert_int_eq(given.certificate[0], PLUMB_DECIDED);
    ck_assert(isnan(given.rounded[0]));
    free_problem(&made);
}
END_TEST

START_TEST(no_value_without_finite_inputs) {
    plumb_problem shape = one_head(2, 2, 1, 2);
    shape.causal.causal = true;
    made_problem made = make_problem(shape);
    made.value[2] = INFINITY;
    answer given = certify(&made, 1, PLUMB_OUTPUT, PLUMB_F32);
    ck_assert_int_eq(given.certificate[0], PLUMB_NO_VALUE);
    ck_assert(isnan(given.rounded[0]));
    check_decided(&given, 1, 0);
    made.key[1] = NAN;
    given = certify(&made, 1, PLUMB_OUTPUT, PLUMB_F32);
    ck_assert_int_eq(given.certificate[1], PLUMB_NO_VALUE);
    given = certify(&made, 1, PLUMB_SCORES, PLUMB_F32);
    check_decided(&given, 0, 0);
    ck_assert_int_eq(given.certificate[1], PLUMB_NO_VALUE);
    given = certify(&made, 0, PLUMB_OUTPUT, PLUMB_F32);
    check_decided(&given, 0, 0);
    free_problem(&made);
}
END_TEST

START_TEST(overflow_and_underflow_of_results) {
    made_problem made = make_problem(one_head(1, 2, 1, 2));
    made.query[0] = 1;
    made.key[1] = -800;
    made.value[0] = 65521;
    made.value[1] = 65520;
    answer given = certify(&made, 0, PLUMB_OUTPUT, PLUMB_F16);
    check_decided(&given, 0, INFINITY);
    check_decided(&given, 1, 65504); /* below the boundary 65520 by e^-800 of it */
    given = certify(&made, 0, PLUMB_WEIGHTS, PLUMB_F64);
    check_decided(&given, 1, 0); /* e^-800 < 2^-1075 */
    check_decided(&given, 0, 1);
    free_problem(&made);
}
END_TEST

/* Two keys of one element, whose values are neighbours in bfloat16; the mean of both is a tie. */
static made_problem neighbours(double first_key, double second_key) {
    made_problem made = make_problem(one_head(1, 2, 1, 1));
    made.query[0] = 1;
    made.key[0] = first_key;
    made.key[1] = second_key;
    made.value[0] = 1;
    made.value[1] = 1 + 0x1p-7;
    return made;
}

/* The tie is found where the scores are equal, and else not claimed. */
static void check_tie(plumb_position position, const char *scale, double first_key,
                      double second_key) {
    made_problem made = neighbours(first_key, second_key);
    made.problem.position = position;
    made.problem.scale.text = scale;
    answer given = certify(&made, 0, PLUMB_OUTPUT, PLUMB_BF16);
    check_decided(&given, 0, 1);
    ck_assert(is_rational(&made, PLUMB_OUTPUT, 0));
    made.key[0] += 0.25;
    ck_assert(!is_rational(&made, PLUMB_OUTPUT, 0));
    free_problem(&made);
}

/* Positions 0 of the query, 0 and 1 of the keys. */
START_TEST(ties_at_positions) {
    static const double table[] = {-4, 2, 1}, slope[] = {0.75};
    plumb_position learned = {.kind = PLUMB_POSITION_LEARNED, .table = table + 1, .table_rows = 2};
    plumb_position alibi = {.kind = PLUMB_POSITION_ALIBI};
    plumb_position buckets = {.kind = PLUMB_POSITION_BUCKET_INDEX,
                              .bidirectional = true,
                              .buckets = 32,
                              .max_distance = 128};
    plumb_position relative = {
        .kind = PLUMB_POSITION_RELATIVE_TABLE, .table = table, .table_rows = 3};
    check_tie(learned, "1/3", 1, 2);
    check_tie(alibi, "1", 0x1p-8, 0);
    check_tie(alibi, "1/3", 3 * 0x1p-8, 0);
    alibi.alibi = PLUMB_ALIBI_SYMMETRIC;
    check_tie(alibi, "1", -0x1p-8, 0);
    alibi.alibi = PLUMB_ALIBI_SCALED_KEY;
    check_tie(alibi, "1/3", 0x1p-8, 0);
    alibi.slopes = slope;
    check_tie(alibi, "1/3", 0.75, 0);
    check_tie(buckets, "1", 17, 0);
    check_tie(relative, "1", 0, 1);
    relative.kind = PLUMB_POSITION_SHAW;
    check_tie(relative, "1/3", 0, 1);
}
END_TEST

/* Shaw's rows join the values: 1 and 1 + 2^-7 again. */
START_TEST(ties_with_rows_of_values) {
    static const double zeros[3] = {0}, rows[] = {0, 0, 0x1p-7};
    made_problem made = neighbours(1, 1);
    made.problem.scale.text = "1/3";
    made.value[1] = 1;
    made.problem.position = (plumb_position){
        .kind = PLUMB_POSITION_SHAW, .table = zeros, .value_table = rows, .table_rows = 3};
    answer given = certify(&made, 0, PLUMB_OUTPUT, PLUMB_BF16);
    check_decided(&given, 0, 1);
    made.value[0] = made.value[1] = 1 + 0x1p-7;
    given = certify(&made, 0, PLUMB_OUTPUT, PLUMB_BF16);
    check_decided(&given, 0, 1 + 0x1p-6);
    free_problem(&made);
}
END_TEST

/* A rotation, sines and a slope of 2^(-1/2) make scores of which only Arb knows anything; but with one
   key, or with equal values, they do not matter. */
START_TEST(scores_beyond_the_theory) {
    made_problem made = make_problem(one_head(1, 2, 2, 1));
    made.query[0] = made.key[0] = made.key[2] = 1;
    made.value[0] = 1;
    made.value[1] = 1 + 0x1p-7;
    for (int kind = 0; kind < 2; kind++) {
        made.problem.position =
            (plumb_position){.kind = kind == 0 ? PLUMB_POSITION_ROPE : PLUMB_POSITION_SINUSOIDAL,
                             .rope = {.dim = 2, .base = 10000},
                             .sinusoidal_base = 10000};
        ck_assert(!is_rational(&made, PLUMB_OUTPUT, 0));
        ck_assert(!is_rational(&made, PLUMB_SCORES, 1));
        check_against_reference(&made, 0, PLUMB_OUTPUT, PLUMB_BF16);
        made.value[0] = made.value[1] = 1 + 0x1p-8;
        answer given = certify(&made, 0, PLUMB_OUTPUT, PLUMB_BF16);
        check_decided(&given, 0, 1);
        made.value[1] = 1 + 0x1p-7;
        made.problem.causal.causal = true;
        given = certify(&made, 0, PLUMB_OUTPUT, PLUMB_BF16);
        check_decided(&given, 0, 1);
        made.problem.causal.causal = false;
        made.value[0] = 1;
    }
    free_problem(&made);
}
END_TEST

START_TEST(slopes_that_are_not_rational) {
    plumb_problem shape = one_head(1, 2, 1, 1);
    shape.query_heads = 16;
    made_problem made = make_problem(shape);
    made.problem.position.kind = PLUMB_POSITION_ALIBI;
    ck_assert(!is_rational(&made, PLUMB_SCORES, 1));
    made.problem.query_heads = 1;
    ck_assert(is_rational(&made, PLUMB_SCORES, 1));
    free_problem(&made);
}
END_TEST

/* No key is visible; their values count. */
START_TEST(ties_of_the_mean_of_all_values) {
    plumb_problem shape = one_head(1, 3, 1, 1);
    shape.causal = (plumb_causal){true, -1};
    shape.empty_row = PLUMB_EMPTY_ROW_MEAN;
    made_problem made = make_problem(shape);
    made.key[1] = NAN;
    made.value[0] = made.value[1] = 1;
    made.value[2] = 1 + 3 * 0x1p-8;
    answer given = certify(&made, 0, PLUMB_OUTPUT, PLUMB_BF16);
    check_decided(&given, 0, 1);
    given = certify(&made, 0, PLUMB_WEIGHTS, PLUMB_F64);
    for (size_t i = 0; i < 3; i++)
        check_decided(&given, i, 1.0 / 3);
    given = certify(&made, 0, PLUMB_LSE, PLUMB_BF16);
    check_decided(&given, 0, -INFINITY);
    made.problem.empty_lse_positive = true;
    given = certify(&made, 0, PLUMB_LSE, PLUMB_BF16);
    check_decided(&given, 0, INFINITY);
    made.value[0] = NAN;
    given = certify(&made, 0, PLUMB_OUTPUT, PLUMB_BF16);
    ck_assert_int_eq(given.certificate[0], PLUMB_NO_VALUE);
    free_problem(&made);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("exact/certify");
    TCase *cases = tcase_create("certify");
    tcase_add_test(cases, random_rows);
    tcase_add_test(cases, binary64_asks_the_reference);
    tcase_add_test(cases, ties_of_equal_keys);
    tcase_add_test(cases, a_second_look_comes_before_the_reference);
    tcase_add_test(cases, ties_across_groups_of_scores);
    tcase_add_test(cases, ties_with_sinks);
    tcase_add_test(cases, the_log_sum_exp_with_and_without_a_sink);
    tcase_add_test(cases, ties_of_a_scaled_softmax);
    tcase_add_test(cases, a_bias_regroups_the_keys);
    tcase_add_test(cases, ties_of_scores);
    tcase_add_test(cases, only_rational_elements_are_called_rational);
    tcase_add_test(cases, definitions);
    tcase_add_test(cases, no_value_without_finite_inputs);
    tcase_add_test(cases, overflow_and_underflow_of_results);
    tcase_add_test(cases, ties_at_positions);
    tcase_add_test(cases, ties_with_rows_of_values);
    tcase_add_test(cases, scores_beyond_the_theory);
    tcase_add_test(cases, slopes_that_are_not_rational);
    tcase_add_test(cases, ties_of_the_mean_of_all_values);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
