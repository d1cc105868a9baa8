#include "compare/quotient.h"
#include "compare/key_budget.h"
#include <math.h>

plumb_quotient plumb_quotient_of(const plumb_problem *problem, plumb_room *room) {
    plumb_quotient quotient = {.steps = 0};
    quotient.numerator = plumb_room_take(room, problem->key_length, sizeof *quotient.numerator);
    quotient.column = plumb_room_take(room, problem->value_dim, sizeof *quotient.column);
    return quotient;
}

void plumb_quotient_divide(plumb_quotient *quotient, double z, double slack, double error) {
    quotient->size = plumb_known(fabs(z) + slack);
    quotient->error = plumb_known(error);
    quotient->least = fabs(z) - slack - error;
}

void plumb_quotient_start_columns(plumb_quotient *quotient, size_t value_dim) {
    for (size_t c = 0; c < value_dim; c++)
        quotient->column[c] = (plumb_numerator_sums){.error = 0};
}

void plumb_quotient_add_value(plumb_numerator_sums *column, const plumb_numerator *numerator, double value,
                              double size) {
    column->error += numerator->error * fabs(value);
    column->summed += (numerator->summed + numerator->error) * size;
    column->absolute += size;
    column->weight += numerator->summed + numerator->error;
}

/* N/Y - o = (N - o Z - o (Y - Z)) / Y, and N - o Z is the error of the numerator. */
static plumb_bound divided(const plumb_quotient *quotient, double error, double exact) {
    if (!(quotient->least > 0))
        return (plumb_bound){INFINITY, false};
    double provable = (error + exact * quotient->error) / quotient->least;
    return (plumb_bound){provable, isfinite(provable)};
}

plumb_bound plumb_quotient_weight(const plumb_quotient *quotient, const plumb_precision *p, size_t key, double exact) {
    const plumb_numerator *numerator = &quotient->numerator[key];
    double kappa = plumb_compound(p->probability.unit, plumb_gamma(quotient->steps, p->accumulate.unit));
    double size = numerator->size + numerator->error;
    double tiny = (1 + kappa) * (quotient->tiny + quotient->accumulator_tiny);
    return divided(quotient, numerator->error + kappa * size + tiny, exact);
}

plumb_bound plumb_quotient_output(const plumb_quotient *quotient, const plumb_precision *p, size_t column,
                                  double exact) {
    const plumb_numerator_sums *sums = &quotient->column[column];
    double kappa = plumb_compound(p->probability.unit, plumb_gamma(quotient->steps, p->accumulate.unit));
    kappa = plumb_compound(kappa, quotient->value_unit);
    double tiny = (1 + kappa) *
                  (quotient->tiny * sums->absolute + quotient->accumulator_tiny + quotient->value_tiny * sums->weight);
    return divided(quotient, sums->error + kappa * sums->summed + tiny, exact);
}
