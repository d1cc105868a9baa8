#include "compare/column_budget.h"
#include "exact/position.h"
#include "exact/visible.h"
#include <math.h>

bool plumb_has_own_mean(const plumb_problem *problem) {
    return plumb_operator_is(problem->op.kind, PLUMB_IS_SCALED) || problem->extra.value_bias != NULL ||
           problem->extra.gate != NULL;
}

plumb_value_rows plumb_value_rows_of(const plumb_budget_row *budget, size_t i) {
    const plumb_problem *problem = budget->problem;
    if (i == problem->key_length)
        return (plumb_value_rows){
            plumb_exact_has_sink_value(problem) ? plumb_exact_sink_value(problem, budget->h) : NULL, NULL};
    return (plumb_value_rows){plumb_exact_value(problem, budget->b, budget->h, i),
                              plumb_exact_value_row(problem, budget->b, budget->t, i)};
}

plumb_column_value plumb_column_value_of(const plumb_budget_row *budget, size_t i, size_t c) {
    return plumb_column_value_in(plumb_value_rows_of(budget, i), c);
}

/* The output before value bias and gate, and without the factor of a scaled softmax. */
static plumb_ball mean_of(const plumb_budget_row *budget, const plumb_row *row, size_t c) {
    const plumb_problem *problem = budget->problem;
    bool is_scaled = plumb_operator_is(problem->op.kind, PLUMB_IS_SCALED);
    if (!plumb_has_own_mean(problem))
        return row->output[c];
    plumb_ball mean = {0, 0};
    double magnitude = 0;
    for (size_t i = 0; i <= problem->key_length; i++) {
        if (!budget->takes_part[i])
            continue;
        plumb_column_value v = plumb_column_value_of(budget, i, c);
        plumb_ball weight =
            i < problem->key_length && !is_scaled ? row->weight[i] : plumb_budget_softmax_weight(budget, row, i);
        mean.mid += weight.mid * v.value;
        mean.rad += weight.rad * v.size;
        magnitude += plumb_upper(weight) * v.size;
    }
    mean.rad += ((double)budget->keys + 2) * PLUMB_OWN_FOUR_UNITS * magnitude;
    return mean;
}

void plumb_columns_start(plumb_budget_row *budget, const plumb_row *row) {
    for (size_t c = 0; c < budget->problem->value_dim; c++) {
        budget->mean[c] = mean_of(budget, row, c);
        budget->column[c] = (plumb_column_sums){
            .least = INFINITY, .greatest = -INFINITY, .unit = budget->value_unit, .tiny = budget->value_tiny};
    }
}

/* Of a sink without a value, or where a value is a sum. */
static void add_key(plumb_budget_row *budget, const plumb_column_key *part, plumb_value_rows rows) {
    for (size_t c = 0; c < budget->problem->value_dim; c++) {
        plumb_column_value v = plumb_column_value_in(rows, c);
        plumb_column_add(&budget->column[c], part, v.value, v.size, budget->mean[c]);
    }
}

void plumb_columns_add_keys(plumb_budget_row *budget) {
    size_t parts = 0;
    for (size_t i = 0; i <= budget->problem->key_length; i++) {
        const plumb_key_budget *key = &budget->key[i];
        if (!budget->takes_part[i])
            continue;
        plumb_value_rows rows = plumb_value_rows_of(budget, i);
        plumb_column_key part = {rows.value, key->weight * key->growth, key->weight * (1 + key->growth)};
        if (rows.value == NULL || rows.more != NULL)
            add_key(budget, &part, rows);
        else
            budget->part[parts++] = part;
    }
    plumb_columns_add(budget->column, budget->problem->value_dim, budget->part, parts, budget->mean);
}

plumb_column_sums plumb_budget_weight_sums(const plumb_budget_row *budget, size_t n, plumb_ball exact) {
    const plumb_key_budget *key = &budget->key[n];
    double w = key->weight, rest = 1 - fmax(0, exact.mid - exact.rad);
    double own = w * key->growth;
    plumb_column_sums sums = {.absolute = 1, .least = 0, .greatest = 1, .largest = 1};
    /* The part of the others is taken with all of the row: an upper bound without cancellation. */
    sums.spread = own * rest + w * budget->relative.growth;
    sums.magnitude = w + own;
    return sums;
}
