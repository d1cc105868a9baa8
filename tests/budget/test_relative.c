/* test_relative.c - however an engine adds a vector to a key, or their scores, its score stays within what is said of
   it; that is what the page has, and a vector that is left out is outside. */
#include "budget/relative.h"
#include "tests/budget/page.h"
#include "tests/budget/relative_engines.h"
#include "tests/budget/roundings.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"

#define CASES 2000
#define MOST_DIM 64

typedef struct {
    size_t dim;
    double query[MOST_DIM], key[MOST_DIM], relative[MOST_DIM], scale, by_key, by_relative;
} product;

static product random_product(random_cases *cases, stored_as *store) {
    product p = {.dim = 1 + random_below(cases, MOST_DIM)};
    p.scale = exp2(-(double)random_below(cases, 5));
    for (size_t c = 0; c < p.dim; c++) {
        p.query[c] = (double)store((float)random_normal(cases));
        p.key[c] = (double)store((float)random_normal(cases));
        p.relative[c] = (double)store((float)random_normal(cases));
        p.by_key += p.scale * p.query[c] * p.key[c];
        p.by_relative += p.scale * p.query[c] * p.relative[c];
    }
    return p;
}

static plumb_computed known(const product *p, const model_steps *steps) {
    plumb_relative_error error =
        plumb_relative_error_of(steps->unit, steps->tiny, p->dim, (plumb_ball){p->scale, 0});
    plumb_ball by_key = {p->by_key, 0x1p-46 * (1 + fabs(p->by_key))};
    plumb_ball by_relative = {p->by_relative, 0x1p-46 * (1 + fabs(p->by_relative))};
    return plumb_relative_score(error, p->query, p->key, p->relative, p->dim, by_key, by_relative);
}

static double most_off(const product *p, const model_steps *steps) {
    plumb_computed computed = known(p, steps);
    return plumb_upper(computed.off) + computed.exact.rad;
}

static void fail_case(const random_cases *cases, const char *what, double got, double expected) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %g, %g", what, got, expected);
    reproduce_fail(&line);
}

static double operand(random_cases *cases, const model_steps *steps, double x) {
    return rounded_in_model(cases, steps, PLUMB_STEP_OPERAND, rounded_in_model(cases, steps, PLUMB_STEP_INPUT, x));
}

/* A product as a model may compute it, whose vectors have their parts of the scale. */
static double product_of(random_cases *cases, const model_steps *steps, double a, const double *query, double b,
                         const double *key, size_t dim) {
    double sum = 0;
    for (size_t c = 0; c < dim; c++) {
        double term = operand(cases, steps, a * query[c]) * operand(cases, steps, b * key[c]);
        term = rounded_several(cases, steps, PLUMB_STEP_PRODUCT, 4, term);
        sum = rounded_in_model(cases, steps, PLUMB_STEP_PRODUCT, sum + term);
    }
    return rounded_in_model(cases, steps, PLUMB_STEP_SCORE, sum);
}

/* The scale, rounded, before the products or behind them. */
typedef struct {
    double first, second, last;
} parts;

static parts random_parts(random_cases *cases, const model_steps *steps, double scale) {
    double part = rounded_in_model(cases, steps, PLUMB_STEP_INPUT, scale);
    size_t place = random_below(cases, 3);
    return (parts){place == 0 ? part : 1, place == 1 ? part : 1, place == 2 ? part : 1};
}

static double score_in_model(random_cases *cases, const model_steps *steps, const product *p, const double *key) {
    parts scale = random_parts(cases, steps, p->scale);
    double unscaled = product_of(cases, steps, scale.first, p->query, scale.second, key, p->dim);
    return rounded_several(cases, steps, PLUMB_STEP_SCORE, 2, scale.last * unscaled);
}

static double sum_in_model(random_cases *cases, const model_steps *steps, double a, double b) {
    return rounded_in_model(cases, steps, PLUMB_STEP_SCORE,
                            rounded_in_model(cases, steps, PLUMB_STEP_EXPONENT, a + b));
}

