/* test_biased.c - whatever joins a score, and however a model rounds it, the score stays within its error; and the
   error is what the page has. */
#include "budget/biased.h"
#include "theorem/units.h"
#include "tests/budget/models.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 2000
#define KEYS 3

/* x as a step may round it; extremes now and then */
static double rounded(random_cases *cases, const model_steps *steps, size_t step, double x) {
    double part = random_below(cases, 2) ? (random_below(cases, 2) ? 1 : -1) : 2 * random_uniform(cases) - 1;
    return x + 0.999 * part * (steps->unit[step] * fabs(x) + steps->tiny[step]);
}

/* x, off by itself. */
static double moved(random_cases *cases, plumb_own_error own, double x) {
    return x + 0.999 * (random_below(cases, 2) ? 1 : -1) * (own.unit * fabs(x) + own.tiny);
}

static double sum_of(random_cases *cases, const model_steps *steps, const plumb_joining *own, double x, double bias) {
    double sum = x + rounded(cases, steps, PLUMB_STEP_SCORE, moved(cases, own->bias_own, bias));
    sum = rounded(cases, steps, PLUMB_STEP_EXPONENT, moved(cases, own->sum_own, sum));
    return rounded(cases, steps, PLUMB_STEP_SCORE, sum);
}

static plumb_own_error random_own(random_cases *cases) {
    return random_below(cases, 2) ? (plumb_own_error){0, 0}
                                  : (plumb_own_error){exp2(-12) * random_uniform(cases), exp2(-16)};
}

/* A softcap without its stores. */
static double capped(random_cases *cases, const model_steps *steps, double c, double x) {
    double divisor = rounded(cases, steps, PLUMB_STEP_INPUT, c), factor = rounded(cases, steps, PLUMB_STEP_INPUT, c);
    double value = tanh(rounded(cases, steps, PLUMB_STEP_EXPONENT, x / divisor));
    return rounded(cases, steps, PLUMB_STEP_SCORE, rounded(cases, steps, PLUMB_STEP_EXPONENT, factor * value));
}

/* Nothing, or a softcap before the biases or behind them. */
static void cap_scores(random_cases *cases, plumb_joining *joining) {
    size_t place = random_below(cases, 3);
    joining->cap = exp2(6 * random_uniform(cases));
    joining->caps_first = place == 1;
    joining->caps_last = place == 2;
}

static bool is_within(plumb_computed computed, double exact, double y) {
    double slack = 0x1p-48 * (1 + fabs(exact) + fabs(y));
    return fabs(computed.exact.mid - exact) <= computed.exact.rad + slack &&
           fabs(y - exact) <= computed.off.mid + computed.off.rad + slack;
}

static void fail_case(const random_cases *cases, const char *what, double off) {
    reproduction line = reproduce(cases);
    reproduce_text(&line, " %s: %a", what, off);
    reproduce_fail(&line);
}

START_TEST(stays_within) {
    random_cases cases = random_begin("budget biased", CASES);
    while (random_next(&cases)) {
        model_steps steps = steps_of(random_precision(&cases));
        plumb_ball bias[KEYS];
        double exact = random_normal(&cases), off = exp2(-20) * random_uniform(&cases);
        for (size_t j = 0; j < KEYS; j++)
            bias[j] = (plumb_ball){random_normal(&cases) * exp2((double)random_below(&cases, 12)), 0};
        plumb_joining joining = {.has_bias = (int)random_below(&cases, 2),
                                 .bias = bias,
                                 .bias_own = random_own(&cases),
                                 .sum_own = random_own(&cases),
                                 .has_first = (int)random_below(&cases, 2),
                                 .first = random_normal(&cases)};
        cap_scores(&cases, &joining);
        size_t j = random_below(&cases, KEYS);
        plumb_computed score = {{exact, 0}, {off, 0}};
        double y = exact + off * (2 * random_uniform(&cases) - 1);
        if (joining.caps_first) {
            y = capped(&cases, &steps, joining.cap, y);
            exact = joining.cap * tanh(exact / joining.cap);
        }
        if (joining.has_bias)
            y = sum_of(&cases, &steps, &joining, y, bias[j].mid);
        if (joining.has_first && j == 0)
            y = sum_of(&cases, &steps, &(plumb_joining){.has_first = 1}, y, joining.first);
        exact += (joining.has_bias ? bias[j].mid : 0) + (joining.has_first && j == 0 ? joining.first : 0);
        if (joining.caps_last) {
            y = capped(&cases, &steps, joining.cap, y);
            exact = joining.cap * tanh(exact / joining.cap);
        }
        plumb_computed all = plumb_biased_score(steps.unit, steps.tiny, joining, score, KEYS, j);
        if (!is_within(all, exact, y))
            fail_case(&cases, "a score beyond its error", all.off.mid);
    }
}
END_TEST

START_TEST(is_what_the_page_has) {
    random_cases cases = random_begin("budget biased sharp", CASES);
    while (random_next(&cases)) {
        const plumb_precision *p = random_precision(&cases);
        model_steps steps = steps_of(p);
        double bias = random_normal(&cases), exact = random_normal(&cases);
        double off = p->score.unit * fabs(bias) + p->score.tiny;
        off += plumb_compound(p->score.unit, p->exponent.unit) * (fabs(exact + bias) + off);
        off += p->score.tiny + p->exponent.tiny;
        plumb_computed score = {{exact, 0}, {0, 0}};
        plumb_own_error none = {0, 0};
        plumb_computed sum =
            plumb_sum_computed(steps.unit, steps.tiny, none, score,
                               plumb_bias_computed(steps.unit, steps.tiny, none, (plumb_ball){bias, 0}));
        if (!(fabs(sum.off.mid - off) <= sum.off.rad + 0.01 * off))
            fail_case(&cases, "not the error of a sum", sum.off.mid - off);
        off = plumb_compound(p->input.unit, p->score.unit) * fabs(bias) + p->input.tiny + p->score.tiny;
        plumb_computed logit = plumb_logit_computed(steps.unit, steps.tiny, bias);
        if (!(fabs(logit.off.mid - off) <= logit.off.rad + 0.01 * off) || logit.exact.mid != bias)
            fail_case(&cases, "not the error of a logit", logit.off.mid - off);
    }
}
END_TEST

START_TEST(nothing_is_known_of_nan) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    plumb_own_error none = {0, 0}, any = {INFINITY, 0};
    plumb_ball one = {1, 0};
    ck_assert(!isfinite(plumb_bias_computed(steps.unit, steps.tiny, none, plumb_ball_unknown()).exact.rad));
    ck_assert(!isfinite(plumb_bias_computed(steps.unit, steps.tiny, any, one).off.rad));
    plumb_computed score = {one, one};
    ck_assert(isfinite(plumb_sum_computed(steps.unit, steps.tiny, none, score, score).off.rad));
    ck_assert(!isfinite(plumb_sum_computed(steps.unit, steps.tiny, any, score, score).off.rad));
    ck_assert(!isfinite(plumb_logit_computed(steps.unit, steps.tiny, INFINITY).exact.rad));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/biased");
    TCase *tests = tcase_create("biased");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, stays_within);
    tcase_add_test(tests, is_what_the_page_has);
    tcase_add_test(tests, nothing_is_known_of_nan);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
