/* test_divided.c - however a model stores weights, and makes what they are divided by, both stay in their balls; and
   the balls are what the page has. */
#include "budget/divided.h"
#include "tests/budget/models.h"
#include "tests/budget/roundings.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 2000
#define MOST_KEYS 40
#define DIVISIONS (PLUMB_DIVIDED_BY_LENGTH + 1)

static void fail_case(const random_cases *cases, const char *what, plumb_division division, double x, double y) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: division %d, %a, %a", what, (int)division, x, y);
    reproduce_fail(&line);
}

/* The identity, so that weights are scores; what is hidden is not read. */
START_TEST(weights_as_summed) {
    random_cases cases = random_begin("budget divided", CASES);
    while (random_next(&cases)) {
        const plumb_precision *p = random_precision(&cases);
        model_steps steps = steps_of(p);
        plumb_mapping mapping = {PLUMB_MAP_IDENTITY, (plumb_division)random_below(&cases, DIVISIONS), 0};
        plumb_ball score[] = {plumb_ball_of(random_normal(&cases)), plumb_ball_of(NAN)}, off[2] = {{0, 0}, {NAN, 0}};
        plumb_ball weight[2] = {{0, 0}, {42, 0}};
        unsigned char visible[] = {1, 0};
        off[0].mid = exp2(-20) * random_uniform(&cases);
        plumb_weigh_scores(steps.unit, steps.tiny, mapping, score, off, visible, 2, weight);
        double x = score[0].mid, y = x + 0.999 * off[0].mid * (random_below(&cases, 2) ? 1 : -1), reach = off[0].mid;
        if (mapping.division != PLUMB_DIVIDED_BY_NOTHING) {
            y = rounded_in_model(&cases, &steps, PLUMB_STEP_PROBABILITY, y);
            reach += p->probability.unit * (fabs(x) + reach) + p->probability.tiny;
        }
        if (mapping.division == PLUMB_DIVIDED_BY_ABSOLUTE_SUM) {
            x = fabs(x);
            y = fabs(y);
        }
        if (weight[1].mid != 42 || !(fabs(y - weight[0].mid) <= weight[0].rad + 0x1p-50) ||
            !(fabs(weight[0].mid - x) <= 0x1p-50) || !(fabs(weight[0].rad - reach) <= 0.001 * reach + 0x1p-48))
            fail_case(&cases, "a weight", mapping.division, y, weight[0].rad);
    }
}
END_TEST

/* Epsilon as stored, the sum as stored before it is added or after, and what comes of it. */
static double with_epsilon(random_cases *cases, const model_steps *steps, double epsilon, double sum) {
    epsilon = rounded_in_model(cases, steps, PLUMB_STEP_INPUT, epsilon);
    epsilon = rounded_in_model(cases, steps, PLUMB_STEP_PROBABILITY, epsilon);
    if (random_below(cases, 2))
        sum = rounded_in_model(cases, steps, PLUMB_STEP_PROBABILITY, sum) + epsilon;
    else
        sum = rounded_in_model(cases, steps, PLUMB_STEP_PROBABILITY, sum + epsilon);
    sum = rounded_several(cases, steps, PLUMB_STEP_ACCUMULATE, 2, sum);
    return rounded_in_model(cases, steps, PLUMB_STEP_PROBABILITY, sum);
}

static double divisor_computed(random_cases *cases, const model_steps *steps, plumb_mapping mapping, size_t keys,
                               double sum) {
    switch (mapping.division) {
    case PLUMB_DIVIDED_BY_NOTHING:
        return 1;
    case PLUMB_DIVIDED_BY_LENGTH:
        return (double)keys * (1 + 0.999 * steps->unit[PLUMB_STEP_EXPONENT]);
    case PLUMB_DIVIDED_BY_AT_LEAST_ONE:
        return fmax(fabs(with_epsilon(cases, steps, 0, sum)), 1);
    default:
        return with_epsilon(cases, steps, mapping.epsilon, sum);
    }
}

