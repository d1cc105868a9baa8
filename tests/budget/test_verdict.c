/* test_verdict.c - no number that an online softmax gives is impossible; what is far beyond the budget is. */
#include "compare/key_budget.h"
#include "exact/round.h"
#include "precision/precision_text.h"
#include "tests/budget/verdicts.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 300

static const plumb_finish nothing_behind = {0};
static const plumb_weighing softmax = {.kind = PLUMB_WEIGHED_BY_SOFTMAX};

typedef struct {
    size_t keys, dim, seen; /* those that take part */
    double scale, query[MOST_DIM], key[MOST_KEYS * MOST_DIM], value[MOST_KEYS * WIDTH];
    plumb_ball bias[MOST_KEYS];
    double cap, first, sink;
    int caps_first, has_bias, has_first, caps_last, has_sink;
    unsigned char visible[MOST_KEYS], taking_part[MOST_KEYS];
} row;

/* The second column of the values counts. */
static double value_of(const row *x, size_t j) {
    return x->value[j * WIDTH + 1];
}

static double product_of(const row *x, size_t j) {
    double sum = 0;
    for (size_t c = 0; c < x->dim; c++)
        sum += x->query[c] * x->key[j * x->dim + c];
    return sum * x->scale;
}

static double capped(const row *x, int caps, double score) {
    return caps ? x->cap * tanh(score / x->cap) : score;
}

static double score_of(const row *x, size_t j) {
    if (!x->visible[j])
        return -x->cap;
    double score = capped(x, x->caps_first, product_of(x, j));
    if (x->has_bias)
        score += x->bias[j].mid;
    if (x->has_first && j == 0)
        score += x->first;
    return capped(x, x->caps_last, score);
}

/* What is not read is NaN: nothing of a key that takes no part, the value alone of a hidden one that does. */
static void random_row(random_cases *cases, row *x, double spread) {
    x->keys = 1 + random_below(cases, MOST_KEYS);
    x->dim = 1 + random_below(cases, MOST_DIM);
    x->scale = 1 / sqrt((double)x->dim);
    x->seen = 0;
    size_t rarity = 2 + random_below(cases, 8), always = random_below(cases, x->keys), cap = random_below(cases, 4);
    x->cap = exp2((double)random_below(cases, 6));
    x->caps_first = cap == 1;
    x->caps_last = cap > 1;
    for (size_t c = 0; c < x->dim; c++)
        x->query[c] = (double)(float)(spread * random_normal(cases));
    for (size_t j = 0; j < x->keys; j++) {
        x->visible[j] = j == always || random_below(cases, rarity) != 0;
        x->taking_part[j] = x->visible[j] || cap == 3;
        x->seen += x->taking_part[j];
        for (size_t c = 0; c < x->dim; c++)
            x->key[j * x->dim + c] = x->visible[j] ? (double)(float)random_normal(cases) : NAN;
        x->value[j * WIDTH] = NAN;
        x->value[j * WIDTH + 1] = x->taking_part[j] ? (double)(float)random_normal(cases) : NAN;
        x->bias[j] = (plumb_ball){x->visible[j] ? (double)(float)(spread * random_normal(cases)) : NAN, 0};
    }
    x->has_bias = random_below(cases, 2) != 0;
    x->has_first = random_below(cases, 4) == 0;
    x->has_sink = random_below(cases, 2) != 0;
    x->first = (double)(float)random_normal(cases);
    x->sink = random_below(cases, 2) ? 0 : (double)(float)(2 * random_normal(cases));
}

static plumb_joining joining_of(const row *x) {
    return (plumb_joining){.cap = x->cap,
                           .caps_first = x->caps_first,
                           .has_bias = x->has_bias,
                           .bias = x->bias,
                           .has_first = x->has_first,
                           .first = x->first,
                           .caps_last = x->caps_last};
}

static size_t rescalings_of(const row *x, const plumb_precision *precision) {
    return (x->seen + (size_t)x->has_sink) / precision->least_key_block + 1;
}

static plumb_scored_row given_row(const row *x) {
    return (plumb_scored_row){.query = x->query,
                       .key = x->key,
                       .visible = x->visible,
                       .joining = joining_of(x),
                       .scale = {x->scale, 0},
                       .keys = x->keys,
                       .head_dim = x->dim};
}

