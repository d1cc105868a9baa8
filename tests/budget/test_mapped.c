/* test_mapped.c - no number that an engine gives for a row of mapped scores is impossible; what is far beyond the
   page's bound is. */
#include "tests/budget/page.h"
#include "tests/budget/verdicts.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 500
#define MAPS (PLUMB_MAP_ELU + 1)
#define SHARPNESS 1.05
#define DIVISIONS (PLUMB_DIVIDED_BY_LENGTH + 1)

static const plumb_finish nothing_behind = {0};

typedef struct {
    size_t keys, dim, visible_keys;
    double scale, query[MOST_DIM], key[MOST_KEYS * MOST_DIM], value[MOST_KEYS * WIDTH];
    plumb_ball bias[MOST_KEYS];
    unsigned char visible[MOST_KEYS];
    plumb_mapping mapping;
} row;

/* The second column of the values counts. */
static double value_of(const row *x, size_t j) {
    return x->value[j * WIDTH + 1];
}

/* What is not read is NaN.  Biases keep the sums of the identity away from 0. */
static void random_row(random_cases *cases, row *x, double spread) {
    x->keys = 1 + random_below(cases, MOST_KEYS);
    x->dim = 1 + random_below(cases, MOST_DIM);
    x->scale = 1 / sqrt((double)x->dim);
    x->visible_keys = 0;
    size_t rarity = 2 + random_below(cases, 8), always = random_below(cases, x->keys);
    for (size_t c = 0; c < x->dim; c++)
        x->query[c] = (double)(float)(spread * random_normal(cases));
    for (size_t j = 0; j < x->keys; j++) {
        x->visible[j] = j == always || random_below(cases, rarity) != 0;
        x->visible_keys += x->visible[j];
        for (size_t c = 0; c < x->dim; c++)
            x->key[j * x->dim + c] = x->visible[j] ? (double)(float)random_normal(cases) : NAN;
        x->value[j * WIDTH] = NAN;
        x->value[j * WIDTH + 1] = x->visible[j] ? (double)(float)random_normal(cases) : NAN;
        x->bias[j] = (plumb_ball){x->visible[j] ? (double)(float)(2 * spread + random_normal(cases)) : NAN, 0};
    }
    x->mapping = (plumb_mapping){(plumb_map)random_below(cases, MAPS), (plumb_division)random_below(cases, DIVISIONS),
                                 random_below(cases, 2) ? 0 : 1e-6};
}

static plumb_scored_row given_row(const row *x) {
    return (plumb_scored_row){.query = x->query,
                       .key = x->key,
                       .visible = x->visible,
                       .joining = {.has_bias = 1, .bias = x->bias},
                       .scale = {x->scale, 0},
                       .keys = x->keys,
                       .head_dim = x->dim};
}

static size_t rescalings_of(const row *x, const plumb_precision *p) {
    return x->visible_keys / p->least_key_block + 1;
}

static bool excluded_of(const row *x, plumb_scored_row vectors, const plumb_precision *precision, double number) {
    plumb_weighing weighing = {.kind = PLUMB_WEIGHED_BY_MAP, .mapping = x->mapping};
    return is_impossible(precision, vectors, x->visible, x->value, rescalings_of(x, precision), NULL, weighing,
                         nothing_behind, number);
}

static bool excluded(const row *x, const plumb_precision *precision, double number) {
    return excluded_of(x, given_row(x), precision, number);
}

static bool excluded_moved(const row *x, const plumb_precision *precision, double part, double number) {
    return excluded_of(x, moved_row(given_row(x), part), precision, number);
}

/* ---- an engine in binary32 ---- */

typedef enum { DIVIDES_LAST, DIVIDES_FIRST, MULTIPLIES } division_place;

static float score_as_computed(const row *x, size_t j) {
    float score = 0;
    for (size_t c = 0; c < x->dim; c++)
        score += (float)x->query[c] * (float)x->key[j * x->dim + c];
    return score * (float)x->scale + (float)x->bias[j].mid;
}

