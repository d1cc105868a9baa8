/* overflow.c - the rows of the table in spec/budget.md, section 23, from values to stored results; score_overflow.c and
   weight_overflow.c have those before.  Each step compares an upper bound of what it may store with the least overflow
   threshold of the formats it may be stored in, and the worst ratio is kept.  A column is first tried with the sizes of
   all values of the head, which are known; only if that may overflow are the values of its own keys added up. */
#include "theorem/overflow.h"
#include "theorem/score_overflow.h"
#include "theorem/units.h"
#include "theorem/weighing.h"
#include "exact/position.h"
#include "exact/visible.h"
#include <math.h>

static bool is(const plumb_row_size *row, plumb_operator_trait trait) {
    return plumb_operator_is(row->problem->op.kind, trait);
}

/* ---- one column of the output ---- */

/* The values of a column, and what keys may sum up to before the query comes in. */
typedef struct {
    plumb_value_size size;
    double keys;
} column_values;

/* The value of key i, or of a sink, with the row of a table that joins it. */
static double value_of(const plumb_row_size *row, size_t i, size_t column) {
    const plumb_problem *p = row->problem;
    if (i == p->key_length)
        return plumb_exact_has_sink_value(p) ? plumb_exact_sink_value(p, row->h)[column] : 0;
    return plumb_exact_value(p, row->b, row->h, i)[column];
}

static double added_to(const plumb_row_size *row, size_t i, size_t column) {
    const plumb_problem *p = row->problem;
    bool adds = p->position.value_table != NULL && i < p->key_length;
    return adds ? plumb_exact_value_row(p, row->b, row->t, i)[column] : 0;
}

static column_values values_of(const plumb_row_size *row, size_t column) {
    column_values values = {{0, 0, 0, 0}, 0};
    for (size_t i = 0; i <= row->problem->key_length; i++) {
        if (!row->takes_part[i])
            continue;
        double v = value_of(row, i, column), added = added_to(row, i, column);
        plumb_value_size_add(&values.size, fmax(v, 0) + fmax(added, 0));
        plumb_value_size_add(&values.size, fmin(v, 0) + fmin(added, 0));
        values.size.largest = fmax(values.size.largest, fabs(v) + fabs(added));
        if (plumb_sums_keys_first(row->problem) && i < row->problem->key_length)
            values.keys += row->vectors.key[i].most * (fabs(v) + fabs(added));
    }
    values.keys *= fmax(1, row->scale);
    return values;
}

/* The sizes of all keys of the head, which often suffice; false where they bound nothing. */
static bool values_below(const plumb_row_size *row, size_t column, column_values *values) {
    const plumb_problem *p = row->problem;
    *values = (column_values){row->value[column], 0};
    if (plumb_exact_has_sink_value(p))
        plumb_value_size_add(&values->size, plumb_exact_sink_value(p, row->h)[column]);
    return p->position.value_table == NULL && !plumb_sums_keys_first(p);
}

/* Roundings of a value itself, beside those of its product. */
static double value_unit(const plumb_row_size *row) {
    const plumb_precision *p = &row->precision;
    bool adds = row->problem->position.value_table != NULL;
    return p->operand.unit + (adds ? plumb_gamma(6, plumb_tensor_rounding(p).unit + p->accumulate.unit) : 0);
}

static void count_values(plumb_overflow *worst, const plumb_row_size *row, double largest) {
    const plumb_precision *p = &row->precision;
    double bound = largest * (1 + value_unit(row)) + p->operand.tiny;
    if (p->operand.unit > 0)
        plumb_overflow_count(worst, PLUMB_OVERFLOWS_VALUES, p->operand.overflow, bound);
    if (row->problem->position.value_table != NULL)
        plumb_overflow_count(worst, PLUMB_OVERFLOWS_VALUES, fmin(p->input.overflow, p->output.overflow), bound);
}