static bool excluded_of(const row *x, plumb_scored_row vectors, const plumb_precision *precision, double number) {
    return is_impossible(precision, vectors, x->taking_part, x->value, rescalings_of(x, precision),
                         x->has_sink ? &x->sink : NULL, softmax, nothing_behind, number);
}

static bool excluded(const row *x, const plumb_precision *precision, double number) {
    return excluded_of(x, given_row(x), precision, number);
}

static bool excluded_moved(const row *x, const plumb_precision *precision, double part, double number) {
    return excluded_of(x, moved_row(given_row(x), part), precision, number);
}

static float joined(const row *x, size_t j) {
    if (!x->visible[j])
        return (float)x->cap * tanhf(-INFINITY);
    float score = 0;
    for (size_t c = 0; c < x->dim; c++)
        score += (float)x->query[c] * (float)x->key[j * x->dim + c];
    score *= (float)x->scale;
    if (x->caps_first)
        score = (float)x->cap * tanhf(score / (float)x->cap);
    if (x->has_bias)
        score += (float)x->bias[j].mid;
    if (x->has_first && j == 0)
        score += (float)x->first;
    return x->caps_last ? (float)x->cap * tanhf(score / (float)x->cap) : score;
}

/* The sink counts as a key at the beginning, or is added at the end, where the maximum may be below it. */
typedef enum { SINK_FIRST, SINK_LAST } sink_place;