/* Section 12; what underflows is left to the caller. */
static double exact_divisor(plumb_mapping mapping, size_t keys, double sum) {
    switch (mapping.division) {
    case PLUMB_DIVIDED_BY_NOTHING:
        return 1;
    case PLUMB_DIVIDED_BY_LENGTH:
        return (double)keys;
    case PLUMB_DIVIDED_BY_AT_LEAST_ONE:
        return fmax(fabs(sum), 1);
    default:
        return sum + mapping.epsilon;
    }
}

static double page(const plumb_precision *p, plumb_mapping mapping, size_t keys, double steps, double sum) {
    double unit = p->probability.unit, epsilon = mapping.epsilon;
    if (mapping.division == PLUMB_DIVIDED_BY_NOTHING)
        return 0;
    if (mapping.division == PLUMB_DIVIDED_BY_LENGTH)
        return (double)keys * p->exponent.unit;
    if (mapping.division == PLUMB_DIVIDED_BY_AT_LEAST_ONE)
        epsilon = 0;
    double stores = plumb_compound(plumb_compound(unit, unit), plumb_gamma(2, p->accumulate.unit));
    double zeta = plumb_gamma(steps, p->accumulate.unit) * sum + plumb_compound(p->input.unit, unit) * epsilon;
    return zeta + stores * (sum + epsilon + zeta);
}

START_TEST(what_they_are_divided_by) {
    random_cases cases = random_begin("budget divided divisor", CASES);
    while (random_next(&cases)) {
        const plumb_precision *p = random_precision(&cases);
        model_steps steps = steps_of(p);
        size_t keys = 1 + random_below(&cases, MOST_KEYS), count = keys + 8;
        plumb_mapping mapping = {PLUMB_MAP_IDENTITY, (plumb_division)random_below(&cases, DIVISIONS), 0x1p-8};
        plumb_ball weight[MOST_KEYS];
        double value[MOST_KEYS] = {0}, sum = 0, computed = 0;
        unsigned char visible[MOST_KEYS];
        for (size_t j = 0; j < keys; j++) {
            double each = 0.2 * random_uniform(&cases);
            weight[j] = plumb_ball_of(each);
            visible[j] = 1;
            sum += each;
            computed = rounded_in_model(&cases, &steps, PLUMB_STEP_ACCUMULATE, computed + each);
        }
        plumb_product_sums sums = plumb_total_products(weight, visible, value, keys, 1, 0);
        plumb_ball ball = plumb_computed_divisor(steps.unit, steps.tiny, mapping, count, keys, sums);
        double y = divisor_computed(&cases, &steps, mapping, keys, computed);
        double exact = exact_divisor(mapping, keys, sum), reach = page(p, mapping, keys, (double)count, sum);
        double slack = 0x1p-44 * (1 + exact) + 4 * p->probability.tiny + 2 * p->input.tiny +
                       3 * (double)count * p->accumulate.tiny;
        if (!(fabs(y - ball.mid) <= ball.rad + slack) || !(fabs(ball.mid - exact) <= slack) ||
            !(fabs(ball.rad - reach) <= 0.02 * reach + slack))
            fail_case(&cases, "a divisor", mapping.division, y, ball.rad);
    }
}
END_TEST

START_TEST(nothing_known) {
    double unit[PLUMB_STEPS] = {0}, tiny[PLUMB_STEPS] = {0}, value[] = {1};
    plumb_ball weight[] = {plumb_ball_unknown()};
    unsigned char visible[] = {1};
    plumb_product_sums sums = plumb_total_products(weight, visible, value, 1, 1, 0);
    for (plumb_division division = PLUMB_DIVIDED_BY_SUM; division < PLUMB_DIVIDED_BY_LENGTH; division++) {
        plumb_mapping mapping = {PLUMB_MAP_IDENTITY, division, 0};
        ck_assert(!isfinite(plumb_computed_divisor(unit, tiny, mapping, 9, 1, sums).rad));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/divided");
    TCase *tests = tcase_create("divided");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, weights_as_summed);
    tcase_add_test(tests, what_they_are_divided_by);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