/* Each map in two forms. */
static float map_as_computed(plumb_map map, bool other, float x) {
    switch (map) {
    case PLUMB_MAP_RELU:
        return fmaxf(x, 0);
    case PLUMB_MAP_SQUARED_RELU:
        return other ? (x > 0 ? x * x : 0) : fmaxf(x, 0) * fmaxf(x, 0);
    case PLUMB_MAP_SIGMOID:
        return other ? 1 / (1 + exp2f(-x * 1.44269504f)) : 1 / (1 + expf(-x));
    case PLUMB_MAP_ELU:
        return other ? (x > 0 ? x + 1 : expf(x)) : (x > 0 ? x : expm1f(x)) + 1;
    default:
        return x;
    }
}

static float divisor_as_computed(const row *x, float sum) {
    switch (x->mapping.division) {
    case PLUMB_DIVIDED_BY_SUM:
    case PLUMB_DIVIDED_BY_ABSOLUTE_SUM:
        return sum + (float)x->mapping.epsilon;
    case PLUMB_DIVIDED_BY_AT_LEAST_ONE:
        return fmaxf(fabsf(sum), 1);
    case PLUMB_DIVIDED_BY_LENGTH:
        return (float)x->keys;
    default:
        return 1;
    }
}

static double engine(const row *x, division_place place, bool other) {
    float weight[MOST_KEYS] = {0}, sum = 0, weighted = 0;
    for (size_t j = 0; j < x->keys; j++) {
        if (!x->visible[j])
            continue;
        weight[j] = map_as_computed(x->mapping.map, other, score_as_computed(x, j));
        if (x->mapping.division == PLUMB_DIVIDED_BY_ABSOLUTE_SUM)
            weight[j] = fabsf(weight[j]);
        sum += weight[j];
    }
    float divisor = divisor_as_computed(x, sum), inverse = 1 / divisor;
    for (size_t j = x->keys; j-- > 0;)
        if (x->visible[j])
            weighted += (place == DIVIDES_FIRST ? weight[j] / divisor : weight[j]) * (float)value_of(x, j);
    if (place == DIVIDES_LAST)
        weighted /= divisor;
    return (double)(place == MULTIPLIES ? weighted * inverse : weighted);
}

/* ---- the exact number, and what the page allows ---- */

static double mapped(plumb_map map, double x) {
    switch (map) {
    case PLUMB_MAP_RELU:
        return fmax(x, 0);
    case PLUMB_MAP_SQUARED_RELU:
        return x > 0 ? x * x : 0;
    case PLUMB_MAP_SIGMOID:
        return 1 / (1 + exp(-x));
    case PLUMB_MAP_ELU:
        return x > 0 ? x + 1 : exp(x);
    default:
        return x;
    }
}

static double product_of(const row *x, size_t j) {
    double sum = 0;
    for (size_t c = 0; c < x->dim; c++)
        sum += x->query[c] * x->key[j * x->dim + c];
    return sum * x->scale;
}

/* Sections 3 and 10: the product and its bias. */
static double score_off(const row *x, const plumb_precision *p, size_t j) {
    page_row terms = {.precision = p, .head_dim = x->dim, .scale = x->scale};
    page_key key;
    double product = product_of(x, j), bias = x->bias[j].mid;
    key = page_score(&terms, x->query, x->key + j * x->dim, fabs(product));
    double off = key.score_error + p->score.unit * fabs(bias);
    return off + plumb_compound(p->score.unit, p->exponent.unit) * (fabs(product + bias) + off);
}

/* Section 13: what a weight is off by whose score x is off by d; elu(x) may be off by a part of itself where that is
   more. */