/* binary32, the maximum raised key by key */
static double online(const row *x, sink_place place) {
    bool begins = x->has_sink && place == SINK_FIRST;
    float shift = begins ? (float)x->sink : -INFINITY, sum = begins ? 1 : 0, weighted = 0;
    for (size_t j = 0; j < x->keys; j++) {
        if (!x->taking_part[j])
            continue;
        float score = joined(x, j);
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
    if (x->has_sink && place == SINK_LAST)
        sum += expf((float)x->sink - shift);
    return (double)(weighted / sum);
}

/* binary32, probabilities divided by their sum and stored in 16 bits before they multiply the values */
static double eager(const row *x, plumb_format stored) {
    float shift = x->has_sink ? (float)x->sink : -INFINITY, exponential[MOST_KEYS], weighted = 0;
    for (size_t j = 0; j < x->keys; j++)
        if (x->taking_part[j])
            shift = fmaxf(shift, joined(x, j));
    float sum = x->has_sink ? expf((float)x->sink - shift) : 0;
    for (size_t j = 0; j < x->keys; j++)
        if (x->taking_part[j])
            sum += exponential[j] = expf(joined(x, j) - shift);
    for (size_t j = 0; j < x->keys; j++)
        if (x->taking_part[j])
            weighted += (float)plumb_round_double((double)(exponential[j] / sum), stored) * (float)value_of(x, j);
    return (double)weighted;
}

typedef struct {
    double mean, sink, weight[MOST_KEYS];
} exact_row;

static exact_row exact_of(const row *x) {
    exact_row exact = {0};
    double total = 0, shift = x->has_sink ? x->sink : -INFINITY;
    for (size_t j = 0; j < x->keys; j++)
        if (x->taking_part[j])
            shift = fmax(shift, score_of(x, j));
    if (x->has_sink)
        total += exact.sink = exp(x->sink - shift);
    for (size_t j = 0; j < x->keys; j++)
        if (x->taking_part[j])
            total += exact.weight[j] = exp(score_of(x, j) - shift);
    exact.sink /= total;
    for (size_t j = 0; j < x->keys; j++) {
        if (!x->taking_part[j])
            continue;
        exact.weight[j] /= total;
        exact.mean += exact.weight[j] * value_of(x, j);
    }
    return exact;
}

static double stored(double error, double size, const plumb_precision *p) {
    return error + p->score.unit * fabs(size);
}

/* Section 10: a bias, stored, and the sum. */
static void add_bias(plumb_key_budget *key, const plumb_precision *p, double bias, double sum) {
    key->score_error = stored(key->score_error, bias, p);
    key->score_error += plumb_compound(p->score.unit, p->exponent.unit) * (fabs(sum) + key->score_error);
    key->score = fabs(sum);
}

static void cap_score(plumb_key_budget *key, const plumb_precision *p, double cap, double capped) {
    key->score = fabs(capped);
    key->score_error = off_behind_cap(p, cap, key->score_error, key->score);
}

static void score_budget(const row *x, size_t j, const plumb_row_terms *terms, plumb_key_budget *key) {
    if (!x->visible[j]) {
        cap_score(key, terms->precision, x->cap, -x->cap);
        return;
    }
    double sum = product_of(x, j);
    plumb_key_score_budget(key, terms, x->query, x->key + j * x->dim, fabs(sum));
    if (x->caps_first)
        cap_score(key, terms->precision, x->cap, sum = capped(x, 1, sum));
    if (x->has_bias)
        add_bias(key, terms->precision, x->bias[j].mid, sum += x->bias[j].mid);
    if (x->has_first && j == 0)
        add_bias(key, terms->precision, x->first, sum += x->first);
    if (x->caps_last)
        cap_score(key, terms->precision, x->cap, capped(x, 1, sum));
}

/* Section 11: the logit of a sink. */
static void sink_budget(const row *x, const plumb_precision *p, plumb_key_budget *key) {
    *key = (plumb_key_budget){.score = fabs(x->sink),
                              .score_error = plumb_compound(p->input.unit, p->score.unit) * fabs(x->sink)};
}

/* The sums of section 5 over the keys. */
typedef struct {
    double spread, magnitude, growth, loss;
} budget_sums;

static void count_key(budget_sums *sums, plumb_key_budget *key, const plumb_row_terms *terms, double weight,
                      double value, double mean) {
    plumb_key_weight_budget(key, terms, weight);
    sums->spread += weight * key->growth * fabs(value - mean);
    sums->magnitude += weight * (1 + key->growth) * fabs(value);
    sums->growth += weight * key->growth;
    sums->loss += weight * key->loss;
}

/* What section 5 of the page allows, storing in binary32 included. */
static double allowed(const row *x, const exact_row *exact, const plumb_precision *p) {
    size_t taking_part = x->seen + (size_t)x->has_sink;
    double n = (double)taking_part, mean = fabs(exact->mean);
    plumb_row_terms terms = {.precision = p,
                             .head_dim = x->dim,
                             .scale = x->scale,
                             .rescalings = (double)(taking_part / p->least_key_block + 1),
                             .log_keys = log(n)};
    plumb_key_budget key[MOST_KEYS + 1] = {{0}};
    budget_sums sums = {0, 0, 0, 0};
    for (size_t j = 0; j < x->keys; j++)
        if (x->taking_part[j])
            score_budget(x, j, &terms, &key[j]);
    if (x->has_sink)
        sink_budget(x, p, &key[x->keys]);
    for (size_t j = 0; j <= x->keys; j++)
        terms.largest_score = fmax(terms.largest_score, key[j].score + key[j].score_error);
    for (size_t j = 0; j < x->keys; j++)
        if (x->taking_part[j])
            count_key(&sums, &key[j], &terms, exact->weight[j], value_of(x, j), exact->mean);
    if (x->has_sink)
        count_key(&sums, &key[x->keys], &terms, exact->sink, 0, exact->mean);
    double kappa = plumb_compound(p->probability.unit, plumb_gamma(n + terms.rescalings + 8, p->accumulate.unit));
    double bound =
        sums.spread + plumb_compound(kappa, p->operand.unit) * sums.magnitude + kappa * mean * (1 + sums.growth);
    bound /= (1 - kappa) * (1 - sums.loss);
    double store = plumb_compound(p->output.unit, plumb_gamma(4, p->accumulate.unit));
    return bound + store * (mean + bound);
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
        for (sink_place place = SINK_FIRST; place <= SINK_LAST; place++)
            if (excluded(&x, precision, online(&x, place)))
                fail_case(&cases, "impossible, and given", precision, online(&x, place));
    }
}
END_TEST

static plumb_precision stated(const char *text) {
    plumb_precision precision;
    plumb_error error;
    ck_assert_int_eq(plumb_precision_parse(text, "precision", &precision, &error), 0);
    return precision;
}

START_TEST(what_eager_engines_give) {
    random_cases cases = random_begin("budget verdict eager", CASES);
    plumb_precision f16 = stated("f32-fast-exp,probability=f16"), bf16 = stated("f32-fast-exp,probability=bf16");
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x, random_below(&cases, 2) ? 1 : 16);
        if (excluded(&x, &f16, eager(&x, PLUMB_F16)))
            fail_case(&cases, "impossible, and given", &f16, eager(&x, PLUMB_F16));
        if (excluded(&x, &bf16, eager(&x, PLUMB_BF16)))
            fail_case(&cases, "impossible, and given", &bf16, eager(&x, PLUMB_BF16));
    }
}
END_TEST

