/* test_sums.c - the errors of the two sums are those of the page: kappa, eta and zeta, step by step. */
#include "budget/sums.h"
#include "theorem/units.h"
#include "tests/budget/models.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 10000

static bool is_tight(double got, double expected) {
    return got >= expected && got <= expected * (1 + 0x1p-30) + 0x1p-900;
}

START_TEST(is_that_of_the_budget) {
    random_cases cases = random_begin("budget sums", CASES);
    while (random_next(&cases)) {
        const plumb_precision *p = random_precision(&cases);
        model_steps steps = steps_of(p);
        size_t keys = 1 + random_below(&cases, 300), rescalings = random_below(&cases, keys);
        double n = (double)keys, r = (double)rescalings, count = n + r + 8;
        double most = random_uniform(&cases), size = n * random_uniform(&cases);
        double gamma = plumb_gamma(count, p->accumulate.unit), u = p->probability.unit;
        if (!(gamma < 1))
            continue;
        plumb_sum_error numerator = plumb_numerator_error(steps.unit, steps.tiny, keys, rescalings,
                                                          most, (plumb_ball){size, 0});
        plumb_sum_error denominator =
            plumb_denominator_error(steps.unit, steps.tiny, keys, rescalings, most);
        double gain = (1 + gamma) * exp(5 * most) * (1 - 0x1p-40);
        double lost = 8 * (1 + u) * (p->probability.tiny + 512 * (r + 1) * p->exponent.tiny + 0x1p-79);
        double sums = 8 * 3 * count * p->accumulate.tiny, own = 1 - 0x1p-40;
        double dividing = (1 + gamma) * (1 + n * lost + sums);
        double quotient = lost + (1 + u) * 4 * (1 + u) * p->accumulate.tiny;
        double values = (1 + p->operand.unit) * size + n * p->operand.tiny;
        bool good =
            is_tight(numerator.relative,
                     plumb_compound(plumb_compound(u, p->operand.unit), gamma) * own) &&
            is_tight(denominator.relative, plumb_compound(u, gamma) * own) &&
            is_tight(denominator.absolute, gain * (n * lost + sums)) &&
            is_tight(numerator.absolute,
                     gain * dividing * (quotient * values + (1 + u) * (sums + p->operand.tiny)));
        if (!good) {
            reproduction line = reproduce(&cases);
            reproduce_text(&line, " other errors of sums in %s: %g %g, %g %g", p->name,
                           numerator.relative, numerator.absolute, denominator.relative,
                           denominator.absolute);
            reproduce_fail(&line);
        }
    }
}
END_TEST

/* Exponents of which nothing is known leave nothing of the sums. */
START_TEST(exponents_too_uncertain) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    static const double most[] = {200, INFINITY, NAN};
    for (size_t i = 0; i < 3; i++) {
        ck_assert(!isfinite(plumb_denominator_error(steps.unit, steps.tiny, 4, 1, most[i]).absolute));
        ck_assert(!isfinite(
            plumb_numerator_error(steps.unit, steps.tiny, 4, 1, most[i], (plumb_ball){1, 0}).absolute));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/sums");
    TCase *tests = tcase_create("sums");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, is_that_of_the_budget);
    tcase_add_test(tests, exponents_too_uncertain);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
