/* test_capped.c - however a model rounds a softcap, the score stays within its error; and the error is what the page
   has. */
#include "budget/capped.h"
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

/* Four roundings of what is computed, three stores, anywhere before and behind tanh. */
static double capped(random_cases *cases, const model_steps *steps, double c, double x) {
    size_t before = random_below(cases, 5), first = random_below(cases, 4), second = random_below(cases, 4 - first);
    double function = 2 * steps->unit[PLUMB_STEP_EXPONENTIAL] + 8 * steps->unit[PLUMB_STEP_EXPONENT];
    x /= rounded(cases, steps, PLUMB_STEP_INPUT, c);
    x = several(cases, steps, PLUMB_STEP_EXPONENT, before, x);
    x = several(cases, steps, PLUMB_STEP_SCORE, first, x);
    x = tanh(x) + (random_below(cases, 2) ? 0.999 : -0.999) * function;
    x = rounded(cases, steps, PLUMB_STEP_INPUT, c) * several(cases, steps, PLUMB_STEP_SCORE, second, x);
    x = several(cases, steps, PLUMB_STEP_EXPONENT, 4 - before, x);
    return several(cases, steps, PLUMB_STEP_SCORE, 3 - first - second, x);
}

START_TEST(stays_within) {
    random_cases cases = random_begin("budget capped", CASES);
    while (random_next(&cases)) {
        const plumb_precision *p = random_precision(&cases);
        model_steps steps = steps_of(p);
        double c = exp2(8 * random_uniform(&cases) - 2), x = 2 * c * random_normal(&cases);
        double off = exp2(-10) * random_uniform(&cases), exact = c * tanh(x / c);
        double y = capped(&cases, &steps, c, x + off * (2 * random_uniform(&cases) - 1));
        plumb_computed score = {{x, 0}, {off, 0}}, all = plumb_capped_score(steps.unit, steps.tiny, c, score);
        double slack = 0x1p-46 * (1 + c), page = off_behind_cap(p, c, off, fabs(exact));
        if (!(fabs(all.exact.mid - exact) <= all.exact.rad + slack) ||
            !(fabs(y - exact) <= all.off.mid + all.off.rad + slack) ||
            !(fabs(all.off.mid - page) <= all.off.rad + 0.02 * page)) {
            reproduction line = reproduce(&cases);
            reproduce_text(&line, " %a capped at %a: off by %a, %a, the page %a", x, c, y - exact, all.off.mid, page);
            reproduce_fail(&line);
        }
    }
}
END_TEST

/* What a mask hid before, from tanh on. */
static double hidden(random_cases *cases, const model_steps *steps, double c) {
    size_t second = random_below(cases, 4);
    double function = 2 * steps->unit[PLUMB_STEP_EXPONENTIAL] + 8 * steps->unit[PLUMB_STEP_EXPONENT];
    double x = -1 + (random_below(cases, 2) ? 0.999 : -0.999) * function;
    x = rounded(cases, steps, PLUMB_STEP_INPUT, c) * several(cases, steps, PLUMB_STEP_SCORE, second, x);
    return several(cases, steps, PLUMB_STEP_SCORE, 3 - second, several(cases, steps, PLUMB_STEP_EXPONENT, 4, x));
}

START_TEST(of_hidden_keys) {
    random_cases cases = random_begin("budget capped hidden", CASES);
    while (random_next(&cases)) {
        const plumb_precision *p = random_precision(&cases);
        model_steps steps = steps_of(p);
        double c = exp2(8 * random_uniform(&cases) - 2), y = hidden(&cases, &steps, c);
        double page = off_behind_cap(p, c, 0, c), slack = 0x1p-46 * (1 + c);
        plumb_computed all = plumb_hidden_score(steps.unit, steps.tiny, c);
        if (!(all.exact.mid == -c && all.exact.rad == 0) || !(fabs(y + c) <= all.off.mid + all.off.rad + slack) ||
            !(fabs(all.off.mid - page) <= all.off.rad + 0.02 * page)) {
            reproduction line = reproduce(&cases);
            reproduce_text(&line, " hidden at %a: off by %a, %a, the page %a", c, y + c, all.off.mid, page);
            reproduce_fail(&line);
        }
    }
}
END_TEST

START_TEST(nothing_is_known) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    plumb_computed score = {{1, 0}, {0, 0}};
    ck_assert(!isfinite(plumb_capped_score(steps.unit, steps.tiny, 0, score).exact.rad));
    ck_assert(!isfinite(plumb_capped_score(steps.unit, steps.tiny, NAN, score).exact.rad));
    ck_assert(!isfinite(plumb_hidden_score(steps.unit, steps.tiny, 0).exact.rad));
    ck_assert(!isfinite(plumb_hidden_score(steps.unit, steps.tiny, NAN).exact.rad));
    steps.unit[PLUMB_STEP_SCORE] = 0.5;
    ck_assert(!isfinite(plumb_capped_score(steps.unit, steps.tiny, 30, score).exact.rad));
    ck_assert(!isfinite(plumb_hidden_score(steps.unit, steps.tiny, 30).exact.rad));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/capped");
    TCase *tests = tcase_create("capped");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, stays_within);
    tcase_add_test(tests, of_hidden_keys);
    tcase_add_test(tests, nothing_is_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
