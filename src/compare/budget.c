#include "compare/budget.h"
#include <math.h>

/* A denominator known to less than this part of itself bounds nothing usefully. */
#define LEAST_DENOMINATOR 0.25

/* Underflow in a sum of probabilities, each multiplied by a value; values is the sum of the
   magnitudes of these. */
static double sum_underflow(const plumb_budget_row *budget, double values) {
    return (1 + budget->sum_unit) * (budget->probability_tiny * values + budget->accumulator_tiny);
}

/* Section 5: the exact quotient perturbed.  Infinite if the perturbation may reach it all. */
static double perturbed(const plumb_budget_row *budget, const plumb_column_sums *sums,
                        double exact) {
    double kappa = budget->sum_unit;
    double numerator_tiny = budget->excess * sum_underflow(budget, sums->absolute);
    double denominator_tiny = budget->excess * sum_underflow(budget, (double)budget->keys);
    double denominator = (1 - kappa) * (1 - budget->relative.loss) - denominator_tiny;
    if (!(denominator >= LEAST_DENOMINATOR))
        return INFINITY;
    double numerator = sums->spread +
                       kappa * (sums->magnitude + exact * (1 + budget->relative.growth)) +
                       numerator_tiny + exact * denominator_tiny;
    return isnan(numerator) ? INFINITY : numerator / denominator;
}

/* Section 6: whatever the weights are, the result is a mean of the values. */
static double rounded_mean(const plumb_budget_row *budget, const plumb_column_sums *sums) {
    double kappa = budget->sum_unit, keys = (double)budget->keys;
    double value = fmax(fabs(sums->least), fabs(sums->greatest));
    double numerator_tiny = budget->slack * sum_underflow(budget, keys * value);
    double denominator_tiny = budget->slack * sum_underflow(budget, keys);
    double denominator = 1 - kappa - denominator_tiny;
    if (!(denominator >= LEAST_DENOMINATOR))
        return INFINITY;
    return (kappa * value + numerator_tiny + value * (kappa + denominator_tiny)) / denominator;
}

static double reach(const plumb_column_sums *sums, plumb_ball exact) {
    return fmax(sums->greatest - exact.mid, exact.mid - sums->least) + exact.rad;
}

/* Section 7: the same perturbation with roundings that partly cancel. */
static double probably_perturbed(const plumb_budget_row *budget, const plumb_column_sums *sums,
                                 double exact) {
    const plumb_precision *p = budget->terms.precision;
    double lambda = PLUMB_LAMBDA, unit = p->probability.unit;
    double relative = budget->relative.shared + lambda * sqrt(budget->relative.variance);
    double accumulate =
        sqrt(fmin(budget->steps, lambda * lambda) * budget->steps) * p->accumulate.unit;
    double stored = exact + lambda * (sqrt(sums->square) + exact * sqrt(budget->square));
    double tiny =
        sum_underflow(budget, sums->absolute) + exact * sum_underflow(budget, (double)budget->keys);
    double error = sums->shared + lambda * sqrt(sums->variance) + unit * stored +
                   accumulate * (sums->magnitude + exact) + budget->excess * tiny;
    /* e^x - 1 <= x e^x turns relative errors of exponents into those of weights, and 1 - 2x is
       what they can take from the denominator. */
    return relative < 0.25 ? error * exp(relative) / (1 - 2 * relative) : INFINITY;
}

/* Adds the storing of a result, first in the model's format and then in the tensor's.  What the
   first leaves, a tensor as fine or finer holds as it is. */
static double stored(const plumb_budget_row *budget, double error, double exact,
                     plumb_rounding first, plumb_format format) {
    plumb_rounding second = plumb_format_rounding(format);
    plumb_rounding accumulate = budget->terms.precision->accumulate;
    double stores = second.unit > first.unit ? plumb_compound(first.unit, second.unit) : first.unit;
    double unit = plumb_compound(stores, plumb_gamma(4, accumulate.unit));
    double tiny = 2 * (first.tiny + second.tiny) + 4 * accumulate.tiny;
    return (error + unit * (exact + error) + tiny) * PLUMB_OWN_ROUNDING;
}

