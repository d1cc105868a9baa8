/* test_relative_positions.c - the encodings that know distances between a query and its keys, through whole
   rows: ALiBi, buckets, clipped tables, and vectors added to keys and values. */
#include "tests/row/positioned_rows.h"
#include "tests/support/suite.h"
#include <flint/flint.h>

/* relative, key, symmetric, scaled-key at distance p_j - p_t */
static double alibi_bias(plumb_alibi_form form, double slope, double query, double key) {
    double scale = form == PLUMB_ALIBI_SCALED_KEY ? 1 / sqrt(DIM) : 1;
    return form == PLUMB_ALIBI_RELATIVE    ? slope * (key - query)
           : form == PLUMB_ALIBI_SYMMETRIC ? -slope * fabs(key - query)
                                           : slope * scale * key;
}

START_TEST(alibi_forms) {
    static const double slopes[HEADS] = {0.5, 0.3, -2, 0};
    drawn_problem drawn = draw();
    const plumb_problem *p = &drawn.problem;
    int64_t queries[BATCH * QUERIES], keys[BATCH * KEYS];
    place(queries, BATCH * QUERIES, -3);
    place(keys, BATCH * KEYS, -6);
    for (int form = PLUMB_ALIBI_RELATIVE; form <= PLUMB_ALIBI_SCALED_KEY; form++)
        for (int stated = 0; stated < 2; stated++)
            for (size_t h = 0; h < HEADS; h++) {
                drawn.problem.position = (plumb_position){.kind = PLUMB_POSITION_ALIBI,
                                                          .alibi = (plumb_alibi_form)form,
                                                          .slopes = stated ? slopes : NULL,
                                                          .query_position = queries,
                                                          .key_position = keys};
                double slope = stated ? slopes[h] : pow(2, -2.0 * (double)(h + 1));
                double expected[KEYS];
                plain_scores(p, 1, h, 2, expected);
                for (size_t j = 0; j < KEYS; j++)
                    expected[j] += alibi_bias((plumb_alibi_form)form, slope,
                                              (double)queries[QUERIES + 2], (double)keys[KEYS + j]);
                answer found = answer_of(p, 1, h, 2);
                check_scores(&found, expected);
            }
    free_problem(&drawn);
}
END_TEST

/* One number more in every score: nothing to a softmax, something to a sink or a sigmoid. */
START_TEST(alibi_of_keys_is_relative_under_a_softmax) {
    static const double sinks[HEADS] = {0.5, 0.5, 0.5, 0.5};
    drawn_problem drawn = draw();
    for (int which = 0; which < 3; which++) {
        drawn.problem.op.kind = which == 2 ? PLUMB_SIGMOID : PLUMB_SOFTMAX;
        drawn.problem.op.sink = which == 1 ? PLUMB_SINK_LOGIT : PLUMB_SINK_NONE;
        drawn.problem.extra.sinks = sinks;
        drawn.problem.position = (plumb_position){.kind = PLUMB_POSITION_ALIBI};
        answer relative = answer_of(&drawn.problem, 0, 1, 1);
        drawn.problem.position.alibi = PLUMB_ALIBI_KEY;
        answer key = answer_of(&drawn.problem, 0, 1, 1);
        ck_assert_int_eq(agree(relative.weight, key.weight, KEYS), which == 0);
        ck_assert(!agree(relative.score, key.score, KEYS));
    }
    free_problem(&drawn);
}
END_TEST

START_TEST(a_position_stands_where_the_bias_does) {
    drawn_problem drawn = draw();
    static double bias[KEYS] = {1, -1, 0.5, 2, 0, -3};
    drawn.problem.extra.bias = bias;
    drawn.problem.op.softcap = 0.75;
    drawn.problem.position = (plumb_position){.kind = PLUMB_POSITION_ALIBI};
    for (int order = PLUMB_CAP_BIAS_MASK; order <= PLUMB_BIAS_CAP_MASK; order++) {
        drawn.problem.op.softcap_order = (plumb_softcap_order)order;
        double expected[KEYS];
        plain_scores(&drawn.problem, 0, 0, 0, expected);
        for (size_t j = 0; j < KEYS; j++) {
            double added = bias[j] + 0.25 * ((double)j - 2);
            expected[j] = order == PLUMB_CAP_BIAS_MASK ? 0.75 * tanh(expected[j] / 0.75) + added
                                                       : 0.75 * tanh((expected[j] + added) / 0.75);
        }
        answer found = answer_of(&drawn.problem, 0, 0, 0);
        check_scores(&found, expected);
    }
    free_problem(&drawn);
}
END_TEST