/* Some keys of value 0 have all the weight, but for what 16 bits hold as 0 or 2^-24.  What that moves has the sign of
   the value, so that all of it adds up. */
static row barely_weighed(random_cases *cases) {
    row x = {.keys = MOST_KEYS, .dim = 1, .seen = MOST_KEYS, .scale = 1, .query = {1}};
    size_t heavy = 1 + random_below(cases, 8);
    for (size_t j = 0; j < MOST_KEYS; j++) {
        double weight = 0x1p-26 + random_uniform(cases) * 0x1p-25;
        x.visible[j] = x.taking_part[j] = 1;
        x.key[j] = j < heavy ? 0 : (double)logf((float)(weight * (double)heavy));
        x.value[j * WIDTH + 1] = j < heavy ? 0 : weight > 0x1p-25 ? 1 : -1;
    }
    return x;
}

/* Were nothing lost, what such an engine gives would be impossible. */
START_TEST(eager_probabilities_underflow) {
    random_cases cases = random_begin("budget verdict underflow", CASES);
    plumb_precision precision = stated("f32,probability=f16"), lossless = precision;
    lossless.probability.tiny = 0;
    while (random_next(&cases)) {
        row x = barely_weighed(&cases);
        double given = eager(&x, PLUMB_F16);
        if (excluded(&x, &precision, given))
            fail_case(&cases, "impossible, and given", &precision, given);
        if (!excluded(&x, &lossless, given))
            fail_case(&cases, "possible without loss", &lossless, given);
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

/* Vectors that may be off: what an engine gives from some of these is possible; from such as are off by nothing the
   same is impossible as of those that are given. */
START_TEST(of_moved_vectors) {
    random_cases cases = random_begin("budget verdict moved", CASES);
    const plumb_precision *precision = plumb_precision_find("f32"), *fast = plumb_precision_find("f32-fast-exp");
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x, 1);
        exact_row exact = exact_of(&x);
        double bound = allowed(&x, &exact, precision), number = exact.mean + 1.05 * bound;
        if (!excluded_moved(&x, precision, 0, number) ||
            (x.seen >= 8 && excluded_moved(&x, precision, 0x1p-10, number)))
            fail_case(&cases, "another verdict of moved vectors", precision, number);
        row off = x;
        for (size_t c = 0; c < x.dim; c++)
            off.query[c] *= random_below(&cases, 2) ? 1 + 0.99 * 0x1p-10 : 1 - 0.99 * 0x1p-10;
        for (size_t c = 0; c < x.keys * x.dim; c++)
            off.key[c] *= random_below(&cases, 2) ? 1 + 0.99 * 0x1p-10 : 1 - 0.99 * 0x1p-10;
        number = online(&off, SINK_FIRST);
        if (excluded_moved(&x, fast, 0x1p-10, number) || !excluded_moved(&x, fast, 0x1p-10, 1000))
            fail_case(&cases, "impossible, and given from moved vectors", fast, number);
        x.query[0] = NAN;
        ck_assert(!excluded_moved(&x, precision, 0, 1000));
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
        lost.visible[j] = 0;
        lost.taking_part[j] = 1;
        lost.cap = 0;
        ck_assert(!excluded(&lost, precision, 1000));
        lost = x;
        lost.key[j * x.dim] = NAN;
        ck_assert(!excluded(&lost, precision, 1000));
        lost = x;
        lost.has_bias = 1;
        lost.bias[j] = plumb_ball_unknown();
        ck_assert(!excluded(&lost, precision, 1000));
        lost = x;
        lost.has_sink = 1;
        lost.sink = NAN;
        ck_assert(!excluded(&lost, precision, 1000));
        for (j = 0; j < x.keys; j++)
            x.visible[j] = x.taking_part[j] = 0;
        x.has_sink = 0;
        ck_assert(!excluded(&x, precision, 1000));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/verdict");
    TCase *tests = tcase_create("verdict");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_engines_give);
    tcase_add_test(tests, what_eager_engines_give);
    tcase_add_test(tests, eager_probabilities_underflow);
    tcase_add_test(tests, is_as_sharp_as_the_budget);
    tcase_add_test(tests, of_moved_vectors);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
