#include "compare/overflow.h"
#include "compare/column_budget.h"
#include "compare/operator_budget.h"
#include "compare/output_budget.h"
#include "compare/score_overflow.h"
#include "exact/visible.h"
#include <math.h>

static bool is(const plumb_budget_row *budget, plumb_operator_trait trait) {
    return plumb_operator_is(budget->problem->op.kind, trait);
}

/* So many roundings on the way of an accumulator multiply it by no more than this. */
static double growth(const plumb_budget_row *budget) {
    return pow(1 + budget->terms.precision->accumulate.unit, budget->steps) * PLUMB_OWN_ROUNDING;
}

/* Both sums of a mean may be off by all their roundings. */
static double sums_ratio(const plumb_budget_row *budget) {
    const plumb_precision *p = budget->terms.precision;
    double unit = p->accumulate.unit;
    return pow((1 + unit) / (1 - unit), budget->steps + 4) * pow(1 + p->probability.unit, 3);
}

/* The largest exact score lies above this. */
static double largest_score_from(const plumb_budget_row *budget, const plumb_row *row) {
    double least = -INFINITY;
    for (size_t i = 0; i < budget->problem->key_length; i++)
        if (budget->takes_part[i])
            least = fmax(least, row->score[i].mid - row->score[i].rad - budget->key[i].score_error);
    return budget->mean_of_all ? 0 : least;
}

/* The maximum that is subtracted may leave the logit of a sink out: its exponential is above 1 then.  0 without one. */
static double sink_weight(const plumb_budget_row *budget, const plumb_row *row) {
    size_t sink = budget->problem->key_length;
    double least = largest_score_from(budget, row);
    if (!budget->takes_part[sink] || !(least > -INFINITY))
        return budget->takes_part[sink] ? 1 : 0;
    double above = plumb_upper(budget->sink_score) + budget->key[sink].score_error;
    if (budget->sink_score.mid < 0)
        above = budget->sink_score.mid + budget->sink_score.rad + budget->key[sink].score_error;
    return exp(fmax(0, above - least)) * PLUMB_OWN_ROUNDING;
}

/* Where no rounding is known, that with the least range of all with this unit. */
static double overflow_of_unit(double unit) {
    double least = INFINITY;
    const char *name;
    for (size_t i = 0; (name = plumb_rounding_at(i)) != NULL; i++) {
        plumb_rounding rounding;
        if (plumb_rounding_find(name, &rounding) && rounding.unit == unit)
            least = fmin(least, rounding.overflow);
    }
    return least;
}

/* Scores, their differences, and multiples of them for another base or a power. */
static void count_exponents(plumb_overflow *worst, const plumb_budget_row *budget) {
    const plumb_precision *p = budget->terms.precision;
    double power = is(budget, PLUMB_TAKES_ROOT) ? budget->problem->op.power : 1;
    double largest = fmax(power, 1 / power) * (2 * budget->terms.largest_score + budget->terms.log_keys);
    double bound = largest * PLUMB_LOG2_E * (1 + plumb_gamma(12, p->exponent.unit));
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_EXPONENTS, p->exponent.overflow, bound);
    if (p->shifted > 0)
        plumb_overflow_count(worst, PLUMB_OVERFLOWS_EXPONENTS, overflow_of_unit(p->shifted),
                             bound * (1 + p->shifted));
}

/* What is stored as a weight, or may be on its way. */
static void count_weight(plumb_overflow *worst, const plumb_budget_row *budget, double weight) {
    const plumb_precision *p = budget->terms.precision;
    double bound = weight * (1 + p->probability.unit) * (1 + p->score.unit);
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_WEIGHTS, p->exponent.overflow, bound);
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_WEIGHTS, p->probability.overflow, bound);
}

static void count_sum(plumb_overflow *worst, const plumb_budget_row *budget, double sum) {
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_SUMS, budget->terms.precision->accumulate.overflow,
                         sum * growth(budget));
}

