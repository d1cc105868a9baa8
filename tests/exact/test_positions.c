/* test_positions.c - the reference of every positional encoding against closed forms and the laws of
   spec/positions.md; empty rows. */
#include "exact/definition.h"
#include "exact/finite.h"
#include "tests/exact/rows.h"
#include "tests/support/suite.h"

#define CASES 100

enum { QUERIES = 4, KEYS = 6, HEAD_DIM = 6 };

static drawn_problem draw_plain(random_cases *cases) {
    return draw_problem(cases, plain(QUERIES, KEYS, HEAD_DIM), ORDINARY);
}

static void set_ids(drawn_problem *drawn, int64_t shift) {
    give_position_ids(drawn);
    for (size_t t = 0; t < QUERIES; t++)
        drawn->query_position[t] = (int64_t)t + shift;
    for (size_t i = 0; i < KEYS; i++)
        drawn->key_position[i] = (int64_t)i + shift;
}

/* Scores depend on p_t - p_j only; the ids 0, 1, ... are the default. */
START_TEST(rope_is_relative) {
    random_cases cases = random_begin("relative rope", CASES);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_plain(&cases), shifted = copy_problem(&drawn);
        drawn.problem.position.kind = PLUMB_POSITION_ROPE;
        drawn.problem.position.rope = (plumb_rope){
            .layout = (plumb_rope_layout)random_below(&cases, 3), .dim = 4, .base = 10000};
        shifted.problem.position = drawn.problem.position;
        set_ids(&shifted, (int64_t)random_below(&cases, 1 << 24));
        if (!agree(&drawn.problem, &shifted.problem, 1, PLUMB_SCORES))
            fail_case(&cases, &shifted.problem, "score of row", 1);
        shifted.key_position[2]++;
        if (agree(&drawn.problem, &shifted.problem, 1, PLUMB_SCORES))
            fail_case(&cases, &shifted.problem, "same score of row", 1);
        free_problem(&drawn);
        free_problem(&shifted);
    }
}
END_TEST

/* The same pairs at other places. */
START_TEST(layouts_of_the_same_pairs_agree) {
    random_cases cases = random_begin("layouts of rope", CASES);
    while (random_next(&cases)) {
        drawn_problem half = draw_plain(&cases), other = copy_problem(&half);
        half.problem.position.kind = other.problem.position.kind = PLUMB_POSITION_ROPE;
        half.problem.position.rope = other.problem.position.rope =
            (plumb_rope){.dim = HEAD_DIM, .base = 100};
        other.problem.position.rope.layout = PLUMB_ROPE_INTERLEAVED;
        if (agree(&half.problem, &other.problem, 3, PLUMB_SCORES))
            fail_case(&cases, &half.problem, "same score of row", 3);
        for (size_t i = 0; i < QUERIES * HEAD_DIM; i++)
            other.query[i - i % HEAD_DIM + 2 * (i % 3) + i % HEAD_DIM / 3] = half.query[i];
        for (size_t i = 0; i < KEYS * HEAD_DIM; i++)
            other.key[i - i % HEAD_DIM + 2 * (i % 3) + i % HEAD_DIM / 3] = half.key[i];
        if (!agree(&half.problem, &other.problem, 3, PLUMB_SCORES))
            fail_case(&cases, &half.problem, "interleaved score of row", 3);
        other.problem.position.rope.layout = PLUMB_ROPE_DEINTERLEAVED;
        if (!agree(&half.problem, &other.problem, 3, PLUMB_SCORES))
            fail_case(&cases, &half.problem, "deinterleaved score of row", 3);
        free_problem(&half);
        free_problem(&other);
    }
}
END_TEST

/* Under a causal softmax three forms have the same weights; log-sum-exps differ. */
START_TEST(forms_of_alibi_shift_rows) {
    random_cases cases = random_begin("forms of alibi", CASES);
    while (random_next(&cases)) {
        drawn_problem relative = draw_plain(&cases), other = copy_problem(&relative);
        relative.problem.causal.causal = other.problem.causal.causal = true;
        relative.problem.position.kind = other.problem.position.kind = PLUMB_POSITION_ALIBI;
        other.problem.position.alibi = PLUMB_ALIBI_SYMMETRIC;
        if (!agree(&relative.problem, &other.problem, 3, PLUMB_LSE))
            fail_case(&cases, &other.problem, "symmetric: row", 3);
        other.problem.position.alibi = PLUMB_ALIBI_KEY;
        if (!agree(&relative.problem, &other.problem, 3, PLUMB_WEIGHTS))
            fail_case(&cases, &other.problem, "key: row", 3);
        if (agree(&relative.problem, &other.problem, 3, PLUMB_LSE))
            fail_case(&cases, &other.problem, "key: same log-sum-exp of row", 3);
        other.problem.position.alibi = PLUMB_ALIBI_SCALED_KEY;
        if (agree(&relative.problem, &other.problem, 3, PLUMB_WEIGHTS))
            fail_case(&cases, &other.problem, "scaled: same row", 3);
        free_problem(&relative);
        free_problem(&other);
    }
}
END_TEST