static double map_off(const plumb_precision *p, plumb_map map, double x, double d) {
    double a = mapped(map, x), reach = fmin(d, fmax(0, x + d)), several = plumb_gamma(4, p->exponent.unit);
    if (map == PLUMB_MAP_RELU)
        return reach;
    if (map == PLUMB_MAP_SQUARED_RELU) {
        double inherited = reach * (2 * fmax(0, x) + reach);
        return inherited + plumb_gamma(1, p->exponent.unit) * (a + inherited);
    }
    if (map == PLUMB_MAP_SIGMOID) {
        double off = d + plumb_gamma(1, p->exponential) + several * (fabs(x) + d);
        double inherited = a * (1 - a) * expm1(off);
        return inherited + several * (a + inherited);
    }
    if (map == PLUMB_MAP_ELU) {
        double slope = fmin(1, exp(x + d)), twice = plumb_gamma(2, p->exponent.unit);
        double off = d * slope + (x - d < 0 ? plumb_gamma(1, p->exponential) * fmax(a, fabs(a - 1)) : 0);
        double stored = off + plumb_compound(p->score.unit, twice) * (fabs(a - 1) + off);
        return stored + twice * (a + stored);
    }
    return d;
}

typedef struct {
    double number, bound;
} judged;

/* Section 12: the sums of the numerators and the denominator, and the quotient as it is stored. */
static judged allowed(const row *x, const plumb_precision *p) {
    double sum = 0, magnitude = 0, error = 0, weighted = 0, weighted_error = 0, sizes = 0;
    bool divides = x->mapping.division != PLUMB_DIVIDED_BY_NOTHING;
    double steps = (double)(x->visible_keys + rescalings_of(x, p) + 8), sums = plumb_gamma(steps, p->accumulate.unit);
    for (size_t j = 0; j < x->keys; j++) {
        if (!x->visible[j])
            continue;
        double score = product_of(x, j) + x->bias[j].mid, a = mapped(x->mapping.map, score), v = value_of(x, j);
        double off = map_off(p, x->mapping.map, score, score_off(x, p, j));
        if (divides)
            off += p->probability.unit * (fabs(a) + off);
        if (x->mapping.division == PLUMB_DIVIDED_BY_ABSOLUTE_SUM)
            a = fabs(a);
        sum += a;
        magnitude += fabs(a) + off;
        error += off;
        weighted += a * v;
        weighted_error += off * fabs(v);
        sizes += (fabs(a) + off) * fabs(v);
    }
    double z = 1, zeta = 0, epsilon = x->mapping.epsilon, unit = p->probability.unit;
    double stores = plumb_compound(plumb_compound(unit, unit), plumb_gamma(2, p->accumulate.unit));
    if (x->mapping.division == PLUMB_DIVIDED_BY_LENGTH) {
        z = (double)x->keys;
        zeta = z * p->exponent.unit;
    } else if (divides) {
        z = x->mapping.division == PLUMB_DIVIDED_BY_AT_LEAST_ONE ? sum : sum + epsilon;
        zeta = error + sums * magnitude + plumb_compound(p->input.unit, unit) * epsilon;
        zeta += stores * (fabs(z) + zeta);
        if (x->mapping.division == PLUMB_DIVIDED_BY_AT_LEAST_ONE)
            z = fmax(fabs(z), 1);
    }
    double number = weighted / z, kappa = plumb_compound(unit, sums);
    double bound = (weighted_error + plumb_compound(kappa, p->operand.unit) * sizes + fabs(number) * zeta) / (z - zeta);
    double store = plumb_compound(p->output.unit, plumb_gamma(4, p->accumulate.unit));
    return (judged){number, bound + store * (fabs(number) + bound)};
}

static void fail_case(const random_cases *cases, const char *what, const row *x, double number) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: map %d, division %d, %a", what, (int)x->mapping.map, (int)x->mapping.division, number);
    reproduce_fail(&line);
}

START_TEST(what_engines_give) {
    random_cases cases = random_begin("budget mapped", CASES);
    const plumb_precision *precision = plumb_precision_find("f32");
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x, random_below(&cases, 2) ? 1 : 16);
        for (division_place place = DIVIDES_LAST; place <= MULTIPLIES; place++)
            for (int other = 0; other < 2; other++) {
                double number = engine(&x, place, other != 0);
                if (excluded(&x, precision, number) || excluded_moved(&x, precision, 0, number))
                    fail_case(&cases, "impossible, and given", &x, number);
            }
    }
}
END_TEST