static void count_reciprocal(plumb_overflow *worst, const plumb_budget_row *budget, double least) {
    const plumb_precision *p = budget->terms.precision;
    double overflow = fmin(p->accumulate.overflow, p->exponent.overflow);
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_RECIPROCALS, overflow, least > 0 ? 1 / least : INFINITY);
}

/* The largest probability is 1 but for the slack, whatever else is in the sum. */
static double least_sum(const plumb_budget_row *budget, double power) {
    const plumb_precision *p = budget->terms.precision;
    double largest = pow((1 - p->probability.unit) / budget->slack / budget->shift_above, power) - p->probability.tiny -
                     p->exponent.tiny;
    return largest * pow(1 - p->accumulate.unit, budget->steps) - budget->accumulator_tiny / budget->shift_above;
}

/* e^{x - m} and e^{p (x - m)}; their sum and its root. */
static void softmax_overflow(plumb_row_overflow *of, const plumb_budget_row *budget, const plumb_row *row) {
    const plumb_operator *op = &budget->problem->op;
    double power = is(budget, PLUMB_TAKES_ROOT) ? op->power : 1;
    double one = pow(budget->slack * budget->shift_below, fmax(1, power)), sink = sink_weight(budget, row) * one;
    double sum = (double)budget->keys * one + sink, least = least_sum(budget, power);
    double factor = is(budget, PLUMB_IS_SCALED) ? fmax(1, op->alpha) : 1;
    if (is(budget, PLUMB_IS_CLIPPED))
        factor = fmax(1, op->zeta - op->gamma) + fabs(op->gamma);
    count_exponents(&of->weights, budget);
    of->weight = (plumb_exact_has_sink_value(budget->problem) ? fmax(one, sink) : one) * factor;
    count_weight(&of->weights, budget, fmax(one, sink) * factor);
    count_sum(&of->weights, budget, is(budget, PLUMB_IS_SCALED) ? sum * fmax(1, 1 / op->alpha) : sum);
    count_reciprocal(&of->weights, budget, least);
    of->divided = fmax(1, 1 / least);
    if (power != 1) {
        double root = pow(sum * growth(budget), 1 / power);
        count_weight(&of->weights, budget, root);
        count_reciprocal(&of->weights, budget, least > 0 ? pow(least, 1 / power) : 0);
    }
}

/* |e^{x - m} - e^{-m}|, which is large where all scores are below 0. */
static void softpick_overflow(plumb_row_overflow *of, const plumb_budget_row *budget, const plumb_row *row) {
    double zero = exp(fmax(0, -largest_score_from(budget, row))) * PLUMB_OWN_ROUNDING;
    count_exponents(&of->weights, budget);
    of->weight = budget->slack * (1 + zero);
    count_weight(&of->weights, budget, of->weight);
    count_sum(&of->weights, budget, of->weight * ((double)budget->keys + budget->problem->op.epsilon));
    of->divided = 1;
}

/* phi(k), or the sum over the keys of phi(k) times a value. */
static double keys_first(plumb_budget_row *budget, size_t column, bool values) {
    const plumb_problem *problem = budget->problem;
    double sum = 0;
    for (size_t i = 0; i < problem->key_length; i++) {
        if (!budget->takes_part[i])
            continue;
        plumb_feature_vector key =
            plumb_key_features(&budget->scores.features, budget->b, budget->h, budget->t, i);
        double most = 0;
        for (size_t f = 0; f < budget->terms.head_dim; f++)
            most = fmax(most, fabs(key.upper[f]));
        sum += most * (values ? plumb_column_value_of(budget, i, column).size : 1);
    }
    return sum * fmax(1, budget->terms.scale) * growth(budget);
}

/* A sum over the keys before the query comes in is stored as a weight is, and multiplied as a key is. */
static void count_keys_first(plumb_overflow *worst, const plumb_budget_row *budget, plumb_overflow_step step,
                             double keys) {
    const plumb_precision *p = budget->terms.precision;
    double sum = keys * (1 + p->probability.unit);
    plumb_overflow_count(worst, step, fmin(p->probability.overflow, p->accumulate.overflow), sum);
    if (p->operand.unit > 0)
        plumb_overflow_count(worst, step, p->operand.overflow, sum);
}

