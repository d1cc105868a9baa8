/* test_alibi.c - however a model rounds a slope, its product with a distance, and the scale times that or times its
   sum with a score, each stays within what is said of it; and that is what the page has. */
#include "budget/alibi.h"
#include "theorem/slope_roundings.h"
#include "tests/budget/models.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 2000

/* x as a step may round it; extremes now and then */
static double rounded(random_cases *cases, const model_steps *steps, size_t step, double x) {
    double part = random_below(cases, 2) ? (random_below(cases, 2) ? 1 : -1) : 2 * random_uniform(cases) - 1;
    return x + 0.999 * part * (steps->unit[step] * fabs(x) + steps->tiny[step]);
}

static double several(random_cases *cases, const model_steps *steps, size_t step, size_t count, double x) {
    for (size_t i = 0; i < count; i++)
        x = rounded(cases, steps, step, x);
    return x;
}

static double in_tensor(random_cases *cases, const model_steps *steps, double x) {
    bool coarse = steps->unit[PLUMB_STEP_INPUT] > steps->unit[PLUMB_STEP_OUTPUT] || random_below(cases, 8) == 0;
    return rounded(cases, steps, coarse ? PLUMB_STEP_INPUT : PLUMB_STEP_OUTPUT, x);
}

static double alibi(random_cases *cases, const model_steps *steps, size_t roundings, double slope, double distance) {
    slope = in_tensor(cases, steps, several(cases, steps, PLUMB_STEP_EXPONENT, roundings, slope));
    double product = several(cases, steps, PLUMB_STEP_EXPONENT, 4, slope * distance);
    return in_tensor(cases, steps, in_tensor(cases, steps, product));
}

static double scaled(random_cases *cases, const model_steps *steps, double scale, double x) {
    return several(cases, steps, PLUMB_STEP_EXPONENT, 2, rounded(cases, steps, PLUMB_STEP_INPUT, scale) * x);
}

static double allowed(plumb_own_error own, double x) {
    return own.unit * fabs(x) + own.tiny;
}

static void fail_case(const random_cases *cases, const char *what, double off, double bound) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %a, %a", what, off, bound);
    reproduce_fail(&line);
}

START_TEST(stays_within) {
    random_cases cases = random_begin("budget alibi", CASES);
    while (random_next(&cases)) {
        model_steps steps = steps_of(random_precision(&cases));
        size_t roundings = 2 * random_below(&cases, 20);
        double slope = exp2(-8 * random_uniform(&cases)), scale = exp2(4 * random_uniform(&cases) - 4);
        double distance = (double)random_below(&cases, 4096) - 2048, exact = slope * distance;
        double score = random_normal(&cases), slack = 0x1p-46 * (1 + fabs(exact) + fabs(score));
        plumb_ball factor = {scale, 0};
        plumb_own_error own = plumb_alibi_error(steps.unit, steps.tiny, roundings, (plumb_ball){slope, 0});
        double y = alibi(&cases, &steps, roundings, slope, distance);
        if (!(fabs(y - exact) <= allowed(own, exact) + slack))
            fail_case(&cases, "a product beyond its error", y - exact, allowed(own, exact));
        own = plumb_scaled_error(steps.unit, steps.tiny, factor, own);
        y = scaled(&cases, &steps, scale, y);
        if (!(fabs(y - scale * exact) <= allowed(own, scale * exact) + slack))
            fail_case(&cases, "a scaled product beyond its error", y - scale * exact, allowed(own, scale * exact));
        own = plumb_scaled_sum_error(steps.unit, steps.tiny, factor);
        y = rounded(&cases, &steps, PLUMB_STEP_EXPONENT, score + exact);
        y = scaled(&cases, &steps, scale, rounded(&cases, &steps, PLUMB_STEP_SCORE, y));
        exact = scale * (score + exact);
        if (!(fabs(y - exact) <= allowed(own, exact) + slack))
            fail_case(&cases, "a scaled sum beyond its error", y - exact, allowed(own, exact));
    }
}
END_TEST

/* What a rounded scale, or one more product with it, does to a number of magnitude 1. */
static double scale_unit(const plumb_precision *p) {
    return plumb_compound(p->input.unit, plumb_gamma(2, p->exponent.unit));
}