/* Any weight may have been as large as the largest: shifts rise from key to key. */
static double value_sum(const plumb_row_overflow *of, const plumb_row_size *row, double sum) {
    const plumb_precision *p = &row->precision;
    double divided = is(row, PLUMB_IS_NORMALISED) ? of->divided : 1;
    return plumb_known(of->weight * divided * sum) * (1 + p->probability.unit) * (1 + value_unit(row)) * of->growth +
           2 * row->steps * p->accumulate.tiny;
}

/* A mean of the values as it is computed, by whatever weights. */
static double mean_of(const plumb_row_overflow *of, const plumb_row_size *row, double largest) {
    if (!is(row, PLUMB_IS_MEAN))
        return INFINITY;
    return of->sums_ratio * largest * (1 + value_unit(row)) * PLUMB_OWN_ROUNDING;
}

static void count_result(plumb_overflow *worst, plumb_overflow_step step, plumb_rounding rounding, plumb_format format,
                         double bound) {
    plumb_overflow_count(worst, step, fmin(rounding.overflow, plumb_format_overflow(format)), bound);
}

/* Nothing is added to the result, or multiplied with it: it is stored once, as the infinity that it becomes, or so is
   that of each part of the keys, which is a mean of values that there are. */
static void count_plain_output(plumb_overflow *worst, const plumb_row_overflow *of, const plumb_row_size *row,
                               double engine, const plumb_value_size *size, plumb_format format) {
    const plumb_precision *p = &row->precision;
    double side = engine == INFINITY ? size->above : engine == -INFINITY ? size->below : size->largest;
    if (is(row, PLUMB_IS_MEAN))
        count_result(worst, PLUMB_OVERFLOWS_OUTPUTS, p->output, format,
                     mean_of(of, row, side) * (1 + plumb_gamma(8, p->output.unit)));
}

/* Whether a factor, a bias or a gate stands behind the sum. */
static bool is_finished(const plumb_problem *problem) {
    return plumb_operator_is(problem->op.kind, PLUMB_IS_SCALED) || problem->extra.value_bias != NULL ||
           problem->extra.gate != NULL;
}

/* Stored before a factor, a bias and a gate, and behind each. */
static void count_finished_output(plumb_overflow *worst, const plumb_row_size *row, size_t column, double mean,
                                  plumb_format format) {
    const plumb_problem *problem = row->problem;
    const plumb_precision *p = &row->precision;
    const double *bias = plumb_exact_value_bias(problem, row->h, column);
    const double *gate = plumb_exact_gate(problem, row->b, row->h, row->t, column);
    double stores = (1 + plumb_gamma(8, p->output.unit)) * (1 + plumb_gamma(8, p->accumulate.unit));
    double factor = is(row, PLUMB_IS_SCALED) ? fmax(1, problem->op.alpha) : 1;
    double added = bias != NULL ? fabs(*bias) : 0, opened = gate != NULL ? fabs(*gate) : 0;
    count_result(worst, PLUMB_OVERFLOWS_OUTPUTS, p->output, format, (mean * factor + added) * stores);
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_OUTPUTS, p->input.overflow, fmax(added, opened));
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_EXPONENTIALS, p->exponent.overflow, exp(opened) * PLUMB_OWN_ROUNDING);
}

static plumb_overflow overflow_of_values(const plumb_row_overflow *of, const plumb_row_size *row,
                                         const plumb_element *element, const column_values *values,
                                         plumb_format format) {
    const plumb_precision *p = &row->precision;
    plumb_overflow worst = {0};
    double sum = value_sum(of, row, values->size.sum);
    double mean = fmin(mean_of(of, row, values->size.largest), sum * of->divided);
    count_values(&worst, row, values->size.largest);
    plumb_overflow_count(&worst, PLUMB_OVERFLOWS_VALUE_SUMS, p->accumulate.overflow, sum);
    if (isfinite(p->part.overflow))
        plumb_overflow_count(&worst, PLUMB_OVERFLOWS_OUTPUTS, p->part.overflow, mean);
    plumb_count_keys_first(&worst, p, PLUMB_OVERFLOWS_VALUE_SUMS, plumb_known(values->keys * of->growth));
    if (is_finished(row->problem))
        count_finished_output(&worst, row, element->column, mean, format);
    else
        count_plain_output(&worst, of, row, element->engine, &values->size, format);
    return worst;
}

