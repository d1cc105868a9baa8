#include "compare/budget.h"
#include "compare/column_budget.h"
#include "compare/mean_budget.h"
#include "compare/output_budget.h"
#include <math.h>

/* Adds the storing of a result, first in the model's format and then in the tensor's.  What the
   first leaves, a tensor as fine or finer holds as it is. */
static double stored(const plumb_budget_row *budget, double error, double exact, plumb_rounding first,
                     plumb_format format) {
    plumb_rounding second = plumb_format_rounding(format);
    plumb_rounding accumulate = budget->terms.precision->accumulate;
    double stores = second.unit > first.unit ? plumb_compound(first.unit, second.unit) : first.unit;
    double unit = plumb_compound(stores, plumb_gamma(4, accumulate.unit));
    double tiny = 2 * (first.tiny + second.tiny) + 8 * accumulate.tiny;
    return (error + unit * (exact + error) + tiny) * PLUMB_OWN_ROUNDING;
}

static plumb_budget stored_budget(const plumb_budget_row *budget, plumb_bound bound, double exact, plumb_rounding first,
                                  plumb_format format) {
    return (plumb_budget){stored(budget, bound.provable, exact, first, format), bound.informative};
}

static bool is(const plumb_budget_row *budget, plumb_operator_trait trait) {
    return plumb_operator_is(budget->problem->op.kind, trait);
}

static plumb_inexact mean(const plumb_budget_row *budget, const plumb_column_sums *sums, plumb_ball exact) {
    plumb_inexact x = {plumb_mean_bound(budget, sums, exact), plumb_upper(exact)};
    return is(budget, PLUMB_IS_SCALED) ? plumb_scaled_budget(budget, x) : x;
}

/* The output before value bias and gate; `exact` is after them. */
static plumb_inexact plain_output(const plumb_budget_row *budget, size_t column, plumb_ball exact) {
    if (plumb_has_own_mean(budget->problem))
        exact = budget->mean[column];
    if (budget->keys == 0) /* the sum of nothing is 0 */
        return (plumb_inexact){{0, true}, 0};
    if (is(budget, PLUMB_IS_MEAN))
        return mean(budget, &budget->column[column], exact);
    return (plumb_inexact){
        plumb_quotient_output(&budget->quotient, budget->terms.precision, column, plumb_upper(exact)),
        plumb_upper(exact)};
}

static plumb_budget output_budget(const plumb_budget_row *budget, size_t column, plumb_ball exact,
                                  plumb_format format) {
    plumb_inexact x = plumb_output_budget(budget, plain_output(budget, column, exact), column);
    return stored_budget(budget, x.bound, x.magnitude, budget->terms.precision->output, format);
}

static plumb_budget weight_budget(const plumb_budget_row *budget, size_t key, plumb_ball exact, plumb_format format) {
    plumb_inexact x;
    if (is(budget, PLUMB_IS_MEAN)) {
        double alpha = is(budget, PLUMB_IS_SCALED) ? budget->problem->op.alpha : 1;
        plumb_ball weight = {exact.mid / alpha, exact.rad / alpha};
        plumb_column_sums sums = plumb_budget_weight_sums(budget, key, weight);
        x = mean(budget, &sums, weight);
    } else {
        x.magnitude = plumb_upper(exact);
        x.bound = plumb_quotient_weight(&budget->quotient, budget->terms.precision, key, x.magnitude);
    }
    return stored_budget(budget, x.bound, x.magnitude, budget->terms.precision->output, format);
}

static plumb_budget score_budget(const plumb_budget_row *budget, const plumb_key_budget *key, plumb_format format) {
    plumb_rounding none = {0, 0, INFINITY, false}; /* the stores of a score are in its error */
    plumb_bound bound = {key->score_error, true};
    return stored_budget(budget, bound, key->score, none, format);
}

/* Section 6: a log-sum-exp is off by the logarithm of what the denominator is off by, and by no
   more than the worst exponent. */
static plumb_budget lse_budget(const plumb_budget_row *budget, double exact, plumb_format format) {
    const plumb_precision *p = budget->terms.precision;
    double kappa = budget->sum_unit;
    double tiny = plumb_sum_underflow(budget, (double)budget->keys);
    double grown = plumb_compound(kappa, budget->lse.growth) + budget->excess * tiny;
    double left = (1 - kappa) * (1 - budget->lse.loss) - budget->excess * tiny;
    double ratio = left >= PLUMB_LEAST_DENOMINATOR ? fmax(grown, (1 - left) / left) : INFINITY;
    double sum = 1 - kappa - budget->slack * tiny;
    double worst = sum >= PLUMB_LEAST_DENOMINATOR ? budget->largest_exponent_error + (1 - sum) / sum : INFINITY;
    double of_sum = fmin(ratio, worst);
    double argument =
        plumb_gamma(8, p->exponent.unit) * (budget->terms.largest_score + budget->terms.log_keys + exact + of_sum) +
        16 * p->exponent.tiny;
    plumb_bound bound = {of_sum + argument, true};
    return stored_budget(budget, bound, exact, p->exponent, format);
}

static plumb_budget element_budget(const plumb_budget_row *budget, plumb_quantity quantity, size_t column,
                                   plumb_ball exact, plumb_format format) {
    switch (quantity) {
    case PLUMB_OUTPUT:
        return output_budget(budget, column, exact, format);
    case PLUMB_WEIGHTS:
        return weight_budget(budget, column, exact, format);
    case PLUMB_SCORES:
        return score_budget(budget, &budget->key[column], format);
    case PLUMB_LSE:
    default:
        return lse_budget(budget, plumb_upper(exact), format);
    }
}

/* Where the bounds themselves overflow, nothing is known. */
plumb_budget plumb_budget_element(const plumb_budget_row *budget, plumb_quantity quantity, size_t column,
                                  plumb_ball exact, plumb_format format) {
    plumb_budget element = element_budget(budget, quantity, column, exact, format);
    if (isfinite(element.provable))
        return element;
    return (plumb_budget){INFINITY, false};
}
