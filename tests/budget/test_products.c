/* test_products.c - however a model sums weights and their products with values, and wherever it divides, what comes of
   it stays in its ball; and the ball is what the page has. */
#include "budget/products.h"
#include "tests/budget/models.h"
#include "tests/budget/roundings.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 1000
#define MOST_KEYS 40
#define WIDTH 2

typedef struct {
    size_t keys, visible_keys;
    plumb_ball weight[MOST_KEYS];
    double value[MOST_KEYS * WIDTH], divisor;
    unsigned char visible[MOST_KEYS];
} row;

static double value_of(const row *x, size_t j) {
    return x->value[j * WIDTH + 1];
}

static void random_row(random_cases *cases, row *x) {
    x->keys = 1 + random_below(cases, MOST_KEYS);
    x->visible_keys = 0;
    x->divisor = (random_below(cases, 2) ? 1 : -1) * exp2(6 * random_uniform(cases) - 3);
    for (size_t j = 0; j < x->keys; j++) {
        x->visible[j] = random_below(cases, 4) != 0;
        x->visible_keys += x->visible[j];
        x->weight[j] = (plumb_ball){x->visible[j] ? random_normal(cases) : NAN, 0};
        x->value[j * WIDTH] = NAN;
        x->value[j * WIDTH + 1] = x->visible[j] ? random_normal(cases) : NAN;
    }
}

/* Each partial sum is rounded; backwards now and then. */
static double summed(random_cases *cases, const model_steps *steps, const row *x, const double *term) {
    bool backwards = random_below(cases, 2) != 0;
    double sum = 0;
    for (size_t i = 0; i < x->keys; i++) {
        size_t j = backwards ? x->keys - 1 - i : i;
        if (x->visible[j])
            sum = rounded_in_model(cases, steps, PLUMB_STEP_ACCUMULATE, sum + term[j]);
    }
    return sum;
}

static double terms_computed(random_cases *cases, const model_steps *steps, const row *x) {
    double term[MOST_KEYS];
    for (size_t j = 0; j < x->keys; j++)
        term[j] = x->weight[j].mid;
    return summed(cases, steps, x, term);
}

/* Times the divisor. */
static double products_computed(random_cases *cases, const model_steps *steps, const row *x) {
    bool first = random_below(cases, 2) != 0;
    double term[MOST_KEYS];
    for (size_t j = 0; j < x->keys; j++) {
        double weight = x->weight[j].mid;
        if (first)
            weight = rounded_several(cases, steps, PLUMB_STEP_ACCUMULATE, 4, weight / x->divisor);
        weight = rounded_in_model(cases, steps, PLUMB_STEP_PROBABILITY, weight);
        term[j] = weight * rounded_in_model(cases, steps, PLUMB_STEP_OPERAND, value_of(x, j));
    }
    double sum = summed(cases, steps, x, term);
    return first ? sum * x->divisor : sum;
}

static void check_ball(const random_cases *cases, const char *what, plumb_ball ball, double computed, double exact,
                       double page) {
    double slack = 0x1p-44 * (1 + fabs(exact));
    if (fabs(computed - ball.mid) <= ball.rad + slack && fabs(ball.mid - exact) <= slack &&
        fabs(ball.rad - page) <= 0.001 * page + slack)
        return;
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %a, exactly %a within %a, the page %a", what, computed, exact, ball.rad, page);
    reproduce_fail(&line);
}

