#include "compare/key_budget.h"
#include "compare/vector_sums.h"
#include <math.h>

/* A weight as small as this one is rounded up to leaves no product in the budget to underflow, and
   changes nothing else. */
#define LEAST_WEIGHT 0x1p-900

double plumb_grown(double error) {
    return error < PLUMB_LOST ? expm1(error) : INFINITY;
}

double plumb_parameter_unit(const plumb_precision *precision, double parameter) {
    return precision->input.unit + precision->input.tiny / parameter;
}

/* Everything that underflow can add to a score: the scale, scaled inputs, products, partial sums
   and stores, each possibly multiplied by the scale afterwards. */
static double score_underflow(const plumb_row_terms *row, const plumb_vector_sums *sums) {
    const plumb_precision *p = row->precision;
    double amplification = fmax(1, row->scale);
    double dimension = (double)row->head_dim;
    double vectors = p->input.tiny + p->operand.tiny + p->product.tiny;
    return 2 * amplification *
           (vectors * (sums->absolute + sums->magnitude + dimension) + 2 * p->product.tiny * dimension +
            3 * p->score.tiny);
}

plumb_score_units plumb_score_units_of(const plumb_row_terms *row) {
    const plumb_precision *p = row->precision;
    double roundings = (double)row->head_dim + 4;
    double inputs = plumb_compound(p->input.unit, p->input.unit);
    double operands = plumb_compound(p->operand.unit, p->operand.unit);
    double stores = plumb_compound(p->score.unit, plumb_compound(p->score.unit, p->score.unit));
    return (plumb_score_units){
        plumb_compound(plumb_compound(inputs, operands), plumb_gamma(roundings, p->product.unit)),
        plumb_compound(inputs, stores)};
}

void plumb_key_score_budget_in(plumb_key_budget *key, const plumb_row_terms *row, const plumb_score_units *units,
                               const double *query, const double *key_vector, double score) {
    plumb_vector_sums sums = plumb_sum_vectors(query, key_vector, row->head_dim);
    double magnitude = row->scale * sums.magnitude;
    double computed = magnitude * units->product + score_underflow(row, &sums);
    key->score = score;
    key->magnitude = magnitude;
    key->vanishing = false;
    key->score_error = computed + units->stored * (score + computed);
}

void plumb_key_score_budget(plumb_key_budget *key, const plumb_row_terms *row, const double *query,
                            const double *key_vector, double score) {
    const plumb_score_units units = plumb_score_units_of(row);
    plumb_key_score_budget_in(key, row, &units, query, key_vector, score);
}

double plumb_shift_error(const plumb_row_terms *row) {
    plumb_rounding exponent = row->precision->exponent;
    return plumb_known(plumb_gamma(28, exponent.unit) * row->largest_score +
                       plumb_gamma(12, exponent.unit) * row->log_keys + (6 * row->rescalings + 32) * exponent.tiny);
}

double plumb_exponential_error(const plumb_row_terms *row) {
    const plumb_precision *p = row->precision;
    return plumb_gamma(1, p->exponential) + plumb_gamma(row->rescalings + 3, p->rescaling);
}

plumb_exponent_units plumb_exponent_units_of(const plumb_row_terms *row) {
    return (plumb_exponent_units){plumb_gamma(6, row->precision->exponent.unit), plumb_shift_error(row),
                                  plumb_exponential_error(row)};
}

static double argument_error(const plumb_row_terms *row, const plumb_exponent_units *units, double score) {
    double scores = score + row->largest_score;
    return units->argument * scores + units->shift + row->precision->shifted * scores;
}

double plumb_argument_error(const plumb_row_terms *row, double score) {
    const plumb_exponent_units units = plumb_exponent_units_of(row);
    return argument_error(row, &units, score);
}

static void set_exponent_error(plumb_key_budget *key, double error) {
    key->exponent_error = error = plumb_known(error);
    key->growth = plumb_grown(error);
    key->loss = key->growth < INFINITY ? key->growth / (1 + key->growth) : 1;
}

void plumb_key_weight_budget_in(plumb_key_budget *key, const plumb_row_terms *row, const plumb_exponent_units *units,
                                double weight) {
    if (key->vanishing) {
        key->weight = LEAST_WEIGHT;
        set_exponent_error(key, 0);
        return;
    }
    double argument = argument_error(row, units, key->score + key->score_error);
    set_exponent_error(key, key->score_error + argument + units->exponentials);
    key->weight = fmin(fmax(weight, LEAST_WEIGHT), 1);
}

void plumb_key_weight_budget(plumb_key_budget *key, const plumb_row_terms *row, double weight) {
    const plumb_exponent_units units = plumb_exponent_units_of(row);
    plumb_key_weight_budget_in(key, row, &units, weight);
}

void plumb_key_move_error(plumb_key_budget *key, const plumb_key_budget *pivot, bool is_pivot) {
    set_exponent_error(key, is_pivot ? 0 : key->exponent_error + pivot->exponent_error);
}
