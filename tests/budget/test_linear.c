/* test_linear.c - however a model sums some of the keys, and their products with values, before the query comes in, what
   comes of it stays in its ball; and in binary32 the ball is as narrow as the page has it. */
#include "budget/linear.h"
#include "budget/widened.h"
#include "theorem/units.h"
#include "tests/budget/models.h"
#include "tests/budget/roundings.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>
#include <string.h>

#define CASES 1000
#define MOST_KEYS 40
#define MOST_DIM 8
#define SHARPNESS 1.001

typedef struct {
    size_t keys, dim, visible_keys;
    double scale, query[MOST_DIM], key[MOST_DIM * MOST_KEYS], value[MOST_KEYS];
    unsigned char visible[MOST_KEYS], first[MOST_KEYS]; /* these are summed, of the visible ones */
} row;

static void random_row(random_cases *cases, row *x) {
    x->keys = 1 + random_below(cases, MOST_KEYS);
    x->dim = 1 + random_below(cases, MOST_DIM);
    x->scale = exp2(4 * random_uniform(cases) - 2);
    x->visible_keys = 0;
    for (size_t j = 0; j < x->keys; j++) {
        x->visible[j] = random_below(cases, 4) != 0;
        x->visible_keys += x->visible[j];
        x->first[j] = x->visible[j] && random_below(cases, 3) != 0;
        x->value[j] = x->visible[j] ? random_normal(cases) : NAN;
    }
    for (size_t f = 0; f < x->dim; f++) {
        x->query[f] = random_normal(cases);
        for (size_t j = 0; j < x->keys; j++)
            x->key[f * x->keys + j] = x->visible[j] ? random_normal(cases) : NAN;
    }
}

/* ---- an engine of the model ---- */

typedef enum { AT_QUERY, AT_KEYS, BEHIND } scale_place;

static double operand(random_cases *cases, const model_steps *steps, double x) {
    return rounded_in_model(cases, steps, PLUMB_STEP_OPERAND, rounded_in_model(cases, steps, PLUMB_STEP_INPUT, x));
}

static double state(random_cases *cases, const model_steps *steps, const row *x, size_t f, double scale, bool values) {
    double sum = 0;
    for (size_t j = 0; j < x->keys; j++) {
        if (!x->first[j])
            continue;
        double term = operand(cases, steps, scale * x->key[f * x->keys + j]);
        if (values)
            term *= rounded_in_model(cases, steps, PLUMB_STEP_OPERAND, x->value[j]);
        sum = rounded_in_model(cases, steps, PLUMB_STEP_ACCUMULATE, sum + term);
    }
    sum = rounded_in_model(cases, steps, PLUMB_STEP_PROBABILITY, sum);
    return rounded_in_model(cases, steps, PLUMB_STEP_OPERAND, sum);
}

static double computed(random_cases *cases, const model_steps *steps, const row *x, scale_place place, bool values) {
    double scale = rounded_in_model(cases, steps, PLUMB_STEP_INPUT, x->scale), sum = 0;
    for (size_t f = 0; f < x->dim; f++) {
        double query = operand(cases, steps, place == AT_QUERY ? scale * x->query[f] : x->query[f]);
        double product = query * state(cases, steps, x, f, place == AT_KEYS ? scale : 1, values);
        sum = rounded_in_model(cases, steps, PLUMB_STEP_PRODUCT, sum + product);
    }
    sum = rounded_in_model(cases, steps, PLUMB_STEP_SCORE, sum);
    return rounded_several(cases, steps, PLUMB_STEP_SCORE, 2, place == BEHIND ? scale * sum : sum);
}

/* ---- the exact number, and what the page allows where nothing underflows ---- */

typedef struct {
    double exact, bound;
} allowed;

static allowed page(const plumb_precision *p, const row *x, bool values) {
    double exact = 0, size = 0, kappa = plumb_gamma((double)x->visible_keys + 8, p->accumulate.unit);
    double inputs = plumb_compound(p->input.unit, p->input.unit);
    double operands = plumb_compound(p->operand.unit, p->operand.unit), store = p->score.unit;
    for (size_t f = 0; f < x->dim; f++)
        for (size_t j = 0; j < x->keys; j++) {
            double term = x->visible[j] ? x->scale * x->query[f] * x->key[f * x->keys + j] : 0;
            if (x->visible[j] && values)
                term *= x->value[j];
            exact += term;
            size += fabs(term);
        }
    double sums = plumb_gamma((double)x->dim + 4, p->product.unit);
    double products = plumb_compound(plumb_compound(inputs, operands), sums) * size;
    double stores = plumb_compound(inputs, plumb_compound(store, plumb_compound(store, store)));
    double error = products + stores * (size + products);
    kappa = plumb_compound(kappa, p->probability.unit);
    if (values)
        kappa = plumb_compound(kappa, p->operand.unit);
    return (allowed){exact, error + kappa * (size + error)};
}

