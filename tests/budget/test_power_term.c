/* test_power_term.c - what terms of a power softmax are off by is what section 15 of spec/budget.md says. */
#include "budget/power_term.h"
#include "theorem/units.h"
#include "tests/budget/models.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 10000

static double relative(const plumb_precision *p, double power) {
    double given = plumb_compound(p->input.unit, plumb_gamma(3, p->score.unit));
    return plumb_compound(given, plumb_compound(p->shifted, plumb_gamma(12, p->exponent.unit))) +
           2 * p->input.tiny / power;
}

static double multiple(const plumb_precision *p, double power, double factor, double size) {
    return relative(p, power) * factor * size + (1 + factor) * (16 * p->exponent.tiny + 4 * p->score.tiny);
}

static double stores(const plumb_precision *p) {
    return plumb_gamma(1, p->exponential) + plumb_gamma(1, p->probability.unit);
}

static double lost(const plumb_precision *p) {
    return (1 + p->probability.unit) * p->exponent.tiny + p->probability.tiny;
}

static double term(const plumb_precision *p, double power, double factor, double size) {
    return multiple(p, power, factor, 2 * size) + stores(p);
}

static double powered(const plumb_precision *p, double power, double size) {
    double exponential = term(p, power, 1, size);
    return power * exponential + multiple(p, power, power, 2 * size + exponential + lost(p) + 1) + stores(p);
}

/* Of numbers that are smaller all that is known is that they are tiny. */
static void is_near(const random_cases *cases, const char *what, plumb_ball got, double expected) {
    double most = plumb_upper(got), tiny = 0x1p-890;
    if (!(most >= (1 - 0x1p-30) * expected && most <= (1 + 0x1p-30) * expected + tiny)) {
        reproduction line = reproduce(cases);
        reproduce_text(&line, " another error of %s: %g, expected %g", what, most, expected);
        reproduce_fail(&line);
    }
}

START_TEST(errors_are_those_of_the_page) {
    random_cases cases = random_begin("budget power term", CASES);
    while (random_next(&cases)) {
        const plumb_precision *p = random_precision(&cases);
        model_steps s = steps_of(p);
        double power = exp2(6 * random_uniform(&cases) - 3), factor = random_below(&cases, 2) ? 1 : power;
        double size = 30 * random_uniform(&cases), off = powered(p, power, size);
        plumb_ball is_power = {power, 0}, is_size = {size, 0};
        is_near(&cases, "a multiple", plumb_power_relative(s.unit, s.tiny, is_power), relative(p, power));
        is_near(&cases, "an exponent", plumb_multiple_off(s.unit, s.tiny, is_power, (plumb_ball){factor, 0}, is_size),
                multiple(p, power, factor, size));
        is_near(&cases, "a store", plumb_stored_exponent(s.unit), stores(p));
        is_near(&cases, "what underflows", plumb_power_lost(s.unit, s.tiny), lost(p));
        is_near(&cases, "an exponential", plumb_term_off(s.unit, s.tiny, is_power, (plumb_ball){factor, 0}, is_size),
                term(p, power, factor, size));
        is_near(&cases, "a power", plumb_powered_off(s.unit, s.tiny, is_power, is_size), off);
    }
}
END_TEST

/* What an exponential of at most twice this size leaves of its power, or of p times it. */
START_TEST(what_is_lost_keeps_its_power) {
    const plumb_precision *f32 = plumb_precision_find("f32");
    model_steps s = steps_of(f32);
    double least = 2 * lost(f32), most = plumb_upper(plumb_least_exponential(s.unit, s.tiny));
    ck_assert(most >= (1 - 0x1p-30) * least && most <= (1 + 0x1p-30) * least);
    for (double power = 0.25; power <= 4; power *= 2) {
        double expected = fmax(pow(least, power), power * least) + lost(f32);
        double got = plumb_upper(plumb_powered_lost(s.unit, s.tiny, (plumb_ball){power, 0}, (plumb_ball){0, 0}));
        ck_assert(got >= (1 - 0x1p-30) * expected && got <= (1 + 0x1p-30) * expected);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/power_term");
    TCase *tests = tcase_create("power_term");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, errors_are_those_of_the_page);
    tcase_add_test(tests, what_is_lost_keeps_its_power);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
