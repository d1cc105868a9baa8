/* test_places.c - a share is of its sample, head, rows and key: batches of grouped heads whose weights all differ,
   those that are right and those that an engine gave. */
#include "measure/sink.h"
#include "tests/support/check.h"
#include "tests/support/naive.h"
#include "tests/support/suite.h"
#include <flint/flint.h>
#include <stdio.h>

enum { BATCH = 2, HEADS = 6, TOKENS = 5, WEIGHTS = BATCH * HEADS * TOKENS * TOKENS };

static drawn_problem draw_layer(random_cases *cases) {
    plumb_problem shape = {.batch = BATCH, .query_heads = HEADS, .key_heads = 3, .query_length = TOKENS,
                           .key_length = TOKENS, .head_dim = 3, .value_dim = 7};
    return draw_problem(cases, shape, ORDINARY);
}

static size_t start_of(size_t head, size_t t) {
    return (head * TOKENS + t) * TOKENS;
}

/* The mean weight of the key, counted from 1, in the rows that come no earlier. */
static double mean_of(const double *weight, size_t head, size_t key) {
    double sum = 0;
    for (size_t t = key - 1; t < TOKENS; t++)
        sum += weight[start_of(head, t) + key - 1];
    return sum / (double)(TOKENS - key + 1);
}

static plumb_sink_layer measure(const plumb_case *asked, const plumb_sink_question *question) {
    plumb_sink_layer layer;
    plumb_error error = {""};
    ck_assert_msg(plumb_sink_measure(asked, question, &layer, &error) == 0, "%s", error.text);
    return layer;
}

static void check_means(const plumb_case *asked, const plumb_sink_question *question, const double *weight) {
    plumb_sink_layer layer = measure(asked, question);
    for (size_t head = 0; head < BATCH * HEADS; head++)
        ck_assert_msg(fabs(layer.head[head].alpha.mid - mean_of(weight, head, question->key)) < 1e-14,
                      "head %zu, key %zu: %.17g", head, question->key, layer.head[head].alpha.mid);
    plumb_sink_layer_free(&layer);
}

START_TEST(right_weights_are_those_of_the_head) {
    random_cases cases = random_begin("places of shares", 4);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_layer(&cases);
        plumb_case asked = {.problem = drawn.problem, .source = "made"};
        double weight[WEIGHTS];
        for (size_t n = 0; n < WEIGHTS; n++) {
            size_t row = n / TOKENS, head = row / TOKENS;
            weight[n] = (double)naive_element(&drawn.problem, PLUMB_WEIGHTS, head / HEADS, head % HEADS,
                                              row % TOKENS, n % TOKENS);
        }
        for (size_t key = 1; key <= TOKENS; key++)
            check_means(&asked, &(plumb_sink_question){.epsilon = "0.3", .tokens = 64, .key = key}, weight);
        free_problem(&drawn);
    }
}
END_TEST

/* Each head is asked whether it exceeds its own mean, a tie that no ball decides, and then has no value. */
static void check_given(random_cases *cases, const plumb_case *asked, double *weight, size_t key) {
    plumb_sink_question question = {.tokens = 64, .key = key, .from_weights = true, .proxy_given = true};
    char tie[64];
    question.epsilon = tie;
    for (size_t head = 0; head < BATCH * HEADS; head++) {
        snprintf(tie, sizeof tie, "%.0f/%zu", 1024 * (double)(TOKENS - key + 1) * mean_of(weight, head, key),
                 1024 * (TOKENS - key + 1));
        check_means(asked, &question, weight);
        plumb_sink_layer layer = measure(asked, &question);
        ck_assert_int_eq(layer.head[head].answer, PLUMB_SHARE_NOT_ABOVE);
        ck_assert(layer.head[head].escalated);
        plumb_sink_layer_free(&layer);
        double *hidden = &weight[start_of(head, key - 1 + random_below(cases, TOKENS - key + 1)) + key - 1];
        double kept = *hidden;
        *hidden = NAN;
        layer = measure(asked, &question);
        ck_assert_uint_eq(layer.count[PLUMB_SHARE_NO_VALUE], 1);
        ck_assert_int_eq(layer.head[head].answer, PLUMB_SHARE_NO_VALUE);
        plumb_sink_layer_free(&layer);
        *hidden = kept;
    }
}

START_TEST(given_weights_are_those_of_the_head) {
    random_cases cases = random_begin("places of given shares", 2);
    while (random_next(&cases)) {
        drawn_problem drawn = draw_layer(&cases);
        double weight[WEIGHTS];
        for (size_t n = 0; n < WEIGHTS; n++)
            weight[n] = (double)random_below(&cases, 1024) / 1024;
        plumb_case asked = {.problem = drawn.problem, .source = "made",
                            .weights = {true, PLUMB_F64, WEIGHTS, weight}};
        for (size_t key = 1; key <= TOKENS; key++)
            check_given(&cases, &asked, weight, key);
        free_problem(&drawn);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("places of shares");
    TCase *tests = tcase_create("places of shares");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, right_weights_are_those_of_the_head);
    tcase_add_test(tests, given_weights_are_those_of_the_head);
    suite_add_tcase(suite, tests);
    int result = run_suite(suite);
    flint_cleanup(); /* its caches are no leak */
    return result;
}
