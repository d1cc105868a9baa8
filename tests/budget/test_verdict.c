/* test_verdict.c - no number that an online softmax gives is impossible; what is far beyond the budget is. */
#include "budget/verdict.h"
#include "compare/key_budget.h"
#include "tests/budget/models.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 300
#define MOST_KEYS 96
#define MOST_DIM 32
#define WIDTH 2

typedef struct {
    size_t keys, dim, seen;
    double scale, query[MOST_DIM], key[MOST_KEYS * MOST_DIM], value[MOST_KEYS * WIDTH];
    unsigned char visible[MOST_KEYS];
} row;

/* The second column of the values counts. */
static double value_of(const row *x, size_t j) {
    return x->value[j * WIDTH + 1];
}

static double score_of(const row *x, size_t j) {
    double sum = 0;
    for (size_t c = 0; c < x->dim; c++)
        sum += x->query[c] * x->key[j * x->dim + c];
    return sum * x->scale;
}

/* What no query sees is NaN. */
static void random_row(random_cases *cases, row *x, double spread) {
    x->keys = 1 + random_below(cases, MOST_KEYS);
    x->dim = 1 + random_below(cases, MOST_DIM);
    x->scale = 1 / sqrt((double)x->dim);
    x->seen = 0;
    size_t rarity = 2 + random_below(cases, 8), always = random_below(cases, x->keys);
    for (size_t c = 0; c < x->dim; c++)
        x->query[c] = (double)(float)(spread * random_normal(cases));
    for (size_t j = 0; j < x->keys; j++) {
        x->visible[j] = j == always || random_below(cases, rarity) != 0;
        x->seen += x->visible[j];
        for (size_t c = 0; c < x->dim; c++)
            x->key[j * x->dim + c] = x->visible[j] ? (double)(float)random_normal(cases) : NAN;
        x->value[j * WIDTH] = NAN;
        x->value[j * WIDTH + 1] = x->visible[j] ? (double)(float)random_normal(cases) : NAN;
    }
}

static bool excluded(const row *x, const plumb_precision *precision, double number) {
    model_steps steps = steps_of(precision);
    plumb_ball score[MOST_KEYS], off[MOST_KEYS], weight[MOST_KEYS];
    plumb_range range[MOST_KEYS];
    return plumb_softmax_verdict(steps.unit, steps.tiny, x->query, x->key, x->visible, x->value, x->keys, x->dim, WIDTH,
                                 1, x->seen / precision->least_key_block + 1, (plumb_ball){x->scale, 0}, number, score,
                                 off, weight, range) == PLUMB_IMPOSSIBLE;
}

/* binary32, the maximum raised key by key */
static double online(const row *x) {
    float shift = -INFINITY, sum = 0, weighted = 0;
    for (size_t j = 0; j < x->keys; j++) {
        if (!x->visible[j])
            continue;
        float score = 0;
        for (size_t c = 0; c < x->dim; c++)
            score += (float)x->query[c] * (float)x->key[j * x->dim + c];
        score *= (float)x->scale;
        if (score > shift) {
            float factor = expf(shift - score);
            sum *= factor;
            weighted *= factor;
            shift = score;
        }
        float probability = expf(score - shift);
        sum += probability;
        weighted += probability * (float)value_of(x, j);
    }
    return (double)(weighted / sum);
}

typedef struct {
    double mean, weight[MOST_KEYS];
} exact_row;

static exact_row exact_of(const row *x) {
    exact_row exact = {0};
    double total = 0, shift = -INFINITY;
    for (size_t j = 0; j < x->keys; j++)
        if (x->visible[j])
            shift = fmax(shift, score_of(x, j));
    for (size_t j = 0; j < x->keys; j++)
        if (x->visible[j])
            total += exact.weight[j] = exp(score_of(x, j) - shift);
    for (size_t j = 0; j < x->keys; j++) {
        if (!x->visible[j])
            continue;
        exact.weight[j] /= total;
        exact.mean += exact.weight[j] * value_of(x, j);
    }
    return exact;
}