static plumb_linear_sums sums_of(const row *x, const unsigned char *summed) {
    plumb_ball query[MOST_DIM], key[MOST_DIM * MOST_KEYS];
    for (size_t f = 0; f < x->dim; f++)
        query[f] = plumb_ball_of(x->query[f]);
    for (size_t i = 0; i < x->dim * x->keys; i++)
        key[i] = plumb_ball_of(x->key[i]);
    return plumb_total_features(query, key, summed, x->value, x->keys, x->dim, 1, 0);
}

static plumb_ball off_of(const model_steps *steps, const row *x, double scale, bool values) {
    plumb_linear_sums sums = sums_of(x, x->visible);
    size_t count = sums.count + 8;
    return values ? plumb_first_numerator_off(steps->unit, steps->tiny, x->dim, count, plumb_ball_of(scale), sums)
                  : plumb_first_denominator_off(steps->unit, steps->tiny, x->dim, count, plumb_ball_of(scale), sums);
}

static plumb_ball ball_of(const model_steps *steps, const row *x, bool values) {
    plumb_linear_sums sums = sums_of(x, x->first);
    plumb_ball exact = values ? sums.numerator.exact : sums.denominator.exact;
    return plumb_ball_widened(plumb_ball_multiply(plumb_ball_of(x->scale), exact),
                              off_of(steps, x, x->scale, values));
}

static void fail_case(const random_cases *cases, const char *what, plumb_ball ball, double number) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %a within %a, %a", what, ball.mid, ball.rad, number);
    reproduce_fail(&line);
}

START_TEST(stays_within) {
    random_cases cases = random_begin("budget linear", CASES);
    while (random_next(&cases)) {
        model_steps steps = steps_of(random_precision(&cases));
        row x;
        random_row(&cases, &x);
        for (int values = 0; values < 2; values++)
            for (scale_place place = AT_QUERY; place <= BEHIND; place++) {
                plumb_ball ball = ball_of(&steps, &x, values != 0);
                double number = computed(&cases, &steps, &x, place, values != 0);
                if (isfinite(ball.rad) && fabs(number - ball.mid) > ball.rad * (1 + 0x1p-40) + 0x1p-44)
                    fail_case(&cases, "computed, and outside", ball, number);
            }
    }
}
END_TEST

/* Where operands are not rounded; where they are, a state is rounded once more than the page has it. */
START_TEST(is_as_sharp_as_the_page) {
    random_cases cases = random_begin("budget linear sharp", CASES);
    const plumb_precision *precision = plumb_precision_find("f32");
    model_steps steps = steps_of(precision);
    while (random_next(&cases)) {
        row x;
        random_row(&cases, &x);
        memcpy(x.first, x.visible, sizeof x.first);
        for (int values = 0; values < 2; values++) {
            plumb_ball ball = ball_of(&steps, &x, values != 0);
            allowed by_page = page(precision, &x, values != 0);
            ck_assert_double_eq_tol(ball.mid, by_page.exact, 1e-9);
            if (ball.rad > SHARPNESS * by_page.bound + 1e-30 || ball.rad < 0.5 * by_page.bound)
                fail_case(&cases, "not the page's", ball, by_page.bound);
        }
    }
}
END_TEST

/* What underflows, where nothing is rounded besides: of a state as it is stored, and of an element of the query. */
START_TEST(what_underflows) {
    model_steps steps = {{0}, {0}};
    row x = {.keys = 2, .dim = 1, .visible_keys = 2, .query = {3}, .key = {2, -1}, .value = {5, 7}};
    x.visible[0] = x.visible[1] = 1;
    steps.tiny[PLUMB_STEP_PROBABILITY] = 0x1p-20;
    ck_assert_double_eq_tol(off_of(&steps, &x, 1, true).mid, 3 * 0x1p-20, 1e-12);
    ck_assert_double_eq_tol(off_of(&steps, &x, 4, false).mid, 12 * 0x1p-20, 1e-12);
    steps.tiny[PLUMB_STEP_PROBABILITY] = 0;
    steps.tiny[PLUMB_STEP_ACCUMULATE] = 0x1p-20;
    ck_assert_double_eq_tol(off_of(&steps, &x, 1, true).mid, 60 * 0x1p-20, 1e-12);
    steps.tiny[PLUMB_STEP_ACCUMULATE] = 0;
    steps.tiny[PLUMB_STEP_OPERAND] = 0x1p-20;
    /* a key by each value, a value by each key, the state, and the query by the state */
    ck_assert_double_eq_tol(off_of(&steps, &x, 1, true).mid, (3 * (12 + 3 + 1) + 17) * 0x1p-20, 1e-9);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/linear");
    TCase *tests = tcase_create("linear");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, stays_within);
    tcase_add_test(tests, is_as_sharp_as_the_page);
    tcase_add_test(tests, what_underflows);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
