/* test_power_error.c - errors of a power softmax are joined as section 15 of spec/budget.md says. */
#include "budget/power_error.h"
#include "budget/power_share.h"
#include "budget/power_term.h"
#include "theorem/units.h"
#include "tests/budget/models.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 10000

static plumb_ball exactly(double x) {
    return (plumb_ball){x, 0};
}

START_TEST(is_joined_of_its_parts) {
    random_cases cases = random_begin("budget power error", CASES);
    const plumb_precision *f32 = plumb_precision_find("f32");
    model_steps s = steps_of(f32);
    while (random_next(&cases)) {
        double power = exp2(6 * random_uniform(&cases) - 3), size = 30 * random_uniform(&cases);
        size_t count = 1 + random_below(&cases, 4000), steps = count + 8;
        plumb_power_error error = plumb_power_error_of(s.unit, s.tiny, power, count, steps, size);
        plumb_ball term = plumb_powered_off(s.unit, s.tiny, exactly(power), exactly(size));
        plumb_ball each = plumb_powered_lost(s.unit, s.tiny, exactly(power), term);
        double share = plumb_upper(plumb_power_share(s.unit, s.tiny, count, steps, term, each));
        double sum = plumb_upper(term) + share / (1 - share), logarithm = log((double)count) + sum;
        double stores = plumb_upper(plumb_stored_exponent(s.unit));
        double root = sum / power + stores + plumb_upper(plumb_multiple_off(s.unit, s.tiny, exactly(power),
                                                                            exactly(1 / power), exactly(logarithm)));
        double weight = root + plumb_upper(plumb_term_off(s.unit, s.tiny, exactly(power), exactly(1), exactly(size)));
        double got_root = plumb_upper(error.root), got_weight = plumb_upper(error.weight);
        if (!error.known || !(fabs(got_root - root) <= 0x1p-30 * root) ||
            !(fabs(got_weight - weight) <= 0x1p-30 * weight)) {
            reproduction line = reproduce(&cases);
            reproduce_text(&line, " another error: %g and %g, expected %g and %g", got_root, got_weight, root, weight);
            reproduce_fail(&line);
        }
    }
}
END_TEST

/* A share, or what a power feels, that is too large says nothing. */
START_TEST(nothing_known) {
    model_steps f32 = steps_of(plumb_precision_find("f32"));
    ck_assert(plumb_power_error_of(f32.unit, f32.tiny, 2, 8, 16, 1).known);
    ck_assert(!plumb_power_error_of(f32.unit, f32.tiny, 2, 8, 16, 1e6).known);
    ck_assert(!plumb_power_error_of(f32.unit, f32.tiny, 2, 8, (size_t)1 << 24, 1).known);
    ck_assert(!plumb_power_error_of(f32.unit, f32.tiny, 0x1p-8, 8, 16, 1).known);
    static const size_t borne[] = {PLUMB_STEP_SCORE, PLUMB_STEP_EXPONENT, PLUMB_STEP_PROBABILITY,
                                   PLUMB_STEP_EXPONENTIAL};
    for (size_t i = 0; i < sizeof borne / sizeof *borne; i++) {
        model_steps coarse = f32;
        coarse.unit[borne[i]] = 1;
        ck_assert(!plumb_power_error_of(coarse.unit, coarse.tiny, 2, 8, 16, 1).known);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/power_error");
    TCase *tests = tcase_create("power_error");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, is_joined_of_its_parts);
    tcase_add_test(tests, nothing_known);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