/* Scores so far below 0 that the exponential overflows, and so far above that it underflows. */
START_TEST(what_engines_give_far_away) {
    random_cases cases = random_begin("budget mapped far", CASES);
    const plumb_precision *precision = plumb_precision_find("f32");
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x, 1);
        x.mapping.map = random_below(&cases, 2) ? PLUMB_MAP_SIGMOID : PLUMB_MAP_ELU;
        double far = (random_below(&cases, 2) ? 1 : -1) * (80 + 20 * random_uniform(&cases));
        for (size_t j = 0; j < x.keys; j++)
            x.bias[j].mid += far;
        for (division_place place = DIVIDES_LAST; place <= MULTIPLIES; place++) {
            double number = engine(&x, place, false);
            if (isfinite(number) && excluded(&x, precision, number))
                fail_case(&cases, "impossible, and given", &x, number);
        }
    }
}
END_TEST

/* Binary32, where nothing underflows: the test excludes what the page's bound does, and little that it does not. */
START_TEST(is_as_sharp_as_the_budget) {
    random_cases cases = random_begin("budget mapped sharp", CASES);
    const plumb_precision *precision = plumb_precision_find("f32");
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x, 1);
        judged exact = allowed(&x, precision);
        double side = random_below(&cases, 2) ? 1 : -1;
        double beyond = exact.number + SHARPNESS * side * exact.bound;
        if (!(exact.bound > 0 && exact.bound < 1e-2))
            continue; /* a sum of the identity near 0 */
        if (!excluded(&x, precision, beyond) || !excluded_moved(&x, precision, 0, beyond))
            fail_case(&cases, "beyond the bound and not excluded", &x, exact.bound);
        if (x.visible_keys >= 8 && excluded(&x, precision, exact.number + 0.5 * side * exact.bound))
            fail_case(&cases, "far within the bound and excluded", &x, exact.bound);
    }
}
END_TEST

/* Vectors that may be off: what an engine gives from some of these is possible. */
START_TEST(of_moved_vectors) {
    random_cases cases = random_begin("budget mapped moved", CASES);
    const plumb_precision *precision = plumb_precision_find("f32");
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x, 1);
        row off = x;
        for (size_t c = 0; c < x.dim; c++)
            off.query[c] *= random_below(&cases, 2) ? 1 + 0.99 * 0x1p-10 : 1 - 0.99 * 0x1p-10;
        for (size_t c = 0; c < x.keys * x.dim; c++)
            off.key[c] *= random_below(&cases, 2) ? 1 + 0.99 * 0x1p-10 : 1 - 0.99 * 0x1p-10;
        double number = engine(&off, DIVIDES_LAST, false);
        if (isfinite(number) && excluded_moved(&x, precision, 0x1p-10, number))
            fail_case(&cases, "impossible, and given from moved vectors", &x, number);
    }
}
END_TEST

/* What is not finite where it counts excludes nothing. */
START_TEST(nothing_known) {
    random_cases cases = random_begin("budget mapped nothing", CASES);
    const plumb_precision *precision = plumb_precision_find("f32");
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x, 1);
        x.mapping.map = PLUMB_MAP_SIGMOID;
        ck_assert(excluded(&x, precision, 1e6) && excluded(&x, precision, -1e6));
        ck_assert(!excluded(&x, precision, NAN) && !excluded(&x, precision, INFINITY));
        size_t j = 0;
        while (!x.visible[j])
            j++;
        row lost = x;
        lost.value[j * WIDTH + 1] = NAN;
        ck_assert(!excluded(&lost, precision, 1e6));
        lost = x;
        lost.mapping.map = PLUMB_MAP_IDENTITY;
        lost.key[j * x.dim] = NAN;
        ck_assert(!excluded(&lost, precision, 1e6));
        lost = x;
        lost.mapping.epsilon = NAN;
        ck_assert(!excluded(&lost, precision, 1e6));
        x.query[0] = NAN;
        ck_assert(!excluded_moved(&x, precision, 0, 1e6));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/mapped");
    TCase *tests = tcase_create("mapped");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, what_engines_give);
    tcase_add_test(tests, what_engines_give_far_away);
    tcase_add_test(tests, is_as_sharp_as_the_budget);
    tcase_add_test(tests, of_moved_vectors);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