/* One head, slope 2^-8, query and keys 0: scores are the biases. */
START_TEST(alibi_by_hand) {
    static const double expected[][4] = {[PLUMB_ALIBI_RELATIVE] = {-3, -2, -1, 0},
                                         [PLUMB_ALIBI_KEY] = {0, 1, 2, 3},
                                         [PLUMB_ALIBI_SYMMETRIC] = {-3, -2, -1, 0},
                                         [PLUMB_ALIBI_SCALED_KEY] = {0, 0.5, 1, 1.5}};
    drawn_problem drawn = blank_problem(plain(3, 4, 4));
    drawn.problem.causal.offset = 1;
    drawn.problem.position.kind = PLUMB_POSITION_ALIBI;
    for (int form = 0; form < 4; form++) {
        plumb_reference reference;
        drawn.problem.position.alibi = (plumb_alibi_form)form;
        plumb_reference_init(&reference, &drawn.problem);
        for (size_t i = 0; i < 4; i++)
            ck_assert(middle(element(&reference, 2, PLUMB_SCORES, i)) == expected[form][i] * 0x1p-8);
        ck_assert(form != PLUMB_ALIBI_SYMMETRIC ||
                  middle(element(&reference, 0, PLUMB_SCORES, 3)) == -0x1p-7);
        plumb_reference_clear(&reference);
    }
    free_problem(&drawn);
}
END_TEST

/* A bias before a softcap is capped with the product, after it is not. */
START_TEST(a_position_is_capped_as_a_bias_is) {
    drawn_problem drawn = blank_problem(plain(1, 2, 1));
    drawn.query[0] = drawn.key[1] = 1;
    drawn.problem.position = (plumb_position){.kind = PLUMB_POSITION_BUCKET_INDEX,
                                              .bidirectional = true,
                                              .buckets = 32,
                                              .max_distance = 128};
    drawn.problem.op.softcap = 2;
    for (int order = 0; order <= PLUMB_BIAS_MASK_CAP; order++) {
        plumb_reference reference;
        drawn.problem.op.softcap_order = (plumb_softcap_order)order;
        plumb_reference_init(&reference, &drawn.problem);
        check_near(element(&reference, 0, PLUMB_SCORES, 1),
                   order == PLUMB_CAP_BIAS_MASK ? 2 * tanh(0.5) + 17 : 2 * tanh(18 / 2.0), 1e-15);
        plumb_reference_clear(&reference);
    }
    free_problem(&drawn);
}
END_TEST

/* One key whose vector is (1, 0) at position 1 meets the query (1, 0) there: the score is 1/sqrt(2).
   The sink's key, the same, meets the moved query as it is. */
START_TEST(a_sink_is_not_moved) {
    drawn_problem drawn = blank_problem(plain(1, 1, 2));
    drawn.query[0] = drawn.key[0] = 1;
    give_position_ids(&drawn);
    drawn.query_position[0] = drawn.key_position[0] = 1;
    drawn.problem.position.kind = PLUMB_POSITION_ROPE;
    drawn.problem.position.rope = (plumb_rope){.dim = 2, .base = 10000};
    drawn.problem.op.sink = PLUMB_SINK_KEY;
    give_extra(&drawn, SINK_KEY);
    drawn.extra[SINK_KEY][0] = 1;
    plumb_reference reference;
    plumb_reference_init(&reference, &drawn.problem);
    check_near(element(&reference, 0, PLUMB_SCORES, 0), sqrt(0.5), 1e-15);
    check_near(element(&reference, 0, PLUMB_LSE, 0), log(exp(sqrt(0.5)) + exp(cos(1) * sqrt(0.5))),
               1e-15);
    plumb_reference_clear(&reference);
    free_problem(&drawn);
}
END_TEST