static double formed_in_model(random_cases *cases, const model_steps *steps, const product *p) {
    double key[MOST_DIM];
    bool coarse = steps->unit[PLUMB_STEP_INPUT] > steps->unit[PLUMB_STEP_OUTPUT];
    for (size_t c = 0; c < p->dim; c++) {
        double k = rounded_in_model(cases, steps, PLUMB_STEP_INPUT, p->key[c]);
        double a = rounded_in_model(cases, steps, PLUMB_STEP_INPUT, p->relative[c]);
        key[c] = rounded_in_model(cases, steps, coarse ? PLUMB_STEP_INPUT : PLUMB_STEP_OUTPUT,
                                  rounded_in_model(cases, steps, PLUMB_STEP_EXPONENT, k + a));
    }
    return score_in_model(cases, steps, p, key);
}

static double together_in_model(random_cases *cases, const model_steps *steps, const product *p) {
    parts scale = random_parts(cases, steps, p->scale);
    double a = product_of(cases, steps, scale.first, p->query, scale.second, p->key, p->dim);
    double b = product_of(cases, steps, scale.first, p->query, scale.second, p->relative, p->dim);
    return rounded_several(cases, steps, PLUMB_STEP_SCORE, 2, scale.last * sum_in_model(cases, steps, a, b));
}

static double computed_in_model(random_cases *cases, const model_steps *steps, const product *p, int form) {
    if (form == FORMED)
        return formed_in_model(cases, steps, p);
    if (form == TOGETHER)
        return together_in_model(cases, steps, p);
    return sum_in_model(cases, steps, score_in_model(cases, steps, p, p->key),
                        score_in_model(cases, steps, p, p->relative));
}

START_TEST(stays_within) {
    random_cases cases = random_begin("budget relative", CASES);
    while (random_next(&cases)) {
        model_steps steps = steps_of(random_precision(&cases));
        product p = random_product(&cases, in_binary32);
        double exact = p.by_key + p.by_relative, off = most_off(&p, &steps), slack = 0x1p-44 * (1 + off);
        for (int form = 0; form < FORMS; form++) {
            double error = fabs(computed_in_model(&cases, &steps, &p, form) - exact);
            if (!(error <= off + slack))
                fail_case(&cases, "a score is farther off", error, off);
        }
    }
}
END_TEST

static const struct {
    const char *model;
    stored_as *store;
} engines[] = {{"f32", in_binary32}, {"bf16-eager", in_bfloat16}};

START_TEST(engines_stay_within) {
    random_cases cases = random_begin("budget relative engines", CASES);
    while (random_next(&cases)) {
        size_t i = random_below(&cases, 2);
        model_steps steps = steps_of(plumb_precision_find(engines[i].model));
        product p = random_product(&cases, engines[i].store);
        double off = most_off(&p, &steps), exact = p.by_key + p.by_relative;
        for (int form = 0; form < FORMS; form++) {
            float score = float_score(engines[i].store, form, p.query, p.key, p.relative, p.dim, (float)p.scale);
            if (!(fabs((double)score - exact) <= off))
                fail_case(&cases, "a score is farther off", fabs((double)score - exact), off);
        }
    }
}
END_TEST

/* A vector left out, or that of another key, is detected where it weighs more than the error. */
START_TEST(faults_are_outside) {
    random_cases cases = random_begin("budget relative faults", CASES);
    while (random_next(&cases)) {
        size_t i = random_below(&cases, 2);
        model_steps steps = steps_of(plumb_precision_find(engines[i].model));
        product p = random_product(&cases, engines[i].store);
        double off = most_off(&p, &steps), exact = p.by_key + p.by_relative, none[MOST_DIM] = {0};
        if (!(fabs(p.by_relative) > 0.25 * p.scale * sqrt((double)p.dim)))
            continue;
        for (int form = 0; form < FORMS; form++) {
            float score = float_score(engines[i].store, form, p.query, p.key, none, p.dim, (float)p.scale);
            if (fabs((double)score - exact) <= off)
                fail_case(&cases, "a vector left out is not detected", fabs((double)score - exact), off);
        }
    }
}
END_TEST

/* Section 3, of vectors of these sizes, with a score of this size where stores are counted. */
static double page_of(const product *p, const plumb_precision *precision, const double *key, double score) {
    page_row row = {.precision = precision, .head_dim = p->dim, .scale = p->scale, .rescalings = 1};
    page_key known = page_score(&row, p->query, key, score);
    return known.score_error;
}

