/* test_added_products.c - from the vectors of a row to what an engine of binary32 gives, whose values have vectors
   added to them, however scores weigh these: never impossible; a thousandth away it is, or so much for each key. */
#include "budget/added_products.h"
#include "tests/budget/verdicts.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"

#define CASES 500

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

/* ---- how scores weigh values ---- */

static const plumb_weighing weighings[] = {
    {.kind = PLUMB_WEIGHED_BY_SOFTMAX},
    {.kind = PLUMB_WEIGHED_BY_SCALED_SOFTMAX, .factor = 1.5},
    {.kind = PLUMB_WEIGHED_BY_CLIPPED_SOFTMAX, .clip = {-0.03, 1.03}},
    {.kind = PLUMB_WEIGHED_BY_MAP, .mapping = {PLUMB_MAP_SIGMOID, PLUMB_DIVIDED_BY_NOTHING, 0}},
    {.kind = PLUMB_WEIGHED_BY_MAP, .mapping = {PLUMB_MAP_ELU, PLUMB_DIVIDED_BY_SUM, 1e-6}},
    {.kind = PLUMB_WEIGHED_BY_MAP, .mapping = {PLUMB_MAP_RELU, PLUMB_DIVIDED_BY_LENGTH, 0}},
    {.kind = PLUMB_WEIGHED_BY_MAP, .mapping = {PLUMB_MAP_SQUARED_RELU, PLUMB_DIVIDED_BY_LENGTH, 0}},
    {.kind = PLUMB_WEIGHED_BY_POWER_SOFTMAX, .power = 2},
    {.kind = PLUMB_WEIGHED_BY_SOFTPICK, .epsilon = 1e-6}};
enum { WEIGHINGS = sizeof weighings / sizeof *weighings };

static bool has_sink(const added_row *x, const plumb_weighing *w) {
    return x->has_sink && (w->kind == PLUMB_WEIGHED_BY_SOFTMAX || w->kind == PLUMB_WEIGHED_BY_SCALED_SOFTMAX ||
                           w->kind == PLUMB_WEIGHED_BY_CLIPPED_SOFTMAX);
}

/* What a weight is before any is divided, and what it adds to the divisor. */
static double size_of(const plumb_weighing *w, double score) {
    if (w->kind == PLUMB_WEIGHED_BY_SOFTPICK)
        return exp(score) - 1;
    if (w->kind != PLUMB_WEIGHED_BY_MAP)
        return exp(score);
    if (w->mapping.map == PLUMB_MAP_SIGMOID)
        return 1 / (1 + exp(-score));
    if (w->mapping.map == PLUMB_MAP_RELU)
        return fmax(score, 0);
    if (w->mapping.map == PLUMB_MAP_SQUARED_RELU)
        return pow(fmax(score, 0), 2);
    return score > 0 ? score + 1 : exp(score);
}

static double weight_of(const plumb_weighing *w, double score) {
    return fmax(size_of(w, score), 0);
}

static double divisor_of(const added_row *x, const plumb_weighing *w, double total, double squares) {
    if (w->kind == PLUMB_WEIGHED_BY_POWER_SOFTMAX)
        return sqrt(squares);
    if (w->kind == PLUMB_WEIGHED_BY_SOFTPICK)
        return total + w->epsilon;
    if (w->kind != PLUMB_WEIGHED_BY_MAP)
        return total;
    if (w->mapping.division == PLUMB_DIVIDED_BY_NOTHING)
        return 1;
    return w->mapping.division == PLUMB_DIVIDED_BY_LENGTH ? (double)x->keys : total + w->mapping.epsilon;
}

static double changed(const plumb_weighing *w, double weight) {
    if (w->kind == PLUMB_WEIGHED_BY_SCALED_SOFTMAX)
        return w->factor * weight;
    if (w->kind != PLUMB_WEIGHED_BY_CLIPPED_SOFTMAX)
        return weight;
    return fmin(1, fmax(0, (w->clip.zeta - w->clip.gamma) * weight + w->clip.gamma));
}

static double mean_of(const added_row *x, const plumb_weighing *w) {
    double total = has_sink(x, w) ? exp(x->sink) : 0, squares = 0, sum = 0;
    for (size_t j = 0; j < x->keys; j++)
        if (x->visible[j]) {
            double size = fabs(size_of(w, score_of(x, j)));
            total += size;
            squares += size * size;
        }
    double divisor = divisor_of(x, w, total, squares);
    for (size_t j = 0; j < x->keys; j++)
        if (x->visible[j])
            sum += changed(w, weight_of(w, score_of(x, j)) / divisor) *
                   (x->value[j * WIDTH + 1] + x->added[j * WIDTH + 1]);
    return sum;
}

/* ---- an engine in binary32 ---- */

typedef enum { FORMED_FIRST, IN_ONE_SUM, TWO_SUMS, TWO_OUTPUTS, PLACES_OF_SUM } place_of_sum;

static float score_as_computed(const added_row *x, size_t j) {
    float score = 0;
    for (size_t c = 0; c < x->dim; c++)
        score += (float)x->query[c] * (float)x->key[j * x->dim + c];
    return score * (float)scale_of(x);
}

static float size_as_computed(const plumb_weighing *w, float score) {
    if (w->kind == PLUMB_WEIGHED_BY_SOFTPICK)
        return expf(score) - 1;
    if (w->kind != PLUMB_WEIGHED_BY_MAP)
        return expf(score);
    if (w->mapping.map == PLUMB_MAP_SIGMOID)
        return 1 / (1 + expf(-score));
    if (w->mapping.map == PLUMB_MAP_RELU)
        return fmaxf(score, 0);
    if (w->mapping.map == PLUMB_MAP_SQUARED_RELU)
        return fmaxf(score, 0) * fmaxf(score, 0);
    return score > 0 ? score + 1 : expf(score);
}

