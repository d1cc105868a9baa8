/* Section 14 of spec/budget.md: max(0, e^{x-m} - e^{-m}) / (sum |e^{x-m} - e^{-m}| + epsilon).

   All is computed here relative to e^M, M = max(m, 0), so that neither e^{x-M} nor e^{-M} exceeds 1.
   The m that an engine has may be off; as it is off in every term alike it matters to epsilon only. */
#include "compare/operator_budget.h"
#include <math.h>

static double largest_score(const plumb_budget_row *budget, const plumb_row *row) {
    double largest = -INFINITY;
    for (size_t i = 0; i < budget->problem->key_length; i++)
        if (budget->takes_part[i])
            largest = fmax(largest, row->score[i].mid);
    return largest;
}

/* The relative error of an exponential, its difference from the maximum and itself stored. */
static double exponential_error(const plumb_row_terms *terms, double score) {
    const plumb_precision *p = terms->precision;
    double stores = p->score.unit * (score + terms->largest_score) + plumb_gamma(1, p->score.unit);
    return plumb_argument_error(terms, score) + plumb_gamma(1, p->exponential) + stores +
           4 * PLUMB_OWN_UNIT * (1 + score + terms->largest_score);
}

/* What underflows may still be a number times its growth. */
#define LEAST_POWER 0x1p-900

/* e^{x-M} and a bound of its error. */
typedef struct {
    double value, error;
} power;

static power key_power(const plumb_budget_row *budget, const plumb_row *row, size_t i, double shift) {
    const plumb_key_budget *key = &budget->key[i];
    if (key->vanishing)
        return (power){0, 0};
    double own = exponential_error(&budget->terms, key->score + key->score_error);
    double value = exp(row->score[i].mid - shift);
    power e = {.value = value};
    e.error = fmax(value, LEAST_POWER) * plumb_grown(key->score_error + row->score[i].rad + own);
    return e;
}

/* A rescaling multiplies what is left of both exponentials. */
static plumb_numerator difference(const plumb_row_terms *terms, power key, double zero, double zero_error) {
    const plumb_precision *p = terms->precision;
    double size = fabs(key.value - zero);
    double inherited = key.error + fmax(zero, LEAST_POWER) * plumb_grown(zero_error);
    double unit = plumb_compound(plumb_gamma(3, p->exponent.unit), plumb_compound(p->score.unit, p->probability.unit));
    unit = plumb_compound(unit, plumb_gamma(terms->rescalings + 3, p->rescaling));
    plumb_numerator n = {.size = size + PLUMB_OWN_UNIT * (key.value + zero)};
    n.summed = n.size;
    n.error = plumb_known(inherited + unit * (n.size + inherited));
    return n;
}

void plumb_softpick_budget(plumb_budget_row *budget, const plumb_row *row) {
    const plumb_precision *p = budget->terms.precision;
    double largest = largest_score(budget, row), shift = fmax(largest, 0);
    double zero = exp(-shift), zero_error = exponential_error(&budget->terms, 0);
    double stated = budget->problem->op.epsilon, seen = exp(largest - shift);
    double moved = plumb_grown(budget->shift_uncertainty) * PLUMB_OWN_ROUNDING;
    plumb_denominator d = {0, 0, 0};
    budget->quotient.tiny *= 1 + moved;
    budget->quotient.accumulator_tiny *= 1 + moved;
    for (size_t i = 0; i < budget->problem->key_length; i++) {
        if (!budget->takes_part[i])
            continue;
        plumb_numerator *n = &budget->quotient.numerator[i];
        power key = key_power(budget, row, i, shift);
        *n = difference(&budget->terms, key, zero, zero_error);
        plumb_denominator_add(&d, fabs(key.value - zero), n);
        /* max(0, .) of what is below 0 as computed, too, is 0. */
        if ((key.value + n->error) * PLUMB_OWN_ROUNDING < zero)
            *n = (plumb_numerator){0, 0, 0};
    }
    double epsilon_error = stated * moved + plumb_epsilon_error(p, stated) * (1 + moved);
    plumb_denominator_finish(budget, &d, stated * seen, plumb_known(epsilon_error * seen));
}
