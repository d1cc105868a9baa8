#include "compare/mean_budget.h"
#include <math.h>

double plumb_sum_underflow(const plumb_budget_row *budget, double values) {
    return (1 + budget->sum_unit) * (budget->probability_tiny * values + budget->accumulator_tiny);
}

/* Section 5: the exact quotient perturbed.  Infinite if the perturbation may reach it all. */
static double perturbed(const plumb_budget_row *budget, const plumb_column_sums *sums, double exact) {
    double kappa = budget->sum_unit, values = plumb_compound(kappa, sums->unit);
    double numerator_tiny = budget->excess * plumb_sum_underflow(budget, (1 + sums->unit) * sums->absolute);
    double denominator_tiny = budget->excess * plumb_sum_underflow(budget, (double)budget->keys);
    double denominator = (1 - kappa) * (1 - budget->relative.loss) - denominator_tiny;
    if (!(denominator >= PLUMB_LEAST_DENOMINATOR))
        return INFINITY;
    double total = 1 + budget->relative.growth;
    double numerator = sums->spread + values * sums->magnitude + kappa * exact * total +
                       (1 + kappa) * sums->tiny * total + numerator_tiny + exact * denominator_tiny;
    return isnan(numerator) ? INFINITY : numerator / denominator;
}

/* Section 6: whatever the weights are, the result is a mean of the values. */
static double rounded_mean(const plumb_budget_row *budget, const plumb_column_sums *sums) {
    double kappa = budget->sum_unit, keys = (double)budget->keys, value = sums->largest;
    double values = plumb_compound(kappa, sums->unit);
    double numerator_tiny = budget->slack * plumb_sum_underflow(budget, (1 + sums->unit) * keys * value);
    double denominator_tiny = budget->slack * plumb_sum_underflow(budget, keys);
    double denominator = 1 - kappa - denominator_tiny;
    if (!(denominator >= PLUMB_LEAST_DENOMINATOR))
        return INFINITY;
    double numerator = values * value + (1 + kappa) * sums->tiny + numerator_tiny;
    return (numerator + value * (kappa + denominator_tiny)) / denominator;
}

static double reach(const plumb_column_sums *sums, plumb_ball exact) {
    return fmax(sums->greatest - exact.mid, exact.mid - sums->least) + exact.rad;
}

/* Section 7: the same perturbation with roundings that partly cancel. */
static double probably_perturbed(const plumb_budget_row *budget, const plumb_column_sums *sums, double exact) {
    const plumb_precision *p = budget->terms.precision;
    double lambda = PLUMB_LAMBDA, unit = p->probability.unit;
    double relative = budget->relative.shared + lambda * sqrt(budget->relative.variance);
    double accumulate = sqrt(fmin(budget->steps, lambda * lambda) * budget->steps) * p->accumulate.unit;
    double stored = exact + lambda * (sqrt(sums->square) + exact * sqrt(budget->square));
    double tiny =
        plumb_sum_underflow(budget, sums->absolute) + exact * plumb_sum_underflow(budget, (double)budget->keys);
    double error = sums->shared + lambda * sqrt(sums->variance) + unit * stored + sums->unit * sums->magnitude +
                   accumulate * (sums->magnitude + exact) + 2 * sums->tiny + budget->excess * tiny;
    /* e^x - 1 <= x e^x turns relative errors of exponents into those of weights, and 1 - 2x is
       what they can take from the denominator. */
    return relative < 0.25 ? error * exp(relative) / (1 - 2 * relative) : INFINITY;
}

plumb_bound plumb_mean_bound(const plumb_budget_row *budget, const plumb_column_sums *sums, plumb_ball exact) {
    double magnitude = plumb_upper(exact);
    double rounding = rounded_mean(budget, sums), distance = reach(sums, exact);
    double provable = fmin(perturbed(budget, sums, magnitude), rounding + distance);
    double probable = probably_perturbed(budget, sums, magnitude);
    bool informative = probable < INFINITY || distance <= rounding;
    return (plumb_bound){provable, fmin(probable, provable), informative};
}
