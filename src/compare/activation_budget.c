/* Section 13 of spec/budget.md: a_j = g(x_j), then normalised by a sum or not. */
#include "compare/operator_budget.h"
#include "row/stages.h"
#include <math.h>

/* What is known of one score. */
typedef struct {
    double x;         /* near the exact one */
    double error;     /* bounds the distance of the computed one from x */
    double magnitude; /* of the sum that the score is */
} score;

/* 1 / (1 + e^-x) or e^x / (1 + e^x): what e^x is off by, relatively, x is off by. */
static plumb_numerator sigmoid(const plumb_precision *p, score s, double *a) {
    *a = 1 / (1 + exp(-s.x));
    double rest = 1 / (1 + exp(s.x)), computed = fabs(s.x) + s.error;
    double exponential =
        plumb_gamma(1, p->exponential) + plumb_gamma(4, p->exponent.unit) * computed + 4 * p->exponent.tiny;
    double error = plumb_known(s.error + exponential + 4 * PLUMB_OWN_UNIT * (1 + computed));
    double farthest = 1 / (1 + exp(-s.x - error));
    /* what underflows may still be a number times its growth */
    double inherited = fmin(fmax(*a * rest, 0x1p-900) * plumb_grown(error), error / 4);
    inherited = fmin(inherited, fmax(farthest, *a));
    double roundings = plumb_gamma(4, p->exponent.unit) + 4 * PLUMB_OWN_UNIT;
    return (plumb_numerator){.size = *a * (1 + 4 * PLUMB_OWN_UNIT), .error = inherited + roundings * (*a + inherited)};
}

/* e^x, x + 1, or elu(x) + 1 in two steps, the first stored. */
static plumb_numerator elu(const plumb_precision *p, score s, double *a) {
    *a = s.x > 0 ? s.x + 1 : exp(s.x);
    double first = s.x > 0 ? s.x : -expm1(s.x);
    double slope = fmin(1, exp(s.x + s.error));
    double inherited = s.error * slope;
    double exponential = s.x - s.error < 0 ? plumb_gamma(1, p->exponential) * slope : 0;
    double addition = plumb_gamma(2, p->exponent.unit);
    double store = plumb_compound(p->score.unit, addition);
    double off = inherited + exponential + 4 * PLUMB_OWN_UNIT * (*a + first);
    double stored = off + store * (first + off) + p->score.tiny + p->exponent.tiny;
    return (plumb_numerator){.size = *a * (1 + 4 * PLUMB_OWN_UNIT), .error = stored + addition * (*a + stored)};
}

/* max(0, x): no rounding of its own. */
static plumb_numerator relu(const plumb_precision *p, score s, double *a) {
    (void)p;
    double reach = fmax(0, s.x + s.error);
    *a = fmax(0, s.x);
    return (plumb_numerator){.size = *a, .error = fmin(s.error, reach)};
}

/* max(0, x)^2: the difference of squares, and the rounding of a product. */
static plumb_numerator squared_relu(const plumb_precision *p, score s, double *a) {
    plumb_numerator once = relu(p, s, a);
    double rounding = plumb_gamma(1, p->exponent.unit) + 4 * PLUMB_OWN_UNIT;
    *a = once.size * once.size;
    double inherited = once.error * (2 * once.size + once.error);
    return (plumb_numerator){.size = *a * (1 + 4 * PLUMB_OWN_UNIT),
                             .error = inherited + rounding * (*a + inherited) + p->exponent.tiny};
}

static plumb_numerator identity(const plumb_precision *p, score s, double *a) {
    (void)p;
    *a = s.x;
    return (plumb_numerator){.size = fabs(s.x), .error = s.error};
}

static score score_of(const plumb_budget_row *budget, const plumb_row *row, size_t i) {
    const plumb_key_budget *key = &budget->key[i];
    return (score){row->score[i].mid, key->score_error + row->score[i].rad, key->magnitude};
}

bool plumb_sums_keys_first(const plumb_problem *problem) {
    return plumb_operator_is(problem->op.kind, PLUMB_IS_LINEAR) && problem->op.softcap == 0 &&
           !plumb_adds_bias(problem) && !plumb_position_joins_products(problem->position.kind);
}

