#include "compare/budget_row.h"
#include "exact/visible.h"
#include <math.h>
#include <stdlib.h>

int plumb_budget_row_init(plumb_budget_row *budget, const plumb_problem *problem,
                          const plumb_precision *precision) {
    plumb_ball scale = plumb_problem_scale(problem);
    *budget = (plumb_budget_row){.problem = problem};
    budget->terms.precision = precision;
    budget->terms.head_dim = problem->head_dim;
    budget->terms.scale = fabs(scale.mid) + scale.rad;
    budget->key = calloc(problem->key_length + 1, sizeof *budget->key);
    budget->column = calloc(problem->value_dim + 1, sizeof *budget->column);
    if (budget->key != NULL && budget->column != NULL)
        return 0;
    plumb_budget_row_free(budget);
    return -1;
}

void plumb_budget_row_free(plumb_budget_row *budget) {
    free(budget->key);
    free(budget->column);
    *budget = (plumb_budget_row){.problem = NULL};
}

double plumb_upper(plumb_ball ball) {
    return fabs(ball.mid) + ball.rad;
}

/* An upper bound of log(n): n < 2^bits and log(2) < 0.7. */
static double log_upper(size_t n) {
    int bits;
    frexp((double)n, &bits);
    return 0.7 * bits;
}

static void count_keys(plumb_budget_row *budget, const plumb_row *row) {
    const plumb_precision *p = budget->terms.precision;
    budget->keys = 0;
    for (size_t i = 0; i < budget->problem->key_length; i++)
        budget->keys += row->visible[i] != 0;
    double n = (double)budget->keys;
    budget->terms.rescalings = ceil(n / (double)p->least_key_block);
    budget->terms.log_keys = log_upper(budget->keys);
    budget->steps = n + budget->terms.rescalings + 8;
    budget->sum_unit =
        plumb_compound(p->probability.unit, plumb_gamma(budget->steps, p->accumulate.unit));
    budget->probability_tiny =
        p->probability.tiny + (budget->terms.rescalings + 4) * p->exponent.tiny;
    budget->accumulator_tiny = 2 * budget->steps * p->accumulate.tiny;
}

/* The scores: S, and how far the engine's maximum can exceed the true one. */
static void set_scores(plumb_budget_row *budget, size_t b, size_t h, size_t t,
                       const plumb_row *row) {
    const double *query = plumb_exact_query(budget->problem, b, h, t);
    double engine_maximum = -INFINITY, true_maximum = -INFINITY;
    budget->terms.largest_score = 0;
    for (size_t i = 0; i < budget->problem->key_length; i++) {
        if (!row->visible[i])
            continue;
        plumb_key_budget *key = &budget->key[i];
        plumb_key_score_budget(key, &budget->terms, query,
                               plumb_exact_key(budget->problem, b, h, i),
                               plumb_upper(row->score[i]));
        double above = row->score[i].mid + row->score[i].rad + key->score_error;
        engine_maximum = fmax(engine_maximum, above);
        true_maximum = fmax(true_maximum, row->score[i].mid - row->score[i].rad);
        budget->terms.largest_score =
            fmax(budget->terms.largest_score, key->score + key->score_error);
    }
    double shift = plumb_shift_error(&budget->terms);
    /* Twice the shift: once for the engine, once for the rounding of this difference. */
    budget->excess = exp(engine_maximum - true_maximum + 2 * shift) * PLUMB_OWN_ROUNDING;
    budget->slack = exp(shift + plumb_exponential_error(&budget->terms)) * PLUMB_OWN_ROUNDING;
}

static plumb_weight_sums sum_weights(const plumb_budget_row *budget, const plumb_row *row) {
    plumb_weight_sums sums = {0, 0, 0, 0};
    for (size_t i = 0; i < budget->problem->key_length; i++) {
        if (!row->visible[i])
            continue;
        const plumb_key_budget *key = &budget->key[i];
        sums.growth += key->weight * key->growth;
        sums.loss += key->weight * key->loss;
        sums.shared += key->weight * key->shared;
        sums.variance += pow(key->weight * key->independent, 2);
    }
    return sums;
}

