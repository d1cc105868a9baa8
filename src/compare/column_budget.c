#include "compare/column_budget.h"
#include "exact/position.h"
#include "exact/visible.h"
#include <math.h>

/* A few units in the last place of binary64. */
#define OWN_UNIT 0x1p-50

bool plumb_has_own_mean(const plumb_problem *problem) {
    return problem->op.kind == PLUMB_SCALED_SOFTMAX || problem->extra.value_bias != NULL ||
           problem->extra.gate != NULL;
}

plumb_column_value plumb_column_value_of(const plumb_budget_row *budget, size_t i, size_t c) {
    const plumb_problem *problem = budget->problem;
    if (i == problem->key_length) {
        bool has_value = plumb_exact_has_sink_value(problem);
        double value = has_value ? plumb_exact_sink_value(problem, budget->h)[c] : 0;
        return (plumb_column_value){value, fabs(value)};
    }
    const double *row = plumb_exact_value_row(problem, budget->b, budget->t, i);
    double value = plumb_exact_value(problem, budget->b, budget->h, i)[c];
    double more = row != NULL ? row[c] : 0;
    return (plumb_column_value){value + more, fabs(value) + fabs(more)};
}

/* The output before value bias and gate, and without the factor of a scaled softmax. */
static plumb_ball mean_of(const plumb_budget_row *budget, const plumb_row *row, size_t c) {
    const plumb_problem *problem = budget->problem;
    bool is_scaled = problem->op.kind == PLUMB_SCALED_SOFTMAX;
    if (!plumb_has_own_mean(problem))
        return row->output[c];
    plumb_ball mean = {0, 0};
    double magnitude = 0;
    for (size_t i = 0; i <= problem->key_length; i++) {
        if (!budget->takes_part[i])
            continue;
        plumb_column_value v = plumb_column_value_of(budget, i, c);
        plumb_ball weight = i < problem->key_length && !is_scaled
                                ? row->weight[i]
                                : plumb_budget_softmax_weight(budget, row, i);
        mean.mid += weight.mid * v.value;
        mean.rad += weight.rad * v.size;
        magnitude += plumb_upper(weight) * v.size;
    }
    mean.rad += ((double)budget->keys + 2) * OWN_UNIT * magnitude;
    return mean;
}

void plumb_columns_start(plumb_budget_row *budget, const plumb_row *row) {
    for (size_t c = 0; c < budget->problem->value_dim; c++) {
        budget->mean[c] = mean_of(budget, row, c);
        budget->column[c] = (plumb_column_sums){.least = INFINITY,
                                                .greatest = -INFINITY,
                                                .unit = budget->value_unit,
                                                .tiny = budget->value_tiny};
    }
}

static void add_to_column(plumb_column_sums *column, const plumb_key_budget *key,
                          plumb_column_value v, plumb_ball output) {
    double distance = fabs(v.value - output.mid) + output.rad;
    double weighted = key->weight * distance;
    column->spread += weighted * key->growth;
    column->magnitude += key->weight * (1 + key->growth) * v.size;
    column->absolute += v.size;
    column->shared += weighted * key->shared;
    column->variance += weighted * key->independent * (weighted * key->independent);
    column->square += key->weight * v.size * (key->weight * v.size);
    column->least = fmin(column->least, v.value);
    column->greatest = fmax(column->greatest, v.value);
    column->largest = fmax(column->largest, v.size);
}

void plumb_columns_add_keys(plumb_budget_row *budget) {
    for (size_t i = 0; i <= budget->problem->key_length; i++)
        for (size_t c = 0; budget->takes_part[i] && c < budget->problem->value_dim; c++)
            add_to_column(&budget->column[c], &budget->key[i], plumb_column_value_of(budget, i, c),
                          budget->mean[c]);
}

plumb_column_sums plumb_budget_weight_sums(const plumb_budget_row *budget, size_t n,
                                           plumb_ball exact) {
    const plumb_key_budget *key = &budget->key[n];
    double w = key->weight, rest = 1 - fmax(0, exact.mid - exact.rad);
    double own = w * key->growth, own_shared = w * key->shared;
    double own_variance = pow(w * key->independent, 2);
    plumb_column_sums sums = {.absolute = 1, .least = 0, .greatest = 1, .largest = 1};
    /* The part of the others is taken with all of the row: an upper bound without cancellation. */
    sums.spread = own * rest + w * budget->relative.growth;
    sums.magnitude = w + own;
    sums.shared = own_shared * rest + w * budget->relative.shared;
    sums.variance = own_variance * rest * rest + w * w * budget->relative.variance;
    sums.square = w * w;
    return sums;
}