typedef plumb_numerator activated(const plumb_precision *p, score s, double *a);

#define ACTIVATED_none NULL
#define ACTIVATED_sigmoid sigmoid
#define ACTIVATED_elu elu
#define ACTIVATED_relu relu
#define ACTIVATED_squared_relu squared_relu
#define ACTIVATED_identity identity
static activated *const activations[] = {
#define OPERATOR(kind, features, lanes, activation, ...) [kind] = ACTIVATED_##activation,
#include "problem/operators.def"
};

static plumb_numerator activation(const plumb_budget_row *budget, score s, double *a) {
    plumb_numerator n = activations[budget->problem->op.kind](budget->terms.precision, s, a);
    n.summed = plumb_sums_keys_first(budget->problem) ? fmax(n.size, s.magnitude) : n.size;
    return n;
}

/* A normalisation by itself stores what it divides. */
static void store(const plumb_budget_row *budget, plumb_numerator *n) {
    double unit = budget->terms.precision->probability.unit;
    if (!plumb_normalisation_is(budget->problem->op.normalisation, PLUMB_DIVIDES))
        return;
    n->error += unit * (n->size + n->error);
}

/* What underflow does to the sums over keys of a linear order, one for each feature. */
static void add_linear_tiny(plumb_budget_row *budget) {
    double sum = 0;
    plumb_feature_vector query = plumb_query_features(&budget->scores.features, budget->b, budget->h, budget->t);
    if (!plumb_sums_keys_first(budget->problem))
        return;
    for (size_t f = 0; f < budget->scores.features.dim; f++)
        sum += fabs(query.upper[f]);
    budget->quotient.accumulator_tiny +=
        budget->terms.scale * sum * (budget->terms.precision->probability.tiny + budget->accumulator_tiny);
}

typedef void divisor(plumb_budget_row *budget, const plumb_denominator *d);

static void none(plumb_budget_row *budget, const plumb_denominator *d) {
    (void)budget;
    (void)d;
}

static void sum(plumb_budget_row *budget, const plumb_denominator *d) {
    double epsilon = budget->problem->op.epsilon;
    plumb_denominator_finish(budget, d, epsilon, plumb_epsilon_error(budget->terms.precision, epsilon));
}

/* Where a sum is as good as 1 or less, it is not divided by. */
static void divide_at_least_one(plumb_quotient *quotient, double sum) {
    double slack = quotient->size - fabs(sum), error = quotient->error;
    double least = fmax(quotient->least, 1);
    plumb_quotient_divide(quotient, fmax(fabs(sum), 1), slack, error);
    quotient->least = least;
    if (fabs(sum) + slack + error < 1)
        quotient->error = 0;
}

static void at_least_one(plumb_budget_row *budget, const plumb_denominator *d) {
    plumb_denominator_finish(budget, d, 0, 0);
    divide_at_least_one(&budget->quotient, d->sum);
}

static void key_length(plumb_budget_row *budget, const plumb_denominator *d) {
    double keys = (double)budget->problem->key_length;
    (void)d;
    plumb_quotient_divide(&budget->quotient, keys, 0, keys * budget->terms.precision->exponent.unit);
}

static divisor *const divisors[] = {
#define NORMALISATION(normalisation, divisor, traits) [normalisation] = (divisor),
#include "problem/normalisations.def"
};

void plumb_activation_budget(plumb_budget_row *budget, const plumb_row *row) {
    plumb_normalisation normalisation = budget->problem->op.normalisation;
    bool absolute = plumb_normalisation_is(normalisation, PLUMB_TAKES_ABSOLUTES);
    plumb_denominator d = {0, 0, 0};
    for (size_t i = 0; i < budget->problem->key_length; i++) {
        if (!budget->takes_part[i])
            continue;
        double a;
        plumb_numerator *n = &budget->quotient.numerator[i];
        *n = activation(budget, score_of(budget, row, i), &a);
        store(budget, n);
        n->error = plumb_known(n->error);
        if (absolute)
            n->summed = n->size; /* no sum over keys comes before the magnitude */
        plumb_denominator_add(&d, absolute ? fabs(a) : a, n);
    }
    add_linear_tiny(budget);
    divisors[normalisation](budget, &d);
}