/* 8 buckets up to 16, causal: 4 6 8 12 from bucket 4 on; both: 4 each way, 0 1 2 6 ... */
START_TEST(t5_buckets) {
    static const int64_t distances[KEYS] = {0, -3, -5, -200, 5, 200};
    static const double causal[KEYS] = {0, 3, 4, 7, 0, 0}, both[KEYS] = {0, 2, 2, 3, 6, 7};
    drawn_problem drawn = draw();
    double table[8 * HEADS], expected[KEYS];
    int64_t queries[BATCH * QUERIES], keys[BATCH * KEYS];
    for (size_t i = 0; i < 8 * HEADS; i++)
        table[i] = (double)(i % HEADS) * 100 + (double)(i / HEADS);
    for (size_t i = 0; i < BATCH * KEYS; i++)
        keys[i] = 1000 + distances[i % KEYS];
    for (size_t i = 0; i < BATCH * QUERIES; i++)
        queries[i] = 1000;
    for (int bidirectional = 0; bidirectional < 2; bidirectional++)
        for (size_t h = 0; h < HEADS; h++) {
            drawn.problem.position = (plumb_position){.kind = PLUMB_POSITION_T5,
                                                      .bidirectional = bidirectional == 1,
                                                      .buckets = 8,
                                                      .max_distance = 16,
                                                      .table = table,
                                                      .query_position = queries,
                                                      .key_position = keys};
            plain_scores(&drawn.problem, 1, h, 1, expected);
            for (size_t j = 0; j < KEYS; j++)
                expected[j] += 100 * (double)h + (bidirectional ? both : causal)[j];
            answer found = answer_of(&drawn.problem, 1, h, 1);
            check_scores(&found, expected);
            for (size_t j = 0; j < KEYS; j++)
                expected[j] -= 100 * (double)h;
            drawn.problem.position.kind = PLUMB_POSITION_BUCKET_INDEX;
            drawn.problem.position.table = NULL;
            found = answer_of(&drawn.problem, 1, h, 1);
            check_scores(&found, expected);
        }
    free_problem(&drawn);
}
END_TEST

START_TEST(relative_table_is_clipped) {
    drawn_problem drawn = draw();
    double table[5 * HEADS], expected[KEYS];
    for (size_t i = 0; i < 5 * HEADS; i++)
        table[i] = (double)(i * i % 13);
    drawn.problem.position =
        (plumb_position){.kind = PLUMB_POSITION_RELATIVE_TABLE, .table = table, .table_rows = 5};
    plain_scores(&drawn.problem, 0, 3, 1, expected);
    for (size_t j = 0; j < KEYS; j++) { /* the query stands at 3 */
        size_t row = j < 1 ? 0 : j > 5 ? 4 : j - 1;
        expected[j] += table[row * HEADS + 3];
    }
    answer found = answer_of(&drawn.problem, 0, 3, 1);
    check_scores(&found, expected);
    free_problem(&drawn);
}
END_TEST

START_TEST(shaw_adds_to_keys_and_values) {
    drawn_problem drawn = draw();
    const plumb_problem *p = &drawn.problem;
    double table[3 * DIM], values[3 * VALUES], key[DIM], expected[KEYS];
    for (size_t i = 0; i < 3 * DIM; i++)
        table[i] = (double)(i * i % 7) - 3;
    for (size_t i = 0; i < 3 * VALUES; i++)
        values[i] = (double)(i * i) - 2;
    drawn.problem.position = (plumb_position){
        .kind = PLUMB_POSITION_SHAW, .table = table, .value_table = values, .table_rows = 3};
    answer found = answer_of(p, 0, 1, 0);
    double output[VALUES] = {0, 0};
    for (size_t j = 0; j < KEYS; j++) { /* the query stands at 2 */
        size_t row = j < 2 ? 0 : j > 2 ? 2 : 1;
        for (size_t c = 0; c < DIM; c++)
            key[c] = key_at(p, 0, 1, j)[c] + table[row * DIM + c];
        expected[j] = dot(query_at(p, 0, 1, 0), key) / sqrt(DIM);
        for (size_t c = 0; c < VALUES; c++)
            output[c] +=
                found.weight[j].mid * (p->value[j * VALUES + c] + values[row * VALUES + c]);
    }
    check_scores(&found, expected);
    for (size_t c = 0; c < VALUES; c++)
        ck_assert(near(found.output[c], output[c]));
    free_problem(&drawn);
}
END_TEST

START_TEST(shaw_with_a_table_of_zeros_is_none) {
    static const double zeros[3 * DIM];
    drawn_problem drawn = draw();
    answer none = answer_of(&drawn.problem, 1, 1, 1);
    drawn.problem.position = (plumb_position){
        .kind = PLUMB_POSITION_SHAW, .table = zeros, .value_table = zeros, .table_rows = 3};
    answer shaw = answer_of(&drawn.problem, 1, 1, 1);
    ck_assert(agree(none.score, shaw.score, KEYS));
    ck_assert(agree(none.weight, shaw.weight, KEYS));
    ck_assert(agree(none.output, shaw.output, VALUES));
    free_problem(&drawn);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("attention/relative_positions");
    TCase *tests = tcase_create("relative_positions");
    tcase_add_test(tests, alibi_forms);
    tcase_add_test(tests, alibi_of_keys_is_relative_under_a_softmax);
    tcase_add_test(tests, a_position_stands_where_the_bias_does);
    tcase_add_test(tests, t5_buckets);
    tcase_add_test(tests, relative_table_is_clipped);
    tcase_add_test(tests, shaw_adds_to_keys_and_values);
    tcase_add_test(tests, shaw_with_a_table_of_zeros_is_none);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
