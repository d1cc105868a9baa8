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

plumb_bound plumb_mean_bound(const plumb_budget_row *budget, const plumb_column_sums *sums, plumb_ball exact) {
    double of_quotient = perturbed(budget, sums, plumb_upper(exact));
    double rounding = rounded_mean(budget, sums), distance = reach(sums, exact);
    return (plumb_bound){fmin(of_quotient, rounding + distance), of_quotient < INFINITY || distance <= rounding};
}