START_TEST(tables_of_distances_by_hand) {
    static const double table[] = {10, 20, 30}, rows[] = {1, 0, 0, 2, 3, 3};
    static const double value_rows[] = {1, 10, 2, 20, 3, 30};
    drawn_problem drawn = blank_problem(plain(2, 4, 2));
    plumb_reference reference;
    drawn.problem.scale.text = "0.5";
    drawn.problem.position =
        (plumb_position){.kind = PLUMB_POSITION_RELATIVE_TABLE, .table = table, .table_rows = 3};
    plumb_reference_init(&reference, &drawn.problem);
    static const double expected[] = {10, 20, 30, 30};
    for (size_t i = 0; i < 4; i++)
        ck_assert(middle(element(&reference, 1, PLUMB_SCORES, i)) == expected[i]);
    plumb_reference_clear(&reference);
    drawn.problem.position.kind = PLUMB_POSITION_SHAW;
    drawn.problem.position.table = rows;
    drawn.problem.position.value_table = value_rows;
    drawn.query[2] = 4;
    drawn.query[3] = 6;
    drawn.key[0] = 1;
    plumb_reference_init(&reference, &drawn.problem);
    static const double scores[] = {4, 6, 15, 15};
    double weight[4], total = 0;
    for (size_t i = 0; i < 4; i++) {
        ck_assert(middle(element(&reference, 1, PLUMB_SCORES, i)) == scores[i]);
        total += weight[i] = exp(scores[i]);
    }
    double mean = (weight[0] + 2 * weight[1] + 3 * weight[2] + 3 * weight[3]) / total;
    check_near(element(&reference, 1, PLUMB_OUTPUT, 0), mean, 1e-15);
    check_near(element(&reference, 1, PLUMB_OUTPUT, 1), 10 * mean, 1e-15);
    plumb_reference_clear(&reference);
    free_problem(&drawn);
}
END_TEST

/* Query 0 sees none of four keys, query 1 the first. */
static drawn_problem blind_row(void) {
    drawn_problem drawn = blank_problem(plain(2, 4, 2));
    drawn.problem.causal = (plumb_causal){.causal = true, .offset = -1};
    drawn.problem.empty_row = PLUMB_EMPTY_ROW_MEAN;
    for (size_t i = 0; i < 8; i++)
        drawn.value[i] = (double)(i + 1);
    return drawn;
}

static bool by_definition(const plumb_problem *problem, plumb_quantity quantity, double *value) {
    return plumb_exact_by_definition(problem, 0, 0, 0, 0, quantity, 0, value);
}

START_TEST(an_empty_row_may_be_the_mean) {
    static const double rows[] = {0, 0, 0, 0, 100, 200};
    drawn_problem drawn = blind_row();
    plumb_reference reference;
    double value;
    plumb_reference_init(&reference, &drawn.problem);
    for (size_t i = 0; i < 4; i++) {
        ck_assert(middle(element(&reference, 0, PLUMB_WEIGHTS, i)) == 0.25);
        ck_assert(arf_is_neg_inf(arb_midref(element(&reference, 0, PLUMB_SCORES, i))));
    }
    ck_assert(middle(element(&reference, 0, PLUMB_OUTPUT, 0)) == 4);
    ck_assert(middle(element(&reference, 0, PLUMB_OUTPUT, 1)) == 5);
    ck_assert(middle(element(&reference, 1, PLUMB_WEIGHTS, 0)) == 1);
    ck_assert(middle(element(&reference, 1, PLUMB_OUTPUT, 1)) == 2);
    ck_assert(!by_definition(&drawn.problem, PLUMB_WEIGHTS, &value));
    ck_assert(!by_definition(&drawn.problem, PLUMB_OUTPUT, &value));
    ck_assert(by_definition(&drawn.problem, PLUMB_SCORES, &value) && value == -INFINITY);
    plumb_reference_clear(&reference);
    /* Distances of 1 and more read the last row. */
    drawn.problem.position = (plumb_position){
        .kind = PLUMB_POSITION_SHAW, .table = rows, .value_table = rows, .table_rows = 3};
    plumb_reference_init(&reference, &drawn.problem);
    ck_assert(middle(element(&reference, 0, PLUMB_OUTPUT, 0)) == 104);
    plumb_reference_clear(&reference);
    free_problem(&drawn);
}
END_TEST

START_TEST(the_log_sum_exp_of_an_empty_row_has_a_sign) {
    drawn_problem drawn = blind_row();
    for (int positive = 0; positive <= 1; positive++) {
        plumb_reference reference;
        double value;
        drawn.problem.empty_lse_positive = positive == 1;
        plumb_reference_init(&reference, &drawn.problem);
        arb_srcptr lse = element(&reference, 0, PLUMB_LSE, 0);
        ck_assert(positive ? arf_is_pos_inf(arb_midref(lse)) : arf_is_neg_inf(arb_midref(lse)));
        ck_assert(by_definition(&drawn.problem, PLUMB_LSE, &value));
        ck_assert(value == (positive ? INFINITY : -INFINITY));
        plumb_reference_clear(&reference);
    }
    free_problem(&drawn);
}
END_TEST

