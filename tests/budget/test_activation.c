/* test_activation.c - however a model rounds a map of a score, the weight stays in its ball; and the ball is what the
   page has. */
#include "budget/activation.h"
#include "tests/budget/models.h"
#include "tests/budget/roundings.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 4000
#define MAPS (PLUMB_MAP_ELU + 1)

static double exact_of(plumb_map map, double x) {
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

/* An exponential of the model. */
static double power(random_cases *cases, const model_steps *steps, double x) {
    double sign = random_below(cases, 2) ? 1 : -1;
    return exp(x) * (1 + 0.999 * sign * steps->unit[PLUMB_STEP_EXPONENTIAL]);
}

static double sigmoid(random_cases *cases, const model_steps *steps, double x) {
    x = rounded_several(cases, steps, PLUMB_STEP_EXPONENT, random_below(cases, 5), x);
    double inverse = power(cases, steps, -x), direct = power(cases, steps, x);
    double quotient = random_below(cases, 2) ? 1 / (1 + inverse) : direct / (1 + direct);
    return rounded_several(cases, steps, PLUMB_STEP_EXPONENT, random_below(cases, 5), quotient);
}

static double elu(random_cases *cases, const model_steps *steps, double x) {
    double error = 0.999 * steps->unit[PLUMB_STEP_EXPONENTIAL];
    double first = x > 0 ? x : random_below(cases, 2) ? power(cases, steps, x) - 1 : expm1(x) * (1 + error);
    first = rounded_several(cases, steps, PLUMB_STEP_EXPONENT, random_below(cases, 3), first);
    first = rounded_in_model(cases, steps, PLUMB_STEP_SCORE, first);
    return rounded_several(cases, steps, PLUMB_STEP_EXPONENT, random_below(cases, 3), first + 1);
}

static double computed(random_cases *cases, const model_steps *steps, plumb_map map, double x) {
    if (map == PLUMB_MAP_SIGMOID)
        return sigmoid(cases, steps, x);
    if (map == PLUMB_MAP_ELU)
        return elu(cases, steps, x);
    double exact = exact_of(map, x);
    return map == PLUMB_MAP_SQUARED_RELU ? rounded_in_model(cases, steps, PLUMB_STEP_EXPONENT, exact) : exact;
}

/* Section 13, of a score that is off by d; elu(x) may be off by a part of itself where that is more. */
static double page(const plumb_precision *p, plumb_map map, double x, double d) {
    double a = exact_of(map, x), several = plumb_gamma(4, p->exponent.unit), twice = plumb_gamma(2, p->exponent.unit);
    double reach = fmin(d, fmax(0, x + d));
    if (map == PLUMB_MAP_SQUARED_RELU)
        reach = reach * (2 * fmax(0, x) + reach) * (1 + p->exponent.unit) + p->exponent.unit * a;
    if (map == PLUMB_MAP_SIGMOID) {
        double off = d + plumb_gamma(1, p->exponential) + several * (fabs(x) + d) + 4 * p->exponent.tiny;
        reach = a * (1 - a) * expm1(off);
        reach += several * (a + reach);
    }
    if (map == PLUMB_MAP_ELU) {
        double slope = fmin(1, exp(x + d)), first = fmax(a, fabs(a - 1));
        double off = d * slope + (x - d < 0 ? p->exponential * (first + d) : 0);
        reach = off + plumb_compound(p->score.unit, twice) * (fabs(a - 1) + off);
        reach += twice * (a + reach);
    }
    return map == PLUMB_MAP_IDENTITY ? d : reach;
}

static void fail_case(const random_cases *cases, const char *what, plumb_map map, double x, double y) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: map %d of %a, %a", what, (int)map, x, y);
    reproduce_fail(&line);
}

/* The ball of a score beside 0 reaches as far as the score's. */
static double looseness(plumb_map map, double x, double d) {
    return (map == PLUMB_MAP_RELU || map == PLUMB_MAP_SQUARED_RELU) && fabs(x) <= 2 * d ? 4 : 1.02;
}

START_TEST(stays_within) {
    random_cases cases = random_begin("budget activation", CASES);
    while (random_next(&cases)) {
        const plumb_precision *p = random_precision(&cases);
        model_steps steps = steps_of(p);
        plumb_map map = (plumb_map)random_below(&cases, MAPS);
        double x = 4 * random_normal(&cases), d = exp2(-12 - 20 * random_uniform(&cases)) * random_uniform(&cases);
        plumb_computed score = {{x, 0}, {d, 0}};
        plumb_ball ball = plumb_mapped_score(steps.unit, steps.tiny, map, score);
        double y = computed(&cases, &steps, map, x + 0.999 * d * (2 * random_uniform(&cases) - 1));
        double slack = 0x1p-46 * (1 + fabs(x) * fabs(x)), allowed = page(p, map, x, d);
        if (!(fabs(y - ball.mid) <= ball.rad + slack))
            fail_case(&cases, "outside", map, x, y);
        if (!(fabs(ball.mid - exact_of(map, x)) <= d + slack) ||
            !(ball.rad <= looseness(map, x, d) * allowed + d * (x + d < 0) + slack))
            fail_case(&cases, "wider than the page", map, x, ball.rad / allowed);
    }
}
END_TEST

START_TEST(nothing_known) {
    double unit[PLUMB_STEPS] = {0}, tiny[PLUMB_STEPS] = {0};
    plumb_computed lost = {plumb_ball_unknown(), {0, 0}}, one = {{1, 0}, {0, 0}};
    ck_assert(plumb_maps_are_borne(unit));
    for (plumb_map map = 0; map < MAPS; map++)
        ck_assert(!isfinite(plumb_mapped_score(unit, tiny, map, lost).rad));
    ck_assert(!isfinite(plumb_mapped_score(unit, tiny, (plumb_map)MAPS, one).rad));
    unit[PLUMB_STEP_EXPONENTIAL] = 1;
    ck_assert(!plumb_maps_are_borne(unit));
    unit[PLUMB_STEP_EXPONENTIAL] = 0;
    unit[PLUMB_STEP_EXPONENT] = 0.25;
    ck_assert(!plumb_maps_are_borne(unit));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/activation");
    TCase *tests = tcase_create("activation");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, stays_within);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