static plumb_budget mean_budget(const plumb_budget_row *budget, const plumb_column_sums *sums,
                                plumb_ball exact, plumb_format format) {
    double magnitude = plumb_upper(exact);
    double rounding = rounded_mean(budget, sums), distance = reach(sums, exact);
    double provable = fmin(perturbed(budget, sums, magnitude), rounding + distance);
    double probable = probably_perturbed(budget, sums, magnitude);
    bool informative = probable < INFINITY || distance <= rounding;
    plumb_rounding output = budget->terms.precision->output;
    return (plumb_budget){stored(budget, provable, magnitude, output, format),
                          stored(budget, fmin(probable, provable), magnitude, output, format),
                          informative};
}

static plumb_budget score_budget(const plumb_budget_row *budget, const plumb_key_budget *key,
                                 plumb_format format) {
    plumb_rounding none = {0, 0}; /* the stores of a score are in its error */
    return (plumb_budget){stored(budget, key->score_error, key->score, none, format),
                          stored(budget, key->score_error_probable, key->score, none, format),
                          true};
}

/* Section 6: a log-sum-exp is off by the logarithm of what the denominator is off by, and by no
   more than the worst exponent. */
static plumb_budget lse_budget(const plumb_budget_row *budget, double exact, plumb_format format) {
    const plumb_precision *p = budget->terms.precision;
    double kappa = budget->sum_unit;
    double tiny = sum_underflow(budget, (double)budget->keys);
    double grown = plumb_compound(kappa, budget->absolute.growth) + budget->excess * tiny;
    double left = (1 - kappa) * (1 - budget->absolute.loss) - budget->excess * tiny;
    double ratio = left >= LEAST_DENOMINATOR ? fmax(grown, (1 - left) / left) : INFINITY;
    double sum = 1 - kappa - budget->slack * tiny;
    double worst =
        sum >= LEAST_DENOMINATOR ? budget->largest_exponent_error + (1 - sum) / sum : INFINITY;
    double argument = plumb_gamma(8, p->exponent.unit) *
                      (budget->terms.largest_score + budget->terms.log_keys + exact);
    double accumulate = fmin(PLUMB_LAMBDA * sqrt(budget->steps), budget->steps);
    double probable = budget->absolute.shared + PLUMB_LAMBDA * sqrt(budget->absolute.variance) +
                      p->probability.unit + accumulate * p->accumulate.unit + budget->excess * tiny;
    double provable = fmin(ratio, worst) + argument;
    probable = fmin(probable + argument / 2, provable);
    return (plumb_budget){stored(budget, provable, exact, p->exponent, format),
                          stored(budget, probable, exact, p->exponent, format), true};
}

static plumb_budget element_budget(const plumb_budget_row *budget, plumb_quantity quantity,
                                   size_t column, plumb_ball exact, plumb_format format) {
    plumb_column_sums sums;
    switch (quantity) {
    case PLUMB_OUTPUT:
        return mean_budget(budget, &budget->column[column], exact, format);
    case PLUMB_WEIGHTS:
        sums = plumb_budget_weight_sums(budget, column, exact);
        return mean_budget(budget, &sums, exact, format);
    case PLUMB_SCORES:
        return score_budget(budget, &budget->key[column], format);
    case PLUMB_LSE:
    default:
        return lse_budget(budget, plumb_upper(exact), format);
    }
}

/* Where the bounds themselves overflow, nothing is known. */
plumb_budget plumb_budget_element(const plumb_budget_row *budget, plumb_quantity quantity,
                                  size_t column, plumb_ball exact, plumb_format format) {
    plumb_budget element = element_budget(budget, quantity, column, exact, format);
    if (isfinite(element.provable))
        return element;
    return (plumb_budget){INFINITY, INFINITY, false};
}