/* The row of sines or cosines of key 1 is not finite, and then that of query 1 is missing. */
static void check_stated_rotations(plumb_problem *problem) {
    static const double broken[] = {1, INFINITY, 1}, whole[] = {1, 1, 1};
    for (int sine = 0; sine <= 1; sine++) {
        problem->position = (plumb_position){.kind = PLUMB_POSITION_ROPE,
                                             .rope = {.dim = 2,
                                                      .cosine = sine ? whole : broken,
                                                      .sine = sine ? broken : whole,
                                                      .rows = 3}};
        ck_assert(plumb_exact_key_finite(problem, 0, 0, 1, 0));
        ck_assert(!plumb_exact_key_finite(problem, 0, 0, 1, 1));
        ck_assert(plumb_exact_key_finite(problem, 0, 0, 1, 2));
        ck_assert(!plumb_exact_key_finite(problem, 0, 0, 0, 0));
        problem->position.rope.rows = 2;
        ck_assert(!plumb_exact_key_finite(problem, 0, 0, 1, 0));
    }
}

/* Query 0 sees keys 0 and 1, whose distances are -1 and 0. */
static void check_rows_of_values(drawn_problem *drawn) {
    static const double zeros[6] = {0}, rows[] = {0, 0, 0, NAN, NAN, NAN};
    drawn->problem.position = (plumb_position){
        .kind = PLUMB_POSITION_SHAW, .table = zeros, .value_table = rows, .table_rows = 3};
    ck_assert(plumb_exact_column_finite(&drawn->problem, 0, 0, 0, 0));
    ck_assert(!plumb_exact_column_finite(&drawn->problem, 0, 0, 0, 1));
}

/* Values that only an empty row reads, rows of tables that a position reads. */
START_TEST(numbers_that_are_not_finite) {
    double table[] = {0, NAN, 0, 0, 0, 0};
    drawn_problem drawn = blind_row();
    ck_assert(plumb_exact_column_finite(&drawn.problem, 0, 0, 0, 1));
    drawn.value[5] = NAN;
    ck_assert(!plumb_exact_column_finite(&drawn.problem, 0, 0, 0, 1));
    ck_assert(plumb_exact_column_finite(&drawn.problem, 0, 0, 0, 0));
    ck_assert(plumb_exact_column_finite(&drawn.problem, 0, 0, 1, 1));
    drawn.problem.causal.offset = 1;
    drawn.problem.position = (plumb_position){
        .kind = PLUMB_POSITION_LEARNED, .offset = 0, .table = table, .table_rows = 3};
    ck_assert(!plumb_exact_key_finite(&drawn.problem, 0, 0, 0, 0));
    ck_assert(plumb_exact_key_finite(&drawn.problem, 0, 0, 0, 1));
    drawn.problem.position.offset = 1;
    ck_assert(plumb_exact_key_finite(&drawn.problem, 0, 0, 0, 0));
    drawn.problem.position.offset = 2;
    ck_assert(!plumb_exact_key_finite(&drawn.problem, 0, 0, 0, 0));
    drawn.problem.position =
        (plumb_position){.kind = PLUMB_POSITION_RELATIVE_TABLE, .table = table, .table_rows = 3};
    ck_assert(plumb_exact_key_finite(&drawn.problem, 0, 0, 0, 0));
    ck_assert(!plumb_exact_key_finite(&drawn.problem, 0, 0, 0, 1));
    drawn.problem.position.kind = PLUMB_POSITION_SHAW;
    ck_assert(!plumb_exact_key_finite(&drawn.problem, 0, 0, 0, 0));
    ck_assert(plumb_exact_key_finite(&drawn.problem, 0, 0, 0, 1));
    drawn.problem.position = (plumb_position){.kind = PLUMB_POSITION_ALIBI, .slopes = table + 1};
    ck_assert(!plumb_exact_key_finite(&drawn.problem, 0, 0, 0, 1));
    check_stated_rotations(&drawn.problem);
    check_rows_of_values(&drawn);
    free_problem(&drawn);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("exact/positions");
    TCase *tests = tcase_create("positions");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, rope_is_relative);
    tcase_add_test(tests, layouts_of_the_same_pairs_agree);
    tcase_add_test(tests, forms_of_alibi_shift_rows);
    tcase_add_test(tests, alibi_by_hand);
    tcase_add_test(tests, a_position_is_capped_as_a_bias_is);
    tcase_add_test(tests, a_sink_is_not_moved);
    tcase_add_test(tests, tables_of_distances_by_hand);
    tcase_add_test(tests, an_empty_row_may_be_the_mean);
    tcase_add_test(tests, the_log_sum_exp_of_an_empty_row_has_a_sign);
    tcase_add_test(tests, numbers_that_are_not_finite);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