/* Section 19, of a number of magnitude a. */
static double page_of(const plumb_problem *problem, const plumb_precision *p, size_t h, double a) {
    plumb_rounding tensor = plumb_tensor_rounding(p);
    double own = (double)plumb_slope_roundings(problem, h);
    double slope = plumb_compound(tensor.unit, plumb_gamma(own, p->exponent.unit));
    if (problem->position.alibi == PLUMB_ALIBI_SCALED_KEY)
        slope = plumb_compound(slope, scale_unit(p));
    double stores =
        plumb_compound(plumb_compound(tensor.unit, tensor.unit), plumb_compound(p->score.unit, 4 * p->exponent.unit));
    return slope * a + (stores * (a + slope * a) + 4 * (tensor.tiny + p->score.tiny + p->exponent.tiny));
}

/* Section 19, for slopes by rule and stated ones, the number as stored among the scores. */
START_TEST(is_what_the_page_has) {
    random_cases cases = random_begin("budget alibi sharp", CASES);
    while (random_next(&cases)) {
        const plumb_precision *p = random_precision(&cases);
        model_steps steps = steps_of(p);
        double slope = exp2(-8 * random_uniform(&cases)), distance = 1 + (double)random_below(&cases, 4096);
        double scale = 0.125;
        plumb_problem problem = {.query_heads = 1 + random_below(&cases, 40)};
        problem.position = (plumb_position){.kind = PLUMB_POSITION_ALIBI,
                                            .alibi = (plumb_alibi_form)random_below(&cases, 4),
                                            .slopes = random_below(&cases, 2) ? &slope : NULL};
        size_t h = random_below(&cases, problem.query_heads);
        plumb_own_error own = plumb_alibi_error(steps.unit, steps.tiny, plumb_slope_roundings(&problem, h),
                                                (plumb_ball){slope, 0});
        double exact = slope * distance;
        if (problem.position.alibi == PLUMB_ALIBI_SCALED_KEY) {
            own = plumb_scaled_error(steps.unit, steps.tiny, (plumb_ball){scale, 0}, own);
            exact *= scale;
            plumb_own_error sum = plumb_scaled_sum_error(steps.unit, steps.tiny, (plumb_ball){scale, 0});
            double unit = plumb_compound(scale_unit(p), plumb_compound(p->score.unit, p->exponent.unit));
            if (!(fabs(sum.unit - unit) <= 0.01 * unit))
                fail_case(&cases, "not the error of a scaled sum", sum.unit, unit);
        }
        double off = allowed(own, exact), page = page_of(&problem, p, h, exact);
        off += p->score.unit * (exact + off) + p->score.tiny;
        if (!(fabs(off - page) <= 0.01 * page))
            fail_case(&cases, "not the error of a number", off, page);
    }
}
END_TEST

START_TEST(a_slope_of_zero_is_exact) {
    model_steps steps = steps_of(plumb_precision_find("bf16-eager"));
    plumb_own_error own = plumb_alibi_error(steps.unit, steps.tiny, 8, (plumb_ball){0, 0});
    ck_assert(own.unit == 0 && own.tiny == 0);
}
END_TEST
START_TEST(nothing_is_known) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    plumb_ball one = {1, 0}, around_zero = {0, 1};
    plumb_own_error known = plumb_alibi_error(steps.unit, steps.tiny, 8, one), unknown = {INFINITY, 0};
    ck_assert(isfinite(known.unit) && isfinite(known.tiny));
    ck_assert(!isfinite(plumb_alibi_error(steps.unit, steps.tiny, 8, around_zero).tiny));
    ck_assert(!isfinite(plumb_scaled_error(steps.unit, steps.tiny, around_zero, known).tiny));
    ck_assert(!isfinite(plumb_scaled_error(steps.unit, steps.tiny, one, unknown).unit));
    ck_assert(!isfinite(plumb_scaled_sum_error(steps.unit, steps.tiny, around_zero).tiny));
    steps.unit[PLUMB_STEP_EXPONENT] = 0.125;
    ck_assert(isfinite(plumb_alibi_error(steps.unit, steps.tiny, 7, one).unit));
    ck_assert(!isfinite(plumb_alibi_error(steps.unit, steps.tiny, 8, one).unit));
    steps.unit[PLUMB_STEP_EXPONENT] = 0.25;
    ck_assert(!isfinite(plumb_alibi_error(steps.unit, steps.tiny, 0, one).unit));
    steps.unit[PLUMB_STEP_EXPONENT] = 0.5;
    ck_assert(!isfinite(plumb_scaled_sum_error(steps.unit, steps.tiny, one).unit));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/alibi");
    TCase *tests = tcase_create("alibi");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, stays_within);
    tcase_add_test(tests, is_what_the_page_has);
    tcase_add_test(tests, a_slope_of_zero_is_exact);
    tcase_add_test(tests, nothing_is_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