/* a_j = g(x_j), and what it is divided by. */
static void activation_overflow(plumb_row_overflow *of, plumb_budget_row *budget) {
    const plumb_problem *problem = budget->problem;
    const plumb_precision *p = budget->terms.precision;
    double most = 0, sum = problem->op.epsilon;
    for (size_t i = 0; i < problem->key_length; i++) {
        const plumb_numerator *n = &budget->quotient.numerator[i];
        if (!budget->takes_part[i])
            continue;
        most = fmax(most, plumb_known(n->size + n->error));
        sum += plumb_known(n->summed + n->error);
    }
    bool divides = plumb_normalisation_is(problem->op.normalisation, PLUMB_DIVIDES);
    double least = divides ? budget->quotient.least : 1;
    if (problem->op.kind == PLUMB_SIGMOID) /* e^x / (1 + e^x), or the same with -x */
        plumb_overflow_count(&of->weights, PLUMB_OVERFLOWS_EXPONENTIALS, p->exponent.overflow,
                             exp(budget->terms.largest_score) * PLUMB_OWN_ROUNDING);
    of->divided = fmax(1, least > 0 ? 1 / least : INFINITY);
    of->weight = most;
    of->keys = plumb_sums_keys_first(problem) ? keys_first(budget, 0, false) : 0;
    count_weight(&of->weights, budget, most);
    plumb_overflow_count(&of->weights, PLUMB_OVERFLOWS_WEIGHTS, p->score.overflow, most * (1 + p->score.unit));
    if (!divides)
        return;
    count_sum(&of->weights, budget, sum);
    plumb_overflow_count(&of->weights, PLUMB_OVERFLOWS_SUMS, p->probability.overflow, sum * growth(budget));
    count_reciprocal(&of->weights, budget, least);
    count_keys_first(&of->weights, budget, PLUMB_OVERFLOWS_SUMS, of->keys);
}

plumb_row_overflow plumb_overflow_of_row(plumb_budget_row *budget, const plumb_row *row) {
    const plumb_problem *problem = budget->problem;
    plumb_row_overflow of = {.weight = 1, .divided = 1};
    if (budget->keys == 0)
        return of;
    of.growth = growth(budget);
    of.sums_ratio = sums_ratio(budget);
    plumb_query_overflow(&of.scores, budget);
    plumb_keys_overflow(&of.scores, budget);
    if (problem->op.kind == PLUMB_SOFTPICK)
        softpick_overflow(&of, budget, row);
    else if (is(budget, PLUMB_IS_NORMALISED))
        activation_overflow(&of, budget);
    else
        softmax_overflow(&of, budget, row);
    return of;
}

/* ---- one column of the output ---- */

/* The sum of |v| over the keys, the largest |v|, v and -v; and what keys may sum up to before the query comes in. */
typedef struct {
    double sum, largest, above, below, keys;
} column_values;

/* No less than they are, from sums that the budget has: mostly that is enough. */
static column_values values_below(const plumb_row_overflow *of, const plumb_budget_row *budget, size_t column) {
    const plumb_column_sums *mean = &budget->column[column];
    double sum = budget->quotient.column[column].absolute;
    if (plumb_has_log_sum_exp(budget->problem->op.kind))
        return (column_values){mean->absolute, mean->largest, mean->greatest, -mean->least, 0};
    return (column_values){sum, sum, sum, sum, of->keys * sum};
}

static column_values values_of(plumb_budget_row *budget, size_t column) {
    column_values values = {0, 0, 0, 0, 0};
    for (size_t i = 0; i <= budget->problem->key_length; i++) {
        if (!budget->takes_part[i])
            continue;
        plumb_column_value v = plumb_column_value_of(budget, i, column);
        values.sum += v.size;
        values.largest = fmax(values.largest, v.size);
        values.above = fmax(values.above, v.value);
        values.below = fmax(values.below, -v.value);
    }
    if (plumb_sums_keys_first(budget->problem))
        values.keys = keys_first(budget, column, true);
    return values;
}

