/* test_score.c - the error of a score is that of the page, within a tenth, and no score as computed is farther off. */
#include "budget/score.h"
#include "tests/budget/models.h"
#include "tests/budget/page.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 2000
#define MOST_DIM 64

typedef struct {
    size_t dim;
    double query[MOST_DIM], key[MOST_DIM], scale, score;
} product;

static product random_product(random_cases *cases) {
    product p = {.dim = 1 + random_below(cases, MOST_DIM)};
    for (size_t c = 0; c < p.dim; c++) {
        p.query[c] = (double)(float)random_normal(cases);
        p.key[c] = (double)(float)random_normal(cases);
        p.score += p.query[c] * p.key[c];
    }
    p.scale = 1 / sqrt((double)p.dim);
    p.score *= p.scale;
    return p;
}

static plumb_ball off_of(const product *p, const plumb_precision *precision) {
    model_steps steps = steps_of(precision);
    plumb_score_error error =
        plumb_score_error_of(steps.unit, steps.tiny, p->dim, (plumb_ball){p->scale, 0});
    plumb_ball score = {p->score, 0x1p-48 * (1 + fabs(p->score))};
    return plumb_score_off(error, p->query, p->key, p->dim, score);
}

static void fail_case(const random_cases *cases, const char *what, const product *p,
                      const plumb_precision *precision, double got, double expected) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s in %s: %g, expected %g", what, precision->name, got, expected);
    reproduce_doubles(&line, "query", p->query, p->dim);
    reproduce_doubles(&line, "key", p->key, p->dim);
    reproduce_fail(&line);
}

/* What underflows the page bounds more widely than the lemmas do, but it is little here. */
START_TEST(is_that_of_the_budget) {
    random_cases cases = random_begin("budget score", CASES);
    while (random_next(&cases)) {
        product p = random_product(&cases);
        const plumb_precision *precision = random_precision(&cases);
        if (flushes(precision))
            continue;
        page_row row = {
            .precision = precision, .head_dim = p.dim, .scale = p.scale, .rescalings = 1};
        page_key key = page_score(&row, p.query, p.key, fabs(p.score));
        double off = plumb_upper(off_of(&p, precision));
        if (!(off <= 1.1 * key.score_error && off >= 0.97 * key.score_error))
            fail_case(&cases, "another error of a score", &p, precision, off, key.score_error);
    }
}
END_TEST

/* binary32: scaled before the product, summed from either end, stored */
static double computed(const product *p, bool backwards, int scaled) {
    float sum = 0, scale = (float)p->scale;
    for (size_t i = 0; i < p->dim; i++) {
        size_t c = backwards ? p->dim - 1 - i : i;
        float a = (float)p->query[c], b = (float)p->key[c];
        if (scaled == 1)
            a *= scale;
        sum += a * b;
    }
    return (double)(scaled == 0 ? sum * scale : sum);
}

START_TEST(no_score_is_farther_off) {
    random_cases cases = random_begin("budget score computed", CASES);
    const plumb_precision *precision = plumb_precision_find("f32");
    while (random_next(&cases)) {
        product p = random_product(&cases);
        double off = plumb_upper(off_of(&p, precision));
        for (int form = 0; form < 4; form++) {
            double error = fabs(computed(&p, form & 1, form >> 1) - p.score);
            if (!(error <= off))
                fail_case(&cases, "a score is farther off", &p, precision, error, off);
        }
    }
}
END_TEST

/* One product of 1 and 1: the parts of the error can be told apart. */
static double off_of_one(const double *unit, const double *tiny, double scale) {
    double one = 1;
    plumb_score_error error = plumb_score_error_of(unit, tiny, 1, (plumb_ball){scale, 0});
    return plumb_upper(plumb_score_off(error, &one, &one, 1, (plumb_ball){scale, 0}));
}

static bool near(double x, double y) {
    return fabs(x - y) <= 0x1p-30 * y;
}

START_TEST(each_step_counts) {
    double unit[PLUMB_STEPS] = {0}, tiny[PLUMB_STEPS] = {0}, u = 0x1p-40;
    static const struct {
        int step;
        double units;
    } steps[] = {{PLUMB_STEP_INPUT, 4},
                 {PLUMB_STEP_OPERAND, 2},
                 {PLUMB_STEP_PRODUCT, 5},
                 {PLUMB_STEP_SCORE, 3}};
    ck_assert(off_of_one(unit, tiny, 1) <= 0x1p-900);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        unit[steps[i].step] = u;
        ck_assert(near(off_of_one(unit, tiny, 1), steps[i].units * u));
        unit[steps[i].step] = 0;
    }
    /* two elements, and the scale or its root twice; two elements; six roundings; three stores, one of them scaled */
    static const struct {
        int step;
        double units, scaled;
    } lost[] = {{PLUMB_STEP_INPUT, 4, 16},
                {PLUMB_STEP_OPERAND, 2, 8},
                {PLUMB_STEP_PRODUCT, 6, 24},
                {PLUMB_STEP_SCORE, 3, 6}};
    for (size_t i = 0; i < sizeof lost / sizeof lost[0]; i++) {
        tiny[lost[i].step] = u;
        ck_assert(near(off_of_one(unit, tiny, 1), lost[i].units * u));
        ck_assert(near(off_of_one(unit, tiny, 4), lost[i].scaled * u));
        tiny[lost[i].step] = 0;
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/score");
    TCase *tests = tcase_create("score");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, is_that_of_the_budget);
    tcase_add_test(tests, no_score_is_farther_off);
    tcase_add_test(tests, each_step_counts);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