/* Two scores; and a key that is formed, which inherits what its elements are off by. */
static double page_of_two(const product *p, const plumb_precision *precision, const double *key) {
    double both = page_of(p, precision, key, fabs(p->by_key) + fabs(p->by_relative));
    return both + plumb_compound(precision->score.unit, precision->exponent.unit) *
                      (fabs(p->by_key + p->by_relative) + both);
}

static double page_of_formed(const product *p, const plumb_precision *precision, double *key) {
    double tensor = fmax(precision->input.unit, precision->output.unit), inherited = 0;
    double unit = plumb_compound(plumb_compound(precision->input.unit, precision->exponent.unit), tensor);
    for (size_t c = 0; c < p->dim; c++) {
        inherited += p->scale * fabs(p->query[c]) * unit * key[c];
        key[c] *= 1 + unit;
    }
    return inherited + page_of(p, precision, key, fabs(p->by_key + p->by_relative) + inherited);
}

START_TEST(is_what_the_page_has) {
    random_cases cases = random_begin("budget relative sharp", CASES);
    while (random_next(&cases)) {
        product p = random_product(&cases, in_binary32);
        const plumb_precision *precision = random_precision(&cases);
        if (flushes(precision))
            continue;
        model_steps steps = steps_of(precision);
        double key[MOST_DIM], off = plumb_upper(known(&p, &steps).off);
        for (size_t c = 0; c < p.dim; c++)
            key[c] = fabs(p.key[c]) + fabs(p.relative[c]);
        double two = page_of_two(&p, precision, key), page = fmax(two, page_of_formed(&p, precision, key));
        if (!(off <= 1.1 * page && off >= 0.97 * page))
            fail_case(&cases, "another error of a score", off, page);
    }
}
END_TEST

/* Of vectors of one element, a scale of 1 and one step that rounds. */
static double off_of_one(size_t step, double unit, double tiny, double query, double key, double relative) {
    model_steps steps = {{0}, {0}};
    steps.unit[step] = unit;
    steps.tiny[step] = tiny;
    product p = {.dim = 1, .query = {query}, .key = {key}, .relative = {relative}, .scale = 1};
    p.by_key = query * key;
    p.by_relative = query * relative;
    return plumb_upper(known(&p, &steps).off);
}

static bool near(double x, double y) {
    return fabs(x - y) <= 0x1p-30 * fabs(y);
}

/* A key of 1 and a vector of -1: the sum has nothing, and its parts are off even so. */
START_TEST(every_step_is_felt) {
    double u = 0x1p-40;
    /* both vectors, their sum and its operands; the scale's two roundings of nothing */
    ck_assert(near(off_of_one(PLUMB_STEP_INPUT, u, 0, 1, 1, -1), 8 * u));
    /* a key that is formed in a finer format than its tensor has */
    ck_assert(near(off_of_one(PLUMB_STEP_OUTPUT, u, 0, 1, 1, -1), 2 * u));
    /* formed from 1 and 1, or two scores of 1, each stored three times, and their sum */
    ck_assert(near(off_of_one(PLUMB_STEP_EXPONENT, u, 0, 1, 1, 1), 2 * u));
    ck_assert(near(off_of_one(PLUMB_STEP_SCORE, u, 0, 1, 1, 1), 8 * u));
    ck_assert(near(off_of_one(PLUMB_STEP_SCORE, u, 0, 1, 1, -1), 6 * u));
    /* what underflows: two sums of the formed key times a query of 3; the sum of two scores, scaled or not */
    ck_assert(near(off_of_one(PLUMB_STEP_OUTPUT, 0, u, 3, 1, 1), 3 * u));
    ck_assert(near(off_of_one(PLUMB_STEP_EXPONENT, 0, u, 3, 1, 1), 3 * u));
    ck_assert(near(off_of_one(PLUMB_STEP_EXPONENT, 0, u, 1, 1, 1), 2 * u));
    ck_assert(near(off_of_one(PLUMB_STEP_SCORE, 0, u, 1, 1, 1), 8 * u));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/relative");
    TCase *tests = tcase_create("relative");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, stays_within);
    tcase_add_test(tests, engines_stay_within);
    tcase_add_test(tests, faults_are_outside);
    tcase_add_test(tests, is_what_the_page_has);
    tcase_add_test(tests, every_step_is_felt);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