static void count_values(plumb_overflow *worst, const plumb_budget_row *budget, double largest) {
    const plumb_precision *p = budget->terms.precision;
    double bound = largest * (1 + budget->value_unit) + budget->value_tiny;
    if (p->operand.unit > 0)
        plumb_overflow_count(worst, PLUMB_OVERFLOWS_VALUES, p->operand.overflow, bound);
    if (budget->problem->position.value_table != NULL)
        plumb_overflow_count(worst, PLUMB_OVERFLOWS_VALUES, fmin(p->input.overflow, p->output.overflow), bound);
}

/* Any weight may have been as large as the largest: shifts rise from key to key.  Of activations each is known. */
static double value_sum(const plumb_row_overflow *of, const plumb_budget_row *budget, size_t column, double sum) {
    const plumb_precision *p = budget->terms.precision;
    double weighed = is(budget, PLUMB_IS_NORMALISED) ? budget->quotient.column[column].summed * of->divided
                                                     : of->weight * sum;
    return plumb_known(weighed) * (1 + p->probability.unit) * (1 + budget->value_unit) * of->growth +
           budget->accumulator_tiny;
}

/* A mean of the values as it is computed, by whatever weights. */
static double mean_of(const plumb_row_overflow *of, const plumb_budget_row *budget, double largest) {
    if (!is(budget, PLUMB_IS_MEAN))
        return INFINITY;
    return of->sums_ratio * largest * (1 + budget->value_unit) * PLUMB_OWN_ROUNDING;
}

static void count_result(plumb_overflow *worst, plumb_overflow_step step, plumb_rounding rounding, plumb_format format,
                         double bound) {
    plumb_overflow_count(worst, step, fmin(rounding.overflow, plumb_format_overflow(format)), bound);
}

/* Nothing is added to the result, or multiplied with it: it is stored once, or so is that of each part of the keys,
   which is a mean of values that there are. */
static void count_plain_output(plumb_overflow *worst, const plumb_row_overflow *of, const plumb_budget_row *budget,
                               double engine, const column_values *values, double bound, plumb_format format) {
    const plumb_precision *p = budget->terms.precision;
    double side = engine == INFINITY ? values->above : engine == -INFINITY ? values->below : values->largest;
    double stores = 1 + plumb_gamma(8, p->output.unit);
    if (is(budget, PLUMB_IS_MEAN))
        bound = mean_of(of, budget, side) * stores;
    else if (!isfinite(engine))
        return;
    count_result(worst, PLUMB_OVERFLOWS_OUTPUTS, p->output, format, bound);
}

/* Stored before a factor, a bias and a gate, and behind each. */
static void count_finished_output(plumb_overflow *worst, const plumb_budget_row *budget, size_t column, double mean,
                                  plumb_format format) {
    const plumb_problem *problem = budget->problem;
    const plumb_precision *p = budget->terms.precision;
    const double *bias = plumb_exact_value_bias(problem, budget->h, column);
    const double *gate = plumb_exact_gate(problem, budget->b, budget->h, budget->t, column);
    double stores = (1 + plumb_gamma(8, p->output.unit)) * (1 + plumb_gamma(8, p->accumulate.unit));
    double factor = is(budget, PLUMB_IS_SCALED) ? fmax(1, problem->op.alpha) : 1;
    double added = bias != NULL ? fabs(*bias) : 0, opened = gate != NULL ? fabs(*gate) : 0;
    count_result(worst, PLUMB_OVERFLOWS_OUTPUTS, p->output, format, (mean * factor + added) * stores);
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_OUTPUTS, p->input.overflow, fmax(added, opened));
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_EXPONENTIALS, p->exponent.overflow, exp(opened) * PLUMB_OWN_ROUNDING);
}