START_TEST(stays_within) {
    random_cases cases = random_begin("budget products", CASES);
    while (random_next(&cases)) {
        const plumb_precision *p = random_precision(&cases);
        model_steps steps = steps_of(p);
        row x;
        random_row(&cases, &x);
        size_t count = x.visible_keys + 8;
        double gamma = plumb_gamma((double)count, p->accumulate.unit);
        double sum = 0, size = 0, value_size = 0, products = 0, product_size = 0;
        for (size_t j = 0; j < x.keys; j++)
            if (x.visible[j]) {
                sum += x.weight[j].mid;
                size += fabs(x.weight[j].mid);
                value_size += fabs(value_of(&x, j));
                products += x.weight[j].mid * value_of(&x, j);
                product_size += fabs(x.weight[j].mid * value_of(&x, j));
            }
        plumb_product_sums sums = plumb_total_products(x.weight, x.visible, x.value, x.keys, WIDTH, 1);
        ck_assert_uint_eq(sums.count, x.visible_keys);
        ck_assert(plumb_sum_is_borne(steps.unit, count));
        check_ball(&cases, "the weights", plumb_computed_terms(steps.unit, steps.tiny, count, sums),
                   terms_computed(&cases, &steps, &x), sum,
                   gamma * size + (1 + gamma) * 2 * (double)count * p->accumulate.tiny);
        double kappa = plumb_compound(plumb_compound(p->probability.unit, p->operand.unit), gamma);
        double larger = fmax(1, fabs(x.divisor)), tiny = 2 * (double)count * p->accumulate.tiny;
        double each = p->probability.tiny + 4 * p->accumulate.tiny * (1 + p->probability.unit);
        double operands = (1 + p->operand.unit) * value_size + (double)x.visible_keys * p->operand.tiny;
        double lost = larger * each * operands + (1 + p->probability.unit) * p->operand.tiny * size + larger * tiny;
        check_ball(&cases, "the products",
                   plumb_computed_products(steps.unit, steps.tiny, count, sums, plumb_ball_of(x.divisor)),
                   products_computed(&cases, &steps, &x), products, kappa * product_size + (1 + gamma) * lost);
    }
}
END_TEST

/* What underflows, of weights and of operands, where nothing is rounded besides. */
START_TEST(what_underflows) {
    double unit[PLUMB_STEPS] = {0}, tiny[PLUMB_STEPS] = {0}, value[] = {3, -5};
    plumb_ball weight[] = {plumb_ball_of(2), plumb_ball_of(-1)};
    unsigned char visible[] = {1, 1};
    plumb_product_sums sums = plumb_total_products(weight, visible, value, 2, 1, 0);
    tiny[PLUMB_STEP_PROBABILITY] = 0x1p-20;
    ck_assert_double_eq_tol(plumb_computed_products(unit, tiny, 10, sums, plumb_ball_of(4)).rad, 32 * 0x1p-20, 1e-12);
    tiny[PLUMB_STEP_PROBABILITY] = 0;
    tiny[PLUMB_STEP_OPERAND] = 0x1p-20;
    ck_assert_double_eq_tol(plumb_computed_products(unit, tiny, 10, sums, plumb_ball_of(4)).rad, 3 * 0x1p-20, 1e-12);
    tiny[PLUMB_STEP_OPERAND] = 0;
    tiny[PLUMB_STEP_ACCUMULATE] = 0x1p-20;
    ck_assert_double_eq_tol(plumb_computed_products(unit, tiny, 10, sums, plumb_ball_of(4)).rad,
                            4 * (4 * 8 + 20) * 0x1p-20, 1e-12);
    ck_assert_double_eq_tol(plumb_computed_products(unit, tiny, 10, sums, plumb_ball_of(0.5)).rad,
                            (4 * 8 + 20) * 0x1p-20, 1e-12);
    ck_assert_double_eq_tol(plumb_computed_terms(unit, tiny, 10, sums).rad, 20 * 0x1p-20, 1e-12);
}
END_TEST

/* As many roundings as are less than the whole; what is not finite where it counts. */
START_TEST(nothing_known) {
    double unit[PLUMB_STEPS] = {0}, tiny[PLUMB_STEPS] = {0}, value[] = {1, NAN};
    plumb_ball weight[] = {plumb_ball_of(1), plumb_ball_unknown()};
    unsigned char visible[] = {1, 0};
    unit[PLUMB_STEP_ACCUMULATE] = 0.125;
    ck_assert(plumb_sum_is_borne(unit, 7) && !plumb_sum_is_borne(unit, 8));
    unit[PLUMB_STEP_ACCUMULATE] = 0;
    plumb_product_sums sums = plumb_total_products(weight, visible, value, 2, 1, 0);
    ck_assert(isfinite(plumb_computed_products(unit, tiny, 10, sums, plumb_ball_of(1)).rad));
    visible[1] = 1;
    sums = plumb_total_products(weight, visible, value, 2, 1, 0);
    ck_assert(!isfinite(plumb_computed_terms(unit, tiny, 10, sums).rad));
    weight[1] = plumb_ball_of(1);
    sums = plumb_total_products(weight, visible, value, 2, 1, 0);
    ck_assert(isfinite(plumb_computed_terms(unit, tiny, 10, sums).rad));
    ck_assert(!isfinite(plumb_computed_products(unit, tiny, 10, sums, plumb_ball_of(1)).rad));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/products");
    TCase *tests = tcase_create("products");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, stays_within);
    tcase_add_test(tests, what_underflows);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