/* What section 5 of the page allows, storing in binary32 included. */
static double allowed(const row *x, const exact_row *exact, const plumb_precision *p) {
    double n = (double)x->seen, spread = 0, magnitude = 0, growth = 0, loss = 0;
    plumb_row_terms terms = {.precision = p,
                             .head_dim = x->dim,
                             .scale = x->scale,
                             .rescalings = (double)(x->seen / p->least_key_block + 1),
                             .log_keys = log(n)};
    plumb_key_budget key[MOST_KEYS] = {{0}};
    for (size_t j = 0; j < x->keys; j++) {
        if (!x->visible[j])
            continue;
        plumb_key_score_budget(&key[j], &terms, x->query, x->key + j * x->dim, fabs(score_of(x, j)));
        terms.largest_score = fmax(terms.largest_score, key[j].score + key[j].score_error);
    }
    for (size_t j = 0; j < x->keys; j++) {
        if (!x->visible[j])
            continue;
        double w = exact->weight[j];
        plumb_key_weight_budget(&key[j], &terms, w);
        spread += w * key[j].growth * fabs(value_of(x, j) - exact->mean);
        magnitude += w * (1 + key[j].growth) * fabs(value_of(x, j));
        growth += w * key[j].growth;
        loss += w * key[j].loss;
    }
    double kappa = plumb_compound(p->probability.unit, plumb_gamma(n + terms.rescalings + 8, p->accumulate.unit));
    double bound =
        spread + plumb_compound(kappa, p->operand.unit) * magnitude + kappa * fabs(exact->mean) * (1 + growth);
    bound /= (1 - kappa) * (1 - loss);
    double store = plumb_compound(p->output.unit, plumb_gamma(4, p->accumulate.unit));
    return bound + store * (fabs(exact->mean) + bound);
}

static void fail_case(const random_cases *cases, const char *what, const plumb_precision *precision, double number) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s in %s: %a", what, precision->name, number);
    reproduce_fail(&line);
}

START_TEST(what_engines_give) {
    random_cases cases = random_begin("budget verdict", CASES);
    const plumb_precision *precision = plumb_precision_find("f32-fast-exp");
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x, random_below(&cases, 2) ? 1 : 16);
        if (excluded(&x, precision, online(&x)))
            fail_case(&cases, "impossible, and given", precision, online(&x));
    }
}
END_TEST

/* Binary32, where nothing underflows: the test excludes what the page's bound does, and little that it does not. */
START_TEST(is_as_sharp_as_the_budget) {
    random_cases cases = random_begin("budget verdict sharp", CASES);
    const plumb_precision *precision = plumb_precision_find("f32");
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x, 1);
        exact_row exact = exact_of(&x);
        double bound = allowed(&x, &exact, precision), side = random_below(&cases, 2) ? 1 : -1;
        if (!excluded(&x, precision, exact.mean + 1.05 * side * bound))
            fail_case(&cases, "beyond the budget and not excluded", precision, bound);
        if (x.seen >= 8 && excluded(&x, precision, exact.mean + 0.5 * side * bound))
            fail_case(&cases, "far within the budget and excluded", precision, bound);
    }
}
END_TEST

/* What is not finite where it counts excludes nothing, nor does a row without a key. */
START_TEST(nothing_known) {
    random_cases cases = random_begin("budget verdict nothing", CASES);
    const plumb_precision *precision = plumb_precision_find("f32");
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x, 1);
        ck_assert(excluded(&x, precision, 1000) && excluded(&x, precision, -1000));
        ck_assert(!excluded(&x, precision, NAN) && !excluded(&x, precision, INFINITY));
        size_t j = 0;
        while (!x.visible[j])
            j++;
        row lost = x;
        lost.value[j * WIDTH + 1] = NAN;
        ck_assert(!excluded(&lost, precision, 1000));
        lost = x;
        lost.key[j * x.dim] = NAN;
        ck_assert(!excluded(&lost, precision, 1000));
        for (j = 0; j < x.keys; j++)
            x.visible[j] = 0;
        ck_assert(!excluded(&x, precision, 1000));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/verdict");
    TCase *tests = tcase_create("verdict");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_engines_give);
    tcase_add_test(tests, is_as_sharp_as_the_budget);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