static plumb_overflow of_values(const plumb_row_overflow *of, const plumb_budget_row *budget,
                                const plumb_element *element, const column_values *values, double bound,
                                plumb_format format) {
    plumb_overflow worst = {0};
    double sum = value_sum(of, budget, element->column, values->sum);
    double mean = fmin(mean_of(of, budget, values->largest), sum * of->divided);
    count_values(&worst, budget, values->largest);
    plumb_overflow_count(&worst, PLUMB_OVERFLOWS_VALUE_SUMS, budget->terms.precision->accumulate.overflow, sum);
    if (isfinite(budget->terms.precision->part.overflow))
        plumb_overflow_count(&worst, PLUMB_OVERFLOWS_OUTPUTS, budget->terms.precision->part.overflow, mean);
    count_keys_first(&worst, budget, PLUMB_OVERFLOWS_VALUE_SUMS, values->keys);
    if (plumb_has_own_mean(budget->problem))
        count_finished_output(&worst, budget, element->column, mean, format);
    else
        count_plain_output(&worst, of, budget, element->engine, values, bound, format);
    return worst;
}

static plumb_overflow output_overflow(const plumb_row_overflow *of, plumb_budget_row *budget,
                                      const plumb_element *element, double bound, plumb_format format) {
    column_values values = values_below(of, budget, element->column);
    plumb_overflow worst = of_values(of, budget, element, &values, bound, format);
    if (worst.step == PLUMB_OVERFLOWS_NOWHERE)
        return worst;
    values = values_of(budget, element->column);
    return of_values(of, budget, element, &values, bound, format);
}

/* Whatever its budget is, a quotient is no larger than this, nor a logarithm of the sum. */
static double weight_bound(const plumb_row_overflow *of, const plumb_budget_row *budget) {
    const plumb_precision *p = budget->terms.precision;
    double stores = (1 + plumb_gamma(4, p->probability.unit)) * (1 + plumb_gamma(4, p->output.unit));
    return of->weight * of->divided * stores * (1 + plumb_gamma(8, p->accumulate.unit));
}

static double lse_bound(const plumb_row_overflow *of, const plumb_budget_row *budget) {
    double sum = budget->terms.log_keys + log(of->weight * of->growth) + log(of->divided);
    return (budget->terms.largest_score + sum + 1) * (1 + plumb_gamma(12, budget->terms.precision->exponent.unit));
}

plumb_overflow plumb_overflow_of_element(const plumb_row_overflow *of_row, plumb_budget_row *budget,
                                         plumb_quantity quantity, const plumb_element *element, plumb_ball exact,
                                         double provable, plumb_format format) {
    const plumb_precision *p = budget->terms.precision;
    plumb_overflow worst = {0};
    bool stored = isfinite(element->engine);
    double bound = plumb_upper(exact) + provable;
    if (budget->keys == 0)
        return worst;
    if (quantity == PLUMB_SCORES) {
        plumb_query_overflow(&worst, budget);
        plumb_key_overflow(&worst, budget, element->column);
        if (stored)
            count_result(&worst, PLUMB_OVERFLOWS_SCORES, p->score, format, bound);
        return worst;
    }
    plumb_overflow_add(&worst, &of_row->scores);
    plumb_overflow_add(&worst, &of_row->weights);
    if (quantity == PLUMB_OUTPUT) {
        plumb_overflow of_output = output_overflow(of_row, budget, element, bound, format);
        plumb_overflow_add(&worst, &of_output);
    } else if (stored && quantity == PLUMB_WEIGHTS)
        count_result(&worst, PLUMB_OVERFLOWS_WEIGHTS, p->output, format, fmin(bound, weight_bound(of_row, budget)));
    else if (stored)
        count_result(&worst, PLUMB_OVERFLOWS_LSE, p->exponent, format,
                     fmin(bound, lse_bound(of_row, budget)) * PLUMB_LOG2_E);
    return worst;
}

bool plumb_result_may_overflow(const plumb_precision *p, plumb_quantity quantity, plumb_ball exact, double provable,
                               plumb_format format) {
    double bound = plumb_upper(exact) + provable, stored = p->output.overflow;
    if (quantity == PLUMB_SCORES)
        stored = fmin(p->product.overflow, p->score.overflow);
    else if (quantity == PLUMB_LSE)
        stored = p->exponent.overflow;
    else
        stored = fmin(stored, p->accumulate.overflow);
    return bound >= fmin(stored, plumb_format_overflow(format));
}