static plumb_overflow output_overflow(const plumb_row_overflow *of, const plumb_row_size *row,
                                      const plumb_element *element, plumb_format format) {
    column_values values;
    if (values_below(row, element->column, &values)) {
        plumb_overflow worst = overflow_of_values(of, row, element, &values, format);
        if (worst.step == PLUMB_OVERFLOWS_NOWHERE)
            return worst;
    }
    values = values_of(row, element->column);
    return overflow_of_values(of, row, element, &values, format);
}

/* A quotient is no larger than this: by what is divided, and by the exact weight with what scores and sums are off. */
static double weight_bound(const plumb_row_overflow *of, const plumb_row_size *row, size_t key) {
    const plumb_precision *p = &row->precision;
    double stores = (1 + plumb_gamma(4, p->probability.unit)) * (1 + plumb_gamma(4, p->output.unit));
    double exact = plumb_upper(row->row->weight[key]) * exp(2 * row->largest_error) * row->slack * row->slack;
    double moved = is(row, PLUMB_IS_MEAN) ? exact * of->sums_ratio : INFINITY; /* others may cancel */
    return fmin(of->weight * of->divided, plumb_known(moved)) * stores * (1 + plumb_gamma(8, p->accumulate.unit));
}

/* Nor is a logarithm of the sum. */
static double lse_bound(const plumb_row_overflow *of, const plumb_row_size *row) {
    double sum = row->log_keys + log(of->weight * of->growth) + log(of->divided);
    return (row->largest_score + sum + 1) * (1 + plumb_gamma(12, row->precision.exponent.unit));
}

plumb_overflow plumb_overflow_of_element(const plumb_row_overflow *of_row, const plumb_row_size *row,
                                         plumb_quantity quantity, const plumb_element *element, plumb_format format) {
    const plumb_precision *p = &row->precision;
    plumb_overflow worst = {0};
    bool stored = isfinite(element->engine);
    if (row->keys == 0)
        return worst;
    if (quantity == PLUMB_SCORES) {
        plumb_query_overflow(&worst, row);
        plumb_key_overflow(&worst, row, element->column);
        if (stored)
            count_result(&worst, PLUMB_OVERFLOWS_SCORES, p->score, format, row->score[element->column]);
        return worst;
    }
    plumb_overflow_add(&worst, &of_row->scores);
    plumb_overflow_add(&worst, &of_row->weights);
    if (quantity == PLUMB_OUTPUT) {
        plumb_overflow of_output = output_overflow(of_row, row, element, format);
        plumb_overflow_add(&worst, &of_output);
    } else if (stored && quantity == PLUMB_WEIGHTS)
        count_result(&worst, PLUMB_OVERFLOWS_WEIGHTS, p->output, format, weight_bound(of_row, row, element->column));
    else if (stored)
        count_result(&worst, PLUMB_OVERFLOWS_LSE, p->exponent, format, lse_bound(of_row, row) * PLUMB_LOG2_E);
    return worst;
}

double plumb_result_overflow(const plumb_precision *p, plumb_quantity quantity, plumb_format format) {
    double stored = p->output.overflow;
    if (quantity == PLUMB_SCORES)
        stored = fmin(p->product.overflow, p->score.overflow);
    else if (quantity == PLUMB_LSE)
        stored = p->exponent.overflow;
    else
        stored = fmin(stored, p->accumulate.overflow);
    return fmin(stored, plumb_format_overflow(format));
}
