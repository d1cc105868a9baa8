/* test_verdict.c - no number that an online softmax gives is impossible; what is far beyond the page's bound is. */
#include "precision/precision_text.h"
#include "tests/budget/page.h"
#include "tests/budget/verdicts.h"
#include "tests/simulate/engine.h"
#include "tests/support/problems.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 300

static const plumb_finish nothing_behind = {0};
static const plumb_weighing softmax = {.kind = PLUMB_WEIGHED_BY_SOFTMAX};

typedef struct {
    size_t keys, dim, visible_keys; /* those that take part */
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
    x->visible_keys = 0;
    size_t rarity = 2 + random_below(cases, 8), always = random_below(cases, x->keys), cap = random_below(cases, 4);
    x->cap = exp2((double)random_below(cases, 6));
    x->caps_first = cap == 1;
    x->caps_last = cap > 1;
    for (size_t c = 0; c < x->dim; c++)
        x->query[c] = (double)(float)(spread * random_normal(cases));
    for (size_t j = 0; j < x->keys; j++) {
        x->visible[j] = j == always || random_below(cases, rarity) != 0;
        x->taking_part[j] = x->visible[j] || cap == 3;
        x->visible_keys += x->taking_part[j];
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
    return (x->visible_keys + (size_t)x->has_sink) / precision->least_key_block + 1;
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

/* ---- engines in binary32 ---- */

#define SINGLE \
    { .format = AS_F32 }
#define SUMS \
    { .sum = SINGLE, .rounds_products = true }
#define BINARY32 \
    .exponent = SINGLE, .scaled = SINGLE, .product = SUMS, .sum = SUMS, .accumulate = SUMS
#define EAGER(stored) {BINARY32, .divides_first = true, .probability = {.format = stored}}

/* The maximum raised key by key or block by block, with the sink or without. */
static const simulated_engine online[] = {
    {BINARY32, .block = 1},
    {BINARY32, .block = 1, .sink_outside_maximum = true},
    {BINARY32, .block = 3, .order = KEYS_BACKWARD, .exponential = {EXP_BASE_TWO, 0}, .scale = SCALE_ON_QUERY},
    {BINARY32, .block = 16, .order = KEYS_GATHERED, .exponential = {EXP_WITHIN, 16}, .rescaling = {EXP_BELOW, 31}},
    {BINARY32, .block = 2, .rescaling = {EXP_BELOW, 31}, .scale = SCALE_ON_BOTH},
};
enum { ONLINE = sizeof online / sizeof *online };
static const simulated_engine eager_f16 = EAGER(AS_F16), eager_bf16 = EAGER(AS_BF16);

/* A bias of key 0 beside a sink is part of the other bias. */
static double given_by(const row *x, const simulated_engine *by) {
    plumb_problem p = one_head(1, x->keys, x->dim, 1);
    double value[MOST_KEYS], bias[MOST_KEYS];
    bool first_joins = x->has_first && x->has_sink;
    for (size_t j = 0; j < x->keys; j++) {
        value[j] = value_of(x, j);
        bias[j] = x->has_bias ? x->bias[j].mid : 0;
    }
    if (first_joins)
        bias[0] = (double)(float)(bias[0] + x->first);
    p.query = x->query;
    p.key = x->key;
    p.value = value;
    p.mask.allowed = x->visible;
    p.extra.bias = x->has_bias || first_joins ? bias : NULL;
    p.extra.sinks = &x->sink;
    p.extra.key0_bias = &x->first;
    p.op = (plumb_operator){.softcap = x->caps_first || x->caps_last ? x->cap : 0};
    p.op.softcap_order = x->caps_first ? PLUMB_CAP_BIAS_MASK : PLUMB_BIAS_MASK_CAP;
    p.op.sink = x->has_sink ? PLUMB_SINK_LOGIT : x->has_first ? PLUMB_SINK_KEY0_BIAS : PLUMB_SINK_NONE;
    for (size_t j = 0; j < x->keys && !x->caps_first; j++)
        if (!x->visible[j] && !x->taking_part[j])
            p.op.softcap_order = PLUMB_BIAS_CAP_MASK;
    simulated_answers answers = simulate(by, &p, false);
    double output = answers.output[0];
    free_simulated(&answers);
    return output;
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
static void add_bias(page_key *key, const plumb_precision *p, double bias, double sum) {
    key->score_error = stored(key->score_error, bias, p);
    key->score_error += plumb_compound(p->score.unit, p->exponent.unit) * (fabs(sum) + key->score_error);
    key->score = fabs(sum);
}

static void cap_score(page_key *key, const plumb_precision *p, double cap, double capped) {
    key->score = fabs(capped);
    key->score_error = off_behind_cap(p, cap, key->score_error, key->score);
}

static void score_budget(const row *x, size_t j, const page_row *terms, page_key *key) {
    if (!x->visible[j]) {
        cap_score(key, terms->precision, x->cap, -x->cap);
        return;
    }
    double sum = product_of(x, j);
    *key = page_score(terms, x->query, x->key + j * x->dim, fabs(sum));
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
static void sink_budget(const row *x, const plumb_precision *p, page_key *key) {
    *key = (page_key){.score = fabs(x->sink),
                              .score_error = plumb_compound(p->input.unit, p->score.unit) * fabs(x->sink)};
}

/* The sums of section 5 over the keys. */
typedef struct {
    double spread, magnitude, growth, loss;
} budget_sums;

static void count_key(budget_sums *sums, page_key *key, const page_row *terms, double weight,
                      double value, double mean) {
    double exponent = page_exponent(terms, key) + error_of_lag(terms->precision), growth = expm1(exponent);
    sums->spread += weight * growth * fabs(value - mean);
    sums->magnitude += weight * (1 + growth) * fabs(value);
    sums->growth += weight * growth;
    sums->loss -= weight * expm1(-exponent);
}

/* What section 5 of the page allows, storing in binary32 included. */
static double allowed(const row *x, const exact_row *exact, const plumb_precision *p) {
    size_t taking_part = x->visible_keys + (size_t)x->has_sink;
    double n = (double)taking_part, mean = fabs(exact->mean);
    page_row terms = {.precision = p,
                             .head_dim = x->dim,
                             .scale = x->scale,
                             .rescalings = (double)(taking_part / p->least_key_block + 1),
                             .log_keys = log(n)};
    page_key key[MOST_KEYS + 1] = {{0}};
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
        for (size_t i = 0; i < ONLINE; i++)
            if (excluded(&x, precision, given_by(&x, &online[i])))
                fail_case(&cases, "impossible, and given", precision, given_by(&x, &online[i]));
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
        if (excluded(&x, &f16, given_by(&x, &eager_f16)))
            fail_case(&cases, "impossible, and given", &f16, given_by(&x, &eager_f16));
        if (excluded(&x, &bf16, given_by(&x, &eager_bf16)))
            fail_case(&cases, "impossible, and given", &bf16, given_by(&x, &eager_bf16));
    }
}
END_TEST

/* Some keys of value 0 have all the weight, but for what 16 bits hold as 0 or 2^-24.  What that moves has the sign of
   the value, so that all of it adds up. */
static row barely_weighed(random_cases *cases) {
    row x = {.keys = MOST_KEYS, .dim = 1, .visible_keys = MOST_KEYS, .scale = 1, .query = {1}};
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
        double given = given_by(&x, &eager_f16);
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
            fail_case(&cases, "beyond the bound and not excluded", precision, bound);
        if (x.visible_keys >= 8 && excluded(&x, precision, exact.mean + 0.5 * side * bound))
            fail_case(&cases, "far within the bound and excluded", precision, bound);
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
            (x.visible_keys >= 8 && excluded_moved(&x, precision, 0x1p-10, number)))
            fail_case(&cases, "another verdict of moved vectors", precision, number);
        row off = x;
        for (size_t c = 0; c < x.dim; c++)
            off.query[c] *= random_below(&cases, 2) ? 1 + 0.99 * 0x1p-10 : 1 - 0.99 * 0x1p-10;
        for (size_t c = 0; c < x.keys * x.dim; c++)
            off.key[c] *= random_below(&cases, 2) ? 1 + 0.99 * 0x1p-10 : 1 - 0.99 * 0x1p-10;
        number = given_by(&off, &online[0]);
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
