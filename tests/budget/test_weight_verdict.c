/* test_weight_verdict.c - no weight that is computed in binary32 is impossible, as a quotient or from the log-sum-exp;
   what is a thousandth of itself away is. */
#include "budget/weight_verdict.h"
#include "tests/budget/scored_rows.h"
#include <string.h>

#define CASES 600
#define PLACES (MOST_SCORES + 1)

typedef struct {
    scored_row row;
    float logit;
    int has_sink;
    size_t key;
} weight_row;

static void random_weight_row(random_cases *cases, weight_row *x) {
    do
        random_scored_row(cases, &x->row);
    while (memchr(x->row.visible, 1, x->row.keys) == NULL);
    do
        x->key = random_below(cases, x->row.keys);
    while (!x->row.visible[x->key]);
    x->has_sink = (int)random_below(cases, 2);
    x->logit = (float)random_normal(cases);
}

static bool is_impossible(const weight_row *x, plumb_weighing weighing, double number) {
    plumb_ball score[PLACES], off[PLACES], weight[PLACES], scores[2 * PLACES], offs[2 * PLACES], weights[2 * PLACES];
    plumb_range range[PLACES], ranges[2 * PLACES];
    double column[PLACES], added[PLACES], columns[2 * PLACES], unused[2 * PLACES], indicator[PLACES] = {0};
    unsigned char shown[PLACES], shown_twice[2 * PLACES];
    model_steps steps = steps_of(plumb_precision_find("f32"));
    indicator[x->key] = 1;
    plumb_row_values values = {.value = indicator, .added = indicator, .width = 1};
    plumb_verdict_workspace work = {score, off, weight, range, column, added, shown};
    plumb_verdict_workspace twofold = {scores, offs, weights, ranges, columns, unused, shown_twice};
    return plumb_weight_verdict(steps.unit, steps.tiny, given_row(&x->row), x->row.visible, values, x->key,
                                x->row.keys, x->has_sink, (double)x->logit, weighing, (plumb_finish){0}, number, work,
                                twofold) == PLUMB_IMPOSSIBLE;
}

static float sum_of(const weight_row *x, float shift) {
    float sum = x->has_sink ? expf(x->logit - shift) : 0;
    for (size_t j = 0; j < x->row.keys; j++)
        sum += x->row.visible[j] ? expf(score_of(&x->row, j).computed - shift) : 0;
    return sum;
}

static float largest(const weight_row *x) {
    float most = x->has_sink ? x->logit : -INFINITY;
    for (size_t j = 0; j < x->row.keys; j++)
        most = x->row.visible[j] ? fmaxf(most, score_of(&x->row, j).computed) : most;
    return most;
}

START_TEST(quotients_and_exponentials) {
    random_cases cases = random_begin("budget weight verdict", CASES);
    const plumb_weighing softmax = {.kind = PLUMB_WEIGHED_BY_SOFTMAX};
    while (random_next(&cases)) {
        weight_row x;
        random_weight_row(&cases, &x);
        float score = score_of(&x.row, x.key).computed, shift = largest(&x), sum = sum_of(&x, shift);
        float quotient = expf(score - shift) / sum, exponential = expf(score - (shift + logf(sum)));
        ck_assert_msg(!is_impossible(&x, softmax, (double)quotient), "%a is given", (double)quotient);
        ck_assert_msg(!is_impossible(&x, softmax, (double)exponential), "%a is given", (double)exponential);
        ck_assert(is_impossible(&x, softmax, 1.001 * (double)quotient));
        ck_assert(is_impossible(&x, softmax, 0.999 * (double)quotient));
        ck_assert(!is_impossible(&x, softmax, NAN));
    }
}
END_TEST

/* A weight near 1 hardly errs as a quotient, and as an exponential by what the score and the log-sum-exp err. */
START_TEST(an_exponential_errs_where_a_quotient_does_not) {
    weight_row x = {.row = {.keys = 1, .dim = 1, .query = {64}, .key = {1}, .visible = {1}}};
    const plumb_weighing softmax = {.kind = PLUMB_WEIGHED_BY_SOFTMAX};
    ck_assert(!is_impossible(&x, softmax, 1) && !is_impossible(&x, softmax, 1 - 0x1p-17));
    ck_assert(is_impossible(&x, softmax, 1 - 0x1p-12) && is_impossible(&x, softmax, 1 + 0x1p-12));
    const plumb_weighing scaled = {.kind = PLUMB_WEIGHED_BY_SCALED_SOFTMAX, .factor = 1};
    ck_assert(!is_impossible(&x, scaled, 1) && is_impossible(&x, scaled, 1 - 0x1p-17));
}
END_TEST

START_TEST(of_a_map) {
    random_cases cases = random_begin("budget weight verdict of maps", CASES);
    const plumb_weighing sigmoid = {.kind = PLUMB_WEIGHED_BY_MAP,
                                    .mapping = {.map = PLUMB_MAP_SIGMOID, .division = PLUMB_DIVIDED_BY_NOTHING}};
    while (random_next(&cases)) {
        weight_row x;
        random_weight_row(&cases, &x);
        x.has_sink = 0;
        double weight = (double)(1 / (1 + expf(-score_of(&x.row, x.key).computed)));
        ck_assert(!is_impossible(&x, sigmoid, weight));
        ck_assert(is_impossible(&x, sigmoid, 1.001 * weight) && is_impossible(&x, sigmoid, 0.999 * weight));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/weight_verdict");
    TCase *tests = tcase_create("weight_verdict");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, quotients_and_exponentials);
    tcase_add_test(tests, an_exponential_errs_where_a_quotient_does_not);
    tcase_add_test(tests, of_a_map);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
