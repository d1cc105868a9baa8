/* models.h - a precision model as src/budget has it, and random rows. */
#ifndef PLUMB_TESTS_BUDGET_MODELS_H
#define PLUMB_TESTS_BUDGET_MODELS_H
#include "budget/model.h"
#include "theorem/units.h"
#include "precision/precision.h"
#include "tests/support/random.h"
#include <math.h>

typedef struct {
    double unit[PLUMB_STEPS], tiny[PLUMB_STEPS];
} model_steps;

/* Results stay in the model's own format. */
static inline model_steps steps_of(const plumb_precision *p) {
    const plumb_rounding step[] = {p->input,    p->operand,     p->product,    p->score,
                                   p->exponent, p->probability, p->accumulate, p->output};
    model_steps steps = {{0}, {0}};
    for (size_t i = 0; i < sizeof step / sizeof step[0]; i++) {
        steps.unit[i] = step[i].unit;
        steps.tiny[i] = step[i].tiny;
    }
    steps.unit[PLUMB_STEP_SHIFTED] = p->shifted;
    steps.unit[PLUMB_STEP_EXPONENTIAL] = p->exponential;
    steps.unit[PLUMB_STEP_RESCALING] = p->rescaling;
    return steps;
}

/* Section 10 of spec/budget.md: a score that was off by `before`, behind a softcap, where it has this size. */
static inline double off_behind_cap(const plumb_precision *p, double cap, double before, double size) {
    double stores = plumb_compound(plumb_compound(p->input.unit, p->input.unit), plumb_gamma(4, p->exponent.unit));
    stores = plumb_compound(stores, plumb_gamma(3, p->score.unit));
    before = fmin(before, 2 * cap);
    return before + stores * (size + before) + (1 + stores) * cap * (2 * p->exponential + 8 * p->exponent.unit) +
           6 * fmax(1, cap) * (p->score.tiny + p->exponent.tiny);
}

/* Operands that are flushed underflow by more than the page and the lemmas agree on. */
static inline bool flushes(const plumb_precision *p) {
    return p->operand.unit == 0 && p->operand.tiny > 0;
}

static inline const plumb_precision *random_precision(random_cases *cases) {
    size_t count = 0;
    while (plumb_precision_at(count) != NULL)
        count++;
    return plumb_precision_at(random_below(cases, count));
}

/* What an exponent is off by besides, where the shift is any number in reach of the largest score. */
static inline double error_of_lag(const plumb_precision *precision) {
    double unit = precision->exponent.unit, argument = 4 * plumb_gamma(28, unit) + 6 * plumb_gamma(6, unit);
    return argument + precision->shifted * (6 + argument);
}
#endif
