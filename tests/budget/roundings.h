/* roundings.h - a number as a step of a model may round it. */
#ifndef PLUMB_TESTS_BUDGET_ROUNDINGS_H
#define PLUMB_TESTS_BUDGET_ROUNDINGS_H
#include "tests/budget/models.h"

/* Extremes now and then. */
static inline double rounded_in_model(random_cases *cases, const model_steps *steps, size_t step, double x) {
    double part = random_below(cases, 2) ? (random_below(cases, 2) ? 1 : -1) : 2 * random_uniform(cases) - 1;
    return x + 0.999 * part * (steps->unit[step] * fabs(x) + steps->tiny[step]);
}

static inline double rounded_several(random_cases *cases, const model_steps *steps, size_t step, size_t count,
                                     double x) {
    for (size_t i = 0; i < count; i++)
        x = rounded_in_model(cases, steps, step, x);
    return x;
}
#endif