static void set_weights(plumb_budget_row *budget, const plumb_row *row) {
    budget->square = budget->largest_exponent_error = 0;
    for (size_t i = 0; i < budget->problem->key_length; i++) {
        if (!row->visible[i])
            continue;
        plumb_key_budget *key = &budget->key[i];
        plumb_key_weight_budget(key, &budget->terms, plumb_upper(row->weight[i]));
        budget->square += key->weight * key->weight;
        budget->largest_exponent_error =
            fmax(budget->largest_exponent_error,
                 key->growth < INFINITY ? key->exponent_error : INFINITY);
    }
    budget->absolute = budget->relative = sum_weights(budget, row);
}

static size_t heaviest_key(const plumb_budget_row *budget, const plumb_row *row) {
    size_t heaviest = budget->problem->key_length;
    for (size_t i = 0; i < budget->problem->key_length; i++)
        if (row->visible[i] && (heaviest == budget->problem->key_length ||
                                budget->key[i].weight > budget->key[heaviest].weight))
            heaviest = i;
    return heaviest;
}

/* Section 4: errors in common to all weights cancel, so that of one key can be moved to all the
   others.  That pays where the errors are large and one key has most of the weight. */
static void move_error_of_heaviest(plumb_budget_row *budget, const plumb_row *row) {
    size_t heaviest = heaviest_key(budget, row);
    const plumb_key_budget pivot = budget->key[heaviest];
    if (budget->absolute.growth <= 0.25 || pivot.weight <= 0.5)
        return;
    for (size_t i = 0; i < budget->problem->key_length; i++)
        if (row->visible[i])
            plumb_key_move_error(&budget->key[i], &pivot, i == heaviest);
    budget->excess *= exp(pivot.exponent_error) * PLUMB_OWN_ROUNDING;
    budget->relative = sum_weights(budget, row);
}

static void start_columns(plumb_budget_row *budget) {
    for (size_t c = 0; c < budget->problem->value_dim; c++)
        budget->column[c] = (plumb_column_sums){.least = INFINITY, .greatest = -INFINITY};
}

static void add_to_column(plumb_column_sums *column, const plumb_key_budget *key, double value,
                          plumb_ball output) {
    double distance = fabs(value - output.mid) + output.rad;
    double weighted = key->weight * distance;
    column->spread += weighted * key->growth;
    column->magnitude += key->weight * (1 + key->growth) * fabs(value);
    column->absolute += fabs(value);
    column->shared += weighted * key->shared;
    column->variance += weighted * key->independent * (weighted * key->independent);
    column->square += key->weight * value * (key->weight * value);
    column->least = fmin(column->least, value);
    column->greatest = fmax(column->greatest, value);
}

static void set_columns(plumb_budget_row *budget, size_t b, size_t h, const plumb_row *row) {
    start_columns(budget);
    for (size_t i = 0; i < budget->problem->key_length; i++) {
        if (!row->visible[i])
            continue;
        const double *value = plumb_exact_value(budget->problem, b, h, i);
        for (size_t c = 0; c < budget->problem->value_dim; c++)
            add_to_column(&budget->column[c], &budget->key[i], value[c], row->output[c]);
    }
}

void plumb_budget_row_set(plumb_budget_row *budget, size_t b, size_t h, size_t t,
                          const plumb_row *row) {
    count_keys(budget, row);
    set_scores(budget, b, h, t, row);
    set_weights(budget, row);
    move_error_of_heaviest(budget, row);
    set_columns(budget, b, h, row);
}

plumb_column_sums plumb_budget_weight_sums(const plumb_budget_row *budget, size_t n,
                                           plumb_ball exact) {
    const plumb_key_budget *key = &budget->key[n];
    double w = key->weight, rest = 1 - fmax(0, exact.mid - exact.rad);
    double own = w * key->growth, own_shared = w * key->shared;
    double own_variance = pow(w * key->independent, 2);
    plumb_column_sums sums = {.absolute = 1, .least = 0, .greatest = 1};
    /* The part of the others is taken with all of the row: an upper bound without cancellation. */
    sums.spread = own * rest + w * budget->relative.growth;
    sums.magnitude = w + own;
    sums.shared = own_shared * rest + w * budget->relative.shared;
    sums.variance = own_variance * rest * rest + w * w * budget->relative.variance;
    sums.square = w * w;
    return sums;
}
