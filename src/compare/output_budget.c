#include "compare/output_budget.h"
#include "exact/visible.h"
#include <math.h>

/* One more rounding, relative to the number as computed, and an absolute error. */
static void disturb(plumb_inexact *x, double unit, double tiny) {
    x->bound.provable += unit * (x->magnitude + x->bound.provable) + tiny;
}

static void multiply(plumb_inexact *x, double factor) {
    x->bound.provable *= factor;
    x->magnitude *= factor * (1 + PLUMB_OWN_FOUR_UNITS);
}

plumb_inexact plumb_scaled_budget(const plumb_budget_row *budget, plumb_inexact x) {
    const plumb_precision *p = budget->terms.precision;
    double alpha = budget->problem->op.alpha;
    double unit = plumb_compound(plumb_compound(plumb_parameter_unit(p, alpha), p->output.unit),
                                 plumb_gamma(2, p->accumulate.unit));
    multiply(&x, alpha);
    disturb(&x, unit, p->output.tiny + 2 * p->accumulate.tiny);
    return x;
}

/* Stored, and read again, between two steps. */
static void store(const plumb_precision *p, plumb_inexact *x) {
    disturb(x, plumb_compound(p->output.unit, p->accumulate.unit), p->output.tiny + p->accumulate.tiny);
}

static void add_value_bias(const plumb_precision *p, plumb_inexact *x, plumb_ball mean, double bias) {
    double rounded = p->input.unit * fabs(bias) + p->input.tiny;
    store(p, x);
    x->bound.provable += rounded;
    x->magnitude = fabs(mean.mid + bias) + mean.rad + PLUMB_OWN_FOUR_UNITS * (fabs(mean.mid) + fabs(bias));
}

static void multiply_gate(const plumb_precision *p, plumb_inexact *x, double gate) {
    double factor = 1 / (1 + exp(-gate));
    double exponential = plumb_gamma(1, p->exponential) + plumb_gamma(4, p->exponent.unit) * fmin(fabs(gate), 1000) +
                         4 * p->exponent.tiny;
    double function =
        plumb_compound(expm1(fmin(exponential, 1000)), plumb_gamma(4, p->exponent.unit)) + PLUMB_OWN_FOUR_UNITS;
    double tiny = (p->output.tiny + 4 * p->exponent.tiny) * (x->magnitude + x->bound.provable);
    store(p, x);
    multiply(x, factor);
    disturb(x, plumb_compound(function, p->output.unit), tiny + p->accumulate.tiny);
}

plumb_inexact plumb_output_budget(const plumb_budget_row *budget, plumb_inexact x, size_t column) {
    const plumb_problem *problem = budget->problem;
    const plumb_precision *p = budget->terms.precision;
    const double *bias = plumb_exact_value_bias(problem, budget->h, column);
    const double *gate = plumb_exact_gate(problem, budget->b, budget->h, budget->t, column);
    plumb_ball mean = budget->mean[column];
    if (plumb_operator_is(problem->op.kind, PLUMB_IS_SCALED))
        mean = (plumb_ball){problem->op.alpha * mean.mid, problem->op.alpha * mean.rad};
    if (bias != NULL)
        add_value_bias(p, &x, mean, *bias);
    if (gate != NULL)
        multiply_gate(p, &x, *gate);
    return x;
}