/* The weights, and what their sum is divided by, or these before; those that are clipped are divided. */
static float fill_weights(const added_row *x, const plumb_weighing *w, bool divides_first, float *weight) {
    float total = has_sink(x, w) ? expf((float)x->sink) : 0, squares = 0;
    for (size_t j = 0; j < x->keys; j++) {
        float size = x->visible[j] ? size_as_computed(w, score_as_computed(x, j)) : 0;
        weight[j] = fmaxf(size, 0);
        total += fabsf(size);
        squares += size * size;
    }
    bool clips = w->kind == PLUMB_WEIGHED_BY_CLIPPED_SOFTMAX, scales = w->kind == PLUMB_WEIGHED_BY_SCALED_SOFTMAX;
    float divisor = (float)divisor_of(x, w, (double)total, (double)squares);
    float gamma = (float)w->clip.gamma, zeta = (float)w->clip.zeta;
    for (size_t j = 0; j < x->keys; j++) {
        weight[j] = divides_first || clips ? weight[j] / divisor : weight[j];
        if (clips)
            weight[j] = fminf(1, fmaxf(0, (zeta - gamma) * weight[j] + gamma));
        if (scales)
            weight[j] *= (float)w->factor;
    }
    return divides_first || clips ? 1 : divisor;
}

static double engine_gives(const added_row *x, const plumb_weighing *w, place_of_sum place, bool divides_first) {
    float weight[MOST_KEYS], sum = 0, second = 0, divisor = fill_weights(x, w, divides_first, weight);
    for (size_t j = 0; j < x->keys; j++) {
        if (!x->visible[j])
            continue;
        float value = (float)x->value[j * WIDTH + 1], added = (float)x->added[j * WIDTH + 1];
        if (place == FORMED_FIRST)
            sum += weight[j] * (value + added);
        else {
            sum += weight[j] * value;
            *(place == IN_ONE_SUM ? &sum : &second) += weight[j] * added;
        }
    }
    return (double)(place == TWO_OUTPUTS ? sum / divisor + second / divisor : (sum + second) / divisor);
}

static bool impossible_of(const added_row *x, const plumb_weighing *w, const double *added, double number) {
    plumb_scored_row row = {.query = x->query,
                            .key = x->key,
                            .visible = x->visible,
                            .scale = {scale_of(x), 0},
                            .keys = x->keys,
                            .head_dim = x->dim};
    return is_impossible_with(plumb_precision_find("f32"), row, x->visible, x->value, added, x->keys + 1,
                              has_sink(x, w) ? &x->sink : NULL, *w, (plumb_finish){0}, number);
}

static bool impossible(const added_row *x, const plumb_weighing *w, double number) {
    return impossible_of(x, w, x->added, number);
}

START_TEST(what_engines_give_is_possible) {
    random_cases cases = random_begin("budget added products", CASES);
    while (random_next(&cases)) {
        added_row x;
        random_row(&cases, &x);
        for (int k = 0; k < WEIGHINGS * 2 * PLACES_OF_SUM; k++) {
            const plumb_weighing *w = &weighings[k / 2 / PLACES_OF_SUM];
            double number = engine_gives(&x, w, (place_of_sum)(k / 2 % PLACES_OF_SUM), k % 2);
            if (impossible(&x, w, number)) {
                reproduction line = reproduce(&cases);
                reproduce_text(&line, " impossible, and given: weighing %d, place of the sum %d, divides first %d: %a",
                               k / 2 / PLACES_OF_SUM, k / 2 % PLACES_OF_SUM, k % 2, number);
                reproduce_fail(&line);
            }
        }
    }
}
END_TEST

/* Of sums that are not divided a thousandth of their terms is far away; weights whose squares sum to 1 sum to the root
   of their number at most. */
static double away(const added_row *x, const plumb_weighing *w) {
    if (w->kind == PLUMB_WEIGHED_BY_POWER_SOFTMAX)
        return 0.001 * sqrt((double)x->keys);
    return w->kind == PLUMB_WEIGHED_BY_MAP ? 0.001 * (double)x->keys : 0.001;
}

START_TEST(what_is_far_away_is_not) {
    random_cases cases = random_begin("budget added products far", CASES);
    const double none[MOST_KEYS * WIDTH] = {0};
    size_t told[WEIGHINGS] = {0};
    while (random_next(&cases)) {
        added_row x;
        random_row(&cases, &x);
        for (size_t k = 0; k < WEIGHINGS; k++) {
            const plumb_weighing *w = &weighings[k];
            double mean = mean_of(&x, w);
            ck_assert(!impossible(&x, w, (double)(float)mean));
            for (int side = -1; side <= 1; side += 2)
                ck_assert_msg(impossible(&x, w, mean + side * away(&x, w)), "weighing %zu of %zu keys: %a", k, x.keys,
                              mean);
            told[k] += impossible_of(&x, w, none, mean);
        }
    }
    for (size_t k = 0; k < WEIGHINGS; k++)
        ck_assert_msg(told[k] > CASES / 2, "weighing %zu: vectors are told from none in %zu", k, told[k]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/added_products");
    TCase *tests = tcase_create("added_products");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_engines_give_is_possible);
    tcase_add_test(tests, what_is_far_away_is_not);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
