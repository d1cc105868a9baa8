/* Section 15 of spec/budget.md: e^{x_j} / (sum e^{p x_i})^{1/p}. */
#include "compare/operator_budget.h"
#include <math.h>

/* What is done besides the score: exponents times p and 1/p, a logarithm, powers. */
static double own_error(const plumb_budget_row *budget, double score) {
    const plumb_row_terms *terms = &budget->terms;
    const plumb_precision *p = terms->precision;
    double power = budget->problem->op.power, often = 1 + 1 / power;
    double stores = plumb_compound(plumb_gamma(3, p->score.unit), p->input.unit);
    return (stores + p->shifted + plumb_gamma(12, p->exponent.unit)) * (score + terms->largest_score) +
           often * (plumb_shift_error(terms) + plumb_exponential_error(terms) + 2 * p->exponential +
                    plumb_gamma(12, p->exponent.unit) * terms->log_keys) +
           plumb_gamma(1, p->probability.unit) * often +
           8 * PLUMB_OWN_UNIT * (score + terms->largest_score + terms->log_keys + 1);
}

/* The relative error of the root of the sum: an average over the keys, and no more than their
   largest. */
typedef struct {
    double growth, loss, largest;
} root_sums;

static void add_to_root(root_sums *sums, double weight, double power, double error) {
    sums->growth += weight * plumb_grown(power * error);
    sums->loss += weight * -expm1(-power * error);
    sums->largest = fmax(sums->largest, error);
}

/* By how much the sum may be less than the largest power of an exponential as computed. */
static double widest_excess(const plumb_budget_row *budget) {
    return pow(budget->excess, fmax(1, budget->problem->op.power));
}

static void divide_by_root(plumb_budget_row *budget, const root_sums *sums) {
    const plumb_precision *p = budget->terms.precision;
    double power = budget->problem->op.power;
    double down = sums->loss < 1 ? -log1p(-sums->loss) / power : INFINITY;
    double mean = fmin(fmax(log1p(sums->growth) / power, down), sums->largest);
    double kappa = plumb_gamma(budget->steps, p->accumulate.unit);
    double underflow = widest_excess(budget) * (1 + kappa) *
                       ((double)budget->keys * budget->quotient.tiny + budget->quotient.accumulator_tiny);
    double share = kappa + underflow * exp(power * mean);
    double error = share < 1 ? plumb_grown(mean + share / (1 - share) / power) : INFINITY;
    plumb_quotient_divide(&budget->quotient, 1, 0, error * PLUMB_OWN_ROUNDING);
}

/* The weight of p times the scores may underflow before its root is taken. */
static void set_tiny(plumb_budget_row *budget) {
    double power = budget->problem->op.power;
    double tiny = widest_excess(budget) * budget->quotient.tiny;
    budget->quotient.tiny = tiny + fmax(pow(tiny, 1 / power), 2 * tiny / power);
    budget->quotient.accumulator_tiny *= budget->excess;
}

void plumb_power_budget(plumb_budget_row *budget, const plumb_row *row) {
    double power = budget->problem->op.power;
    root_sums sums = {0, 0, 0};
    for (size_t i = 0; i < budget->problem->key_length; i++) {
        const plumb_key_budget *key = &budget->key[i];
        plumb_numerator *n = &budget->quotient.numerator[i];
        *n = (plumb_numerator){0, 0, 0};
        if (!budget->takes_part[i] || key->vanishing)
            continue;
        double size = fmin(plumb_upper(row->weight[i]), 1);
        double own = own_error(budget, key->score + key->score_error);
        double error = key->score_error + row->score[i].rad + own;
        add_to_root(&sums, fmin(pow(size, power), 1), power, error);
        n->size = n->summed = size;
        n->error = size > 0 ? size * plumb_grown(error) : 0;
    }
    divide_by_root(budget, &sums);
    set_tiny(budget);
}
