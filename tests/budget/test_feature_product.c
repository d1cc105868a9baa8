/* test_feature_product.c - a product of a row of a matrix with a vector, as a model computes it, is in its ball, and
   the ball is as the page has it. */
#include "budget/feature_product.h"
#include "theorem/units.h"
#include "tests/budget/models.h"
#include "tests/budget/roundings.h"
#include "tests/support/reproduce.h"
#include "tests/support/suite.h"
#include <math.h>

#define CASES 1000
#define MOST 40

static double operand(random_cases *cases, const model_steps *steps, double x) {
    return rounded_in_model(cases, steps, PLUMB_STEP_OPERAND, rounded_in_model(cases, steps, PLUMB_STEP_INPUT, x));
}

START_TEST(stays_within) {
    random_cases cases = random_begin("budget feature product", CASES);
    while (random_next(&cases)) {
        const plumb_precision *p = random_precision(&cases);
        model_steps steps = steps_of(p);
        size_t n = 1 + random_below(&cases, MOST);
        double row[MOST], number = 0, exact = 0, size = 0, sizes = 0;
        plumb_ball element[MOST];
        for (size_t i = 0; i < n; i++) {
            row[i] = random_normal(&cases);
            element[i] = plumb_ball_of(random_normal(&cases));
            exact += row[i] * element[i].mid;
            size += fabs(row[i] * element[i].mid);
            sizes += fabs(row[i]) + fabs(element[i].mid);
            double term = operand(&cases, &steps, row[i]) * operand(&cases, &steps, element[i].mid);
            number = rounded_in_model(&cases, &steps, PLUMB_STEP_PRODUCT, number + term);
        }
        number = rounded_in_model(&cases, &steps, PLUMB_STEP_INPUT, number);
        plumb_ball ball = plumb_feature_product(steps.unit, steps.tiny, row, element, n);
        double once = plumb_compound(p->input.unit, p->operand.unit), tiny = p->input.tiny + p->operand.tiny;
        double sum = plumb_gamma((double)n + 2, p->product.unit);
        double page = plumb_compound(plumb_compound(once, once), sum) * size + 2 * tiny * (sizes + (double)n) +
                      4 * (double)n * p->product.tiny;
        page += p->input.unit * (fabs(exact) + page) + p->input.tiny;
        if (fabs(number - ball.mid) <= ball.rad + 0x1p-44 && ball.rad <= 1.05 * page + 0x1p-40)
            continue;
        reproduction line = reproduce(&cases);
        reproduce_text(&line, " %a within %a, %a, the page %a", ball.mid, ball.rad, number, page);
        reproduce_fail(&line);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("budget/feature_product");
    TCase *tests = tcase_create("feature product");
    tcase_set_timeout(tests, random_timeout());
    tcase_add_test(tests, stays_within);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
