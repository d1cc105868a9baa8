#include "compare/operator_budget.h"
#include "compare/column_budget.h"
#include <math.h>

void plumb_denominator_add(plumb_denominator *denominator, double term, const plumb_numerator *numerator) {
    denominator->sum += term;
    denominator->magnitude += numerator->summed + numerator->error;
    denominator->error += numerator->error;
}

double plumb_epsilon_error(const plumb_precision *p, double epsilon) {
    if (epsilon == 0)
        return 0;
    return plumb_compound(p->input.unit, p->probability.unit) * epsilon + p->input.tiny + p->probability.tiny;
}

void plumb_denominator_finish(plumb_budget_row *budget, const plumb_denominator *d, double epsilon,
                              double epsilon_error) {
    const plumb_precision *p = budget->terms.precision;
    plumb_quotient *quotient = &budget->quotient;
    double stores =
        plumb_compound(plumb_compound(p->probability.unit, p->probability.unit), plumb_gamma(2, p->accumulate.unit));
    double sums = plumb_gamma(quotient->steps, p->accumulate.unit) * d->magnitude +
                  (double)budget->keys * quotient->tiny + quotient->accumulator_tiny + epsilon_error;
    double z = d->sum + epsilon;
    double error = d->error + sums;
    error += stores * (fabs(z) + error);
    double slack = ((double)budget->keys + 4) * PLUMB_OWN_UNIT * (d->magnitude + epsilon);
    plumb_quotient_divide(quotient, z, slack, error * PLUMB_OWN_ROUNDING);
}

/* Underflow of a numerator, and of sums of them, each possibly before or after the division. */
static void set_tiny(plumb_budget_row *budget) {
    const plumb_precision *p = budget->terms.precision;
    plumb_quotient *quotient = &budget->quotient;
    quotient->steps = budget->steps;
    quotient->value_unit = budget->value_unit;
    quotient->value_tiny = budget->value_tiny;
    quotient->tiny = budget->probability_tiny + 4 * p->exponent.tiny;
    quotient->accumulator_tiny = budget->accumulator_tiny;
    plumb_quotient_divide(quotient, 1, 0, 0);
}

static void scale_tiny(plumb_quotient *quotient) {
    double larger = fmax(1, quotient->size);
    quotient->tiny = plumb_known(quotient->tiny * larger);
    quotient->accumulator_tiny = plumb_known(quotient->accumulator_tiny * larger);
}

static void add_values(plumb_budget_row *budget) {
    const plumb_problem *problem = budget->problem;
    plumb_quotient *quotient = &budget->quotient;
    plumb_quotient_start_columns(quotient, problem->value_dim);
    for (size_t i = 0; i < problem->key_length; i++) {
        if (!budget->takes_part[i])
            continue;
        plumb_value_rows rows = plumb_value_rows_of(budget, i);
        for (size_t c = 0; c < problem->value_dim; c++) {
            plumb_column_value v = plumb_column_value_in(rows, c);
            plumb_quotient_add_value(&quotient->column[c], &quotient->numerator[i], v.value, v.size);
        }
    }
}

typedef void quotient_setter(plumb_budget_row *budget, const plumb_row *row);

/* NULL: the columns of a mean need no quotient (mean_budget.h). */
#define QUOTIENT_mean NULL
#define QUOTIENT_clipped plumb_clipped_budget
#define QUOTIENT_power plumb_power_budget
#define QUOTIENT_softpick plumb_softpick_budget
#define QUOTIENT_activation plumb_activation_budget
static quotient_setter *const setters[] = {
#define OPERATOR(kind, features, lanes, activation, last, budget, ...) [kind] = QUOTIENT_##budget,
#include "problem/operators.def"
};

void plumb_operator_budget_set(plumb_budget_row *budget, const plumb_row *row) {
    quotient_setter *set = setters[budget->problem->op.kind];
    set_tiny(budget);
    if (set == NULL)
        return;
    set(budget, row);
    scale_tiny(&budget->quotient);
    add_values(budget);
}
