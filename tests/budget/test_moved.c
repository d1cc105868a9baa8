/* test_moved.c - no score of moved vectors is farther off than is said of it, and that is what the page has. */
#include "budget/moved.h"
#include "tests/budget/models.h"
#include "tests/budget/page.h"
#include "tests/support/contain.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 2000
#define MOST_DIM 64

/* A vector, and as an engine has moved it. */
typedef struct {
    double exact[MOST_DIM], computed[MOST_DIM], size[MOST_DIM], off[MOST_DIM];
} vector;

typedef struct {
    size_t dim;
    vector query, key;
    double scale, score, inherited;
} product;

/* An element is off by all that it may be, or nearly. */
static void move(random_cases *cases, vector *v, size_t c) {
    double part = random_below(cases, 2) ? 1 : -1;
    v->exact[c] = random_normal(cases);
    v->off[c] = random_below(cases, 4) ? exp2(-24 + 20 * random_uniform(cases)) : 0x1p-24 * fabs(v->exact[c]);
    v->computed[c] = (double)(float)(v->exact[c] + part * (v->off[c] - 0x1p-24 * fabs(v->exact[c])) / 1.001);
    v->size[c] = fmax(fabs(v->exact[c]), fabs(v->computed[c]));
}

static product random_product(random_cases *cases) {
    product p = {.dim = 1 + random_below(cases, MOST_DIM)};
    p.scale = 1 / sqrt((double)p.dim);
    for (size_t c = 0; c < p.dim; c++) {
        move(cases, &p.query, c);
        move(cases, &p.key, c);
        p.score += p.scale * p.query.exact[c] * p.key.exact[c];
        p.inherited += p.scale * (p.query.off[c] * p.key.size[c] + p.query.size[c] * p.key.off[c]);
    }
    return p;
}

static plumb_computed computed_of(const product *p, const plumb_precision *precision) {
    model_steps steps = steps_of(precision);
    plumb_ball scale = {p->scale, 0}, score = {p->score, 0x1p-46 * (1 + fabs(p->score))};
    plumb_score_error error = plumb_score_error_of(steps.unit, steps.tiny, p->dim, scale);
    plumb_moved query = {p->query.size, p->query.off}, key = {p->key.size, p->key.off};
    return plumb_moved_score(error, query, key, p->dim, scale, score);
}

static void fail_case(const random_cases *cases, const char *what, double got, double expected) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %g, %g", what, got, expected);
    reproduce_fail(&line);
}

/* binary32, from either end */
static double score_of(const product *p, bool backwards) {
    float sum = 0;
    for (size_t i = 0; i < p->dim; i++) {
        size_t c = backwards ? p->dim - 1 - i : i;
        sum += (float)p->query.computed[c] * (float)p->key.computed[c];
    }
    return (double)(sum * (float)p->scale);
}

START_TEST(no_score_is_farther_off) {
    random_cases cases = random_begin("budget moved", CASES);
    while (random_next(&cases)) {
        product p = random_product(&cases);
        plumb_computed known = computed_of(&p, plumb_precision_find("f32"));
        for (int backwards = 0; backwards < 2; backwards++) {
            double error = fabs(score_of(&p, backwards) - p.score);
            if (!(error <= plumb_upper(known.off) + known.exact.rad))
                fail_case(&cases, "a score is farther off", error, plumb_upper(known.off));
        }
    }
}
END_TEST

/* One element of each vector, off by all that it may be on the same side: what they inherit is felt. */
START_TEST(what_is_inherited_is_felt) {
    const plumb_precision *precision = plumb_precision_find("f64");
    for (int which = 0; which < 3; which++) {
        product p = {.dim = 1, .scale = 1, .score = 1};
        vector moved = {.exact = {1}, .computed = {1.25}, .size = {1.25}, .off = {0.25}};
        vector still = {.exact = {1}, .computed = {1}, .size = {1}, .off = {0}};
        p.query = which == 1 ? still : moved;
        p.key = which == 0 ? still : moved;
        double error = p.query.computed[0] * p.key.computed[0] - 1, off = plumb_upper(computed_of(&p, precision).off);
        ck_assert(off >= error && off <= error + 0.07);
    }
}
END_TEST

START_TEST(is_that_of_the_budget) {
    random_cases cases = random_begin("budget moved sharp", CASES);
    while (random_next(&cases)) {
        product p = random_product(&cases);
        const plumb_precision *precision = random_precision(&cases);
        if (flushes(precision))
            continue;
        page_row row = {.precision = precision, .head_dim = p.dim, .scale = p.scale, .rescalings = 1};
        page_key key = page_score(&row, p.query.size, p.key.size, fabs(p.score) + p.inherited);
        double page = key.score_error + p.inherited, off = plumb_upper(computed_of(&p, precision).off);
        if (!(off <= 1.1 * page && off >= 0.97 * page))
            fail_case(&cases, "another error of a score", off, page);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/moved");
    TCase *tests = tcase_create("moved");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, no_score_is_farther_off);
    tcase_add_test(tests, what_is_inherited_is_felt);
    tcase_add_test(tests, is_that_of_the_budget);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
