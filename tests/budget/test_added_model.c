/* test_added_model.c - in the wider model an operand is off as a value that was added first, stored and taken, or as
   one whose output was stored and added; a weight as one that was stored, added up and stored again; what underflows in
   sums counts twice; every other step is as it was. */
#include "budget/added_model.h"
#include "budget/relative_error.h"
#include "budget/stored.h"
#include "tests/budget/models.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"

#define CASES 2000
#define SHARPNESS (1 + 0x1p-40)
#define LEAST 0x1p-900 /* what balls themselves underflow by, and more */

static bool is_sharp(double number, double least) {
    return number >= least / SHARPNESS && number <= least * SHARPNESS + LEAST;
}

/* By how much a step is off in the wider model. */
typedef struct {
    double operand, operand_tiny, sum_tiny, outputs_tiny, weight, weight_tiny;
} expected_steps;

#define MOST_STEPS 3000

static expected_steps expected_of(const model_steps *steps, size_t count) {
    const double *u = steps->unit, *t = steps->tiny;
    double formed = plumb_formed_unit(u).mid, formed_tiny = plumb_formed_tiny(u, t).mid;
    double outputs = plumb_compound(plumb_stored_unit(u).mid, u[PLUMB_STEP_ACCUMULATE]);
    double taken = plumb_compound(u[PLUMB_STEP_INPUT], u[PLUMB_STEP_OPERAND]), again = 1 + u[PLUMB_STEP_OPERAND];
    double taken_tiny = t[PLUMB_STEP_INPUT] * again + t[PLUMB_STEP_OPERAND];
    double stored = u[PLUMB_STEP_PROBABILITY], lost = t[PLUMB_STEP_PROBABILITY];
    double sum = (double)count * u[PLUMB_STEP_ACCUMULATE], gamma = sum / (1 - sum);
    double sum_lost = 2 * (double)count * t[PLUMB_STEP_ACCUMULATE] * (1 + gamma);
    return (expected_steps){
        .operand = fmax(plumb_compound(formed, u[PLUMB_STEP_OPERAND]), plumb_compound(taken, outputs)),
        .operand_tiny = fmax(formed_tiny * again + t[PLUMB_STEP_OPERAND], taken_tiny * (1 + outputs)),
        .sum_tiny = 2 * t[PLUMB_STEP_ACCUMULATE] * (1 + outputs),
        .outputs_tiny = 2 * plumb_stored_tiny(u, t).mid * (1 + u[PLUMB_STEP_ACCUMULATE]) + t[PLUMB_STEP_ACCUMULATE],
        .weight = plumb_compound(stored, plumb_compound(gamma, stored)),
        .weight_tiny = lost * (1 + plumb_compound(gamma, stored)) + sum_lost * (1 + stored) + lost};
}

static bool is_wider(size_t step) {
    return step == PLUMB_STEP_OPERAND || step == PLUMB_STEP_PROBABILITY;
}

START_TEST(as_wide_as_it_must_be) {
    random_cases cases = random_begin("budget added model", CASES);
    while (random_next(&cases)) {
        model_steps steps = steps_of(random_precision(&cases));
        size_t count = random_below(&cases, MOST_STEPS);
        expected_steps expected = expected_of(&steps, count);
        double unit[PLUMB_STEPS], tiny[PLUMB_STEPS];
        bool borne = (double)count * steps.unit[PLUMB_STEP_ACCUMULATE] < 1;
        ck_assert(plumb_widen_for_vectors(steps.unit, steps.tiny, count, unit, tiny) == borne);
        if (!borne)
            continue;
        bool right = is_sharp(unit[PLUMB_STEP_OPERAND], expected.operand) &&
                     is_sharp(tiny[PLUMB_STEP_OPERAND], expected.operand_tiny) &&
                     is_sharp(unit[PLUMB_STEP_PROBABILITY], expected.weight) &&
                     is_sharp(tiny[PLUMB_STEP_PROBABILITY], expected.weight_tiny) &&
                     is_sharp(tiny[PLUMB_STEP_ACCUMULATE], expected.sum_tiny) &&
                     is_sharp(plumb_outputs_tiny(steps.unit, steps.tiny).mid, expected.outputs_tiny);
        for (size_t i = 0; i < PLUMB_STEPS; i++)
            right = right && (is_wider(i) || unit[i] == steps.unit[i]) &&
                    (is_wider(i) || i == PLUMB_STEP_ACCUMULATE || tiny[i] == steps.tiny[i]);
        if (!right) {
            reproduction line = reproduce(&cases);
            reproduce_text(&line, " %zu steps, operand %a and %a, weight %a and %a, of sums %a, outputs %a", count,
                           unit[PLUMB_STEP_OPERAND], tiny[PLUMB_STEP_OPERAND], unit[PLUMB_STEP_PROBABILITY],
                           tiny[PLUMB_STEP_PROBABILITY], tiny[PLUMB_STEP_ACCUMULATE],
                           plumb_outputs_tiny(steps.unit, steps.tiny).mid);
            reproduce_fail(&line);
        }
    }
}
END_TEST

START_TEST(without_end) {
    model_steps steps = steps_of(plumb_precision_find("f32"));
    double unit[PLUMB_STEPS], tiny[PLUMB_STEPS];
    ck_assert(plumb_widen_for_vectors(steps.unit, steps.tiny, 8, unit, tiny));
    steps.unit[PLUMB_STEP_OPERAND] = INFINITY;
    ck_assert(!plumb_widen_for_vectors(steps.unit, steps.tiny, 8, unit, tiny));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/added_model");
    TCase *tests = tcase_create("added_model");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, as_wide_as_it_must_be);
    tcase_add_test(tests, without_end);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
