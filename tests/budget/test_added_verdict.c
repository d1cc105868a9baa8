/* test_added_verdict.c - from the vectors of a row to what an engine of binary32 gives, whose values have vectors added
   to them: never impossible; a thousandth of the values away it is. */
#include "budget/added_verdict.h"
#include "tests/budget/verdicts.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"

#define CASES 500
#define PLACES (MOST_KEYS + 1) /* a sink's is the last */

typedef struct {
    size_t keys, dim;
    double query[MOST_DIM], key[MOST_KEYS * MOST_DIM];
    double value[MOST_KEYS * WIDTH], added[MOST_KEYS * WIDTH], sink;
    int has_sink;
    unsigned char visible[MOST_KEYS];
} added_row;

/* What is not read is NaN. */
static void random_row(random_cases *cases, added_row *x) {
    x->keys = 1 + random_below(cases, MOST_KEYS);
    x->dim = 1 + random_below(cases, MOST_DIM);
    x->has_sink = random_below(cases, 2) != 0;
    x->sink = (double)(float)random_normal(cases);
    size_t always = random_below(cases, x->keys);
    for (size_t c = 0; c < x->dim; c++)
        x->query[c] = (double)(float)random_normal(cases);
    for (size_t j = 0; j < x->keys; j++) {
        x->visible[j] = j == always || random_below(cases, 4) != 0;
        for (size_t c = 0; c < x->dim; c++)
            x->key[j * x->dim + c] = x->visible[j] ? (double)(float)random_normal(cases) : NAN;
        x->value[j * WIDTH] = x->added[j * WIDTH] = NAN;
        x->value[j * WIDTH + 1] = x->visible[j] ? (double)(float)random_normal(cases) : NAN;
        x->added[j * WIDTH + 1] = x->visible[j] ? (double)(float)random_normal(cases) : NAN;
    }
}

static double scale_of(const added_row *x) {
    return 1 / sqrt((double)x->dim);
}

static double score_of(const added_row *x, size_t j) {
    double sum = 0;
    for (size_t c = 0; c < x->dim; c++)
        sum += x->query[c] * x->key[j * x->dim + c];
    return sum * scale_of(x);
}

static double mean_of(const added_row *x) {
    double total = x->has_sink ? exp(x->sink) : 0, sum = 0;
    for (size_t j = 0; j < x->keys; j++)
        if (x->visible[j]) {
            double weight = exp(score_of(x, j));
            total += weight;
            sum += weight * (x->value[j * WIDTH + 1] + x->added[j * WIDTH + 1]);
        }
    return sum / total;
}

/* binary32: both are added first, or their sums are */
static double engine_gives(const added_row *x, bool formed_first) {
    float total = x->has_sink ? expf((float)x->sink) : 0, sum = 0, second = 0;
    for (size_t j = 0; j < x->keys; j++) {
        if (!x->visible[j])
            continue;
        float score = 0, value = (float)x->value[j * WIDTH + 1], added = (float)x->added[j * WIDTH + 1];
        for (size_t c = 0; c < x->dim; c++)
            score += (float)x->query[c] * (float)x->key[j * x->dim + c];
        float weight = expf(score * (float)scale_of(x));
        total += weight;
        sum += weight * (formed_first ? value + added : value);
        second += formed_first ? 0 : weight * added;
    }
    return (double)((sum + second) / total);
}

static bool impossible_of(const added_row *x, const double *added, double number) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    plumb_ball score[PLACES], off[PLACES], weight[PLACES];
    plumb_ball scores[2 * PLACES], offs[2 * PLACES], weights[2 * PLACES];
    plumb_range range[PLACES], ranges[2 * PLACES];
    double column[PLACES], columns[2 * PLACES];
    unsigned char shown[PLACES], shown_twice[2 * PLACES];
    plumb_scored_row row = {.query = x->query,
                            .key = x->key,
                            .visible = x->visible,
                            .scale = {scale_of(x), 0},
                            .keys = x->keys,
                            .head_dim = x->dim};
    return plumb_added_row_verdict(steps.unit, steps.tiny, row, x->visible, x->value, added, WIDTH, 1, x->keys + 1,
                                   x->has_sink, x->sink, (plumb_finish){0}, number,
                                   (plumb_verdict_room){score, off, weight, range, column, shown},
                                   (plumb_verdict_room){scores, offs, weights, ranges, columns, shown_twice}) ==
           PLUMB_IMPOSSIBLE;
}

static bool impossible(const added_row *x, double number) {
    return impossible_of(x, x->added, number);
}

START_TEST(what_engines_give_is_possible) {
    random_cases cases = random_begin("budget added verdict", CASES);
    while (random_next(&cases)) {
        added_row x;
        random_row(&cases, &x);
        for (int formed = 0; formed < 2; formed++) {
            double number = engine_gives(&x, formed);
            if (impossible(&x, number)) {
                reproduction line = reproduce(&cases);
                reproduce_text(&line, " impossible, and given: added first %d: %a", formed, number);
                reproduce_fail(&line);
            }
        }
    }
}
END_TEST

START_TEST(what_is_far_away_is_not) {
    random_cases cases = random_begin("budget added verdict far", CASES);
    const double none[MOST_KEYS * WIDTH] = {0};
    size_t told = 0;
    while (random_next(&cases)) {
        added_row x;
        random_row(&cases, &x);
        double mean = mean_of(&x);
        ck_assert(!impossible(&x, (double)(float)mean));
        for (int side = -1; side <= 1; side += 2)
            ck_assert(impossible(&x, mean + side * 0.001));
        told += impossible_of(&x, none, mean);
    }
    ck_assert(told > CASES / 2);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/added_verdict");
    TCase *tests = tcase_create("added_verdict");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_engines_give_is_possible);
    tcase_add_test(tests, what_is_far_away_is_not);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
