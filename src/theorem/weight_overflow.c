/* weight_overflow.c - three cases.  A softmax: probabilities are at most the slack of their errors, times what the
   shift or a sink beyond it adds, and the least sum is the largest probability minus what it may lose.  Softpick:
   differences of two exponentials, which may cancel.  Other operators: the map of a score is monotonic, so its values
   at both ends of the score bound it, and the divisor is bounded from below by its rule.  If that bound is 0 or below,
   a NaN proves nothing. */
#include "theorem/weight_overflow.h"
#include "theorem/score_overflow.h"
#include "theorem/units.h"
#include "theorem/weighing.h"
#include "exact/visible.h"
#include <math.h>

static bool is(const plumb_row_size *row, plumb_operator_trait trait) {
    return plumb_operator_is(row->problem->op.kind, trait);
}

/* All roundings of an accumulator multiply it by no more than this. */
static double growth(const plumb_row_size *row) {
    return pow(1 + row->precision.accumulate.unit, row->steps) * PLUMB_OWN_ROUNDING;
}

/* Both sums of a mean may be off by all their roundings. */
static double sums_ratio(const plumb_row_size *row) {
    double unit = row->precision.accumulate.unit;
    return pow((1 + unit) / (1 - unit), row->steps + 4) * pow(1 + row->precision.probability.unit, 3);
}

/* ---- steps that operators share ---- */

/* The least overflow threshold of all roundings with this unit, as only the unit is known. */
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
static void count_exponents(plumb_overflow *worst, const plumb_row_size *row) {
    const plumb_precision *p = &row->precision;
    double power = is(row, PLUMB_TAKES_ROOT) ? row->problem->op.power : 1;
    double largest = fmax(power, 1 / power) * (2 * row->largest_score + row->log_keys);
    double bound = largest * PLUMB_LOG2_E * (1 + plumb_gamma(12, p->exponent.unit));
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_EXPONENTS, p->exponent.overflow, bound);
    if (p->shifted > 0)
        plumb_overflow_count(worst, PLUMB_OVERFLOWS_EXPONENTS, overflow_of_unit(p->shifted), bound * (1 + p->shifted));
}

/* What is stored as a weight, or may be on its way. */
static void count_weight(plumb_overflow *worst, const plumb_row_size *row, double weight) {
    const plumb_precision *p = &row->precision;
    double bound = weight * (1 + p->probability.unit) * (1 + p->score.unit);
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_WEIGHTS, p->exponent.overflow, bound);
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_WEIGHTS, p->probability.overflow, bound);
}

static void count_sum(plumb_overflow *worst, const plumb_row_size *row, double sum) {
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_SUMS, row->precision.accumulate.overflow, sum * growth(row));
}

static void count_reciprocal(plumb_overflow *worst, const plumb_row_size *row, double least) {
    const plumb_precision *p = &row->precision;
    double overflow = fmin(p->accumulate.overflow, p->exponent.overflow);
    plumb_overflow_count(worst, PLUMB_OVERFLOWS_RECIPROCALS, overflow, least > 0 ? 1 / least : INFINITY);
}

/* ---- a softmax and what is made of one ---- */

/* The maximum that is subtracted may leave the logit of a sink out: its exponential is above 1 then.  0 without one. */
static double sink_weight(const plumb_row_size *row) {
    size_t sink = row->problem->key_length;
    double least = -INFINITY;
    for (size_t i = 0; i < sink; i++)
        if (row->takes_part[i])
            least = fmax(least, row->mean_of_all ? 0 : row->row->score[i].mid - row->row->score[i].rad - row->error[i]);
    if (!row->takes_part[sink] || !(least > -INFINITY))
        return row->takes_part[sink] ? 1 : 0;
    return exp(fmax(0, row->sink.mid + row->sink.rad + row->error[sink] - least)) * PLUMB_OWN_ROUNDING;
}

/* The largest probability is 1 but for the slack, whatever else is in the sum. */
static double least_sum(const plumb_row_size *row, double power) {
    const plumb_precision *p = &row->precision;
    double largest = pow((1 - p->probability.unit) / row->slack / row->shift_above, power) - p->probability.tiny -
                     (row->rescalings + 4) * p->exponent.tiny;
    return largest * pow(1 - p->accumulate.unit, row->steps) - 2 * row->steps * p->accumulate.tiny;
}

/* e^{x - m} and e^{p (x - m)}; their sum and its root. */
static void softmax_overflow(plumb_row_overflow *of, const plumb_row_size *row) {
    const plumb_operator *op = &row->problem->op;
    double power = is(row, PLUMB_TAKES_ROOT) ? op->power : 1;
    double one = pow(row->slack * row->shift_below, fmax(1, power)), sink = sink_weight(row) * one;
    double sum = (double)row->keys * one + sink, least = least_sum(row, power);
    double factor = is(row, PLUMB_IS_SCALED) ? fmax(1, op->alpha) : 1;
    if (is(row, PLUMB_IS_CLIPPED))
        factor = fmax(1, op->zeta - op->gamma) + fabs(op->gamma);
    count_exponents(&of->weights, row);
    of->weight = (plumb_exact_has_sink_value(row->problem) ? fmax(one, sink) : one) * factor;
    count_weight(&of->weights, row, fmax(one, sink) * factor);
    count_sum(&of->weights, row, is(row, PLUMB_IS_SCALED) ? sum * fmax(1, 1 / op->alpha) : sum);
    count_reciprocal(&of->weights, row, least);
    of->divided = least > 0 ? fmax(1, 1 / least) : INFINITY;
    of->may_divide_by_zero = is(row, PLUMB_TAKES_ROOT) && !(least > 0);
    if (power != 1) {
        double root = pow(sum * growth(row), 1 / power);
        count_weight(&of->weights, row, root);
        count_reciprocal(&of->weights, row, least > 0 ? pow(least, 1 / power) : 0);
    }
}

/* Whether the differences may cancel, all of them, and epsilon be lost: in units of e^-m. */
static bool may_cancel(const plumb_row_size *row) {
    const plumb_precision *p = &row->precision;
    double sum = 0, size = 0, epsilon = row->problem->op.epsilon;
    for (size_t i = 0; i < row->problem->key_length; i++) {
        if (!row->takes_part[i])
            continue;
        double off = row->row->score[i].rad + row->error[i], x = row->row->score[i].mid;
        sum += x - off > 0 ? expm1(x - off) : x + off < 0 ? -expm1(x + off) : 0;
        size += exp(x + off) + 1;
    }
    double lost = (row->slack - 1 + plumb_gamma(row->steps + 8, p->accumulate.unit + p->probability.unit)) * size;
    return !(sum > lost) && !(epsilon * (1 - 4 * p->input.unit) - p->input.tiny - p->accumulate.tiny > 0);
}

/* |e^{x - m} - e^{-m}|, which is large where all scores are below 0. */
static void softpick_overflow(plumb_row_overflow *of, const plumb_row_size *row) {
    double zero = exp(fmax(0, -row->largest_from)) * PLUMB_OWN_ROUNDING;
    count_exponents(&of->weights, row);
    of->weight = row->slack * (1 + zero);
    count_weight(&of->weights, row, of->weight);
    count_sum(&of->weights, row, of->weight * ((double)row->keys + row->problem->op.epsilon));
    of->may_divide_by_zero = may_cancel(row);
}

/* ---- activations ---- */

static double sigmoid(double x) {
    return 1 / (1 + exp(-x));
}

static double elu(double x) {
    return x > 0 ? x + 1 : exp(x);
}

static double relu(double x) {
    return fmax(x, 0);
}

static double squared_relu(double x) {
    return relu(x) * relu(x);
}

static double identity(double x) {
    return x;
}

typedef double activation(double x);

static activation *activation_of(const plumb_problem *problem) {
    activation *const none = NULL;
    activation *const activations[] = {
#define OPERATOR(kind, features, lanes, activation, ...) [kind] = activation,
#include "problem/operators.def"
    };
    return activations[problem->op.kind];
}

/* Bounds of what the a_j add up to: of their sum, of their magnitudes' sum, and of the largest; and how far their sum
   may be off as it is computed. */
typedef struct {
    double low, high, least_size, size, most, off;
} activations;

static double magnitude(double low, double high) {
    return fmax(fabs(low), fabs(high));
}

static activations sum_activations(const plumb_row_size *row) {
    const plumb_precision *p = &row->precision;
    const plumb_problem *problem = row->problem;
    activation *function = activation_of(problem);
    activations sum = {0};
    double first = 0, between = 0, terms = row->steps + (double)(problem->head_dim + problem->extra.feature_dim);
    for (size_t i = 0; i < problem->key_length; i++) {
        if (!row->takes_part[i])
            continue;
        plumb_ball score = row->row->score[i];
        double off = score.rad + row->error[i];
        double low = function(score.mid - off), high = function(score.mid + off), size = magnitude(low, high);
        sum.low += low;
        sum.high += high;
        sum.size += plumb_known(size);
        sum.least_size += low > 0 ? low : high < 0 ? -high : 0;
        sum.most = fmax(sum.most, plumb_known(size));
        first += plumb_product_size(row, row->vectors.key[i]);
        between += function == elu && low < 1; /* e^x - 1 may be stored before the 1 comes back */
    }
    double unit = plumb_gamma(terms, p->accumulate.unit) +
                  plumb_gamma(12, p->exponent.unit + p->score.unit + p->probability.unit) + 2 * p->exponential;
    double size = plumb_sums_keys_first(problem) ? fmax(sum.size, first) : sum.size;
    sum.off = unit * (size + between) + terms * (p->accumulate.tiny + p->probability.tiny);
    sum.most *= 1 + plumb_gamma(8, p->exponent.unit + p->score.unit) + 2 * p->exponential;
    return sum;
}

/* A lower bound of the magnitude of the divisor of the a_j. */
typedef double least_divisor(const plumb_row_size *row, const activations *sum);

static double none(const plumb_row_size *row, const activations *a) {
    (void)row;
    (void)a;
    return 1;
}

static double sum(const plumb_row_size *row, const activations *a) {
    const plumb_operator *op = &row->problem->op;
    double epsilon = op->epsilon * (1 - 4 * row->precision.input.unit);
    if (plumb_normalisation_is(op->normalisation, PLUMB_TAKES_ABSOLUTES))
        return a->least_size - a->off + epsilon;
    return fmax(a->low - a->off + epsilon, -(a->high + a->off + op->epsilon * (1 + 4 * row->precision.input.unit)));
}

static double at_least_one(const plumb_row_size *row, const activations *a) {
    (void)a;
    return 1 - row->precision.accumulate.unit;
}

static double key_length(const plumb_row_size *row, const activations *a) {
    (void)a;
    return (double)row->problem->key_length * (1 - row->precision.exponent.unit);
}

static least_divisor *const divisors[] = {
#define NORMALISATION(normalisation, divisor, traits) [normalisation] = (divisor),
#include "problem/normalisations.def"
};

/* phi(k), summed over the keys before the query comes in, where an engine may sum in that order. */
static double keys_first(const plumb_row_size *row) {
    double keys = 0;
    if (!plumb_sums_keys_first(row->problem))
        return 0;
    for (size_t i = 0; i < row->problem->key_length; i++)
        if (row->takes_part[i])
            keys += row->vectors.key[i].most;
    return plumb_known(keys * fmax(1, row->scale) * growth(row));
}

void plumb_count_keys_first(plumb_overflow *worst, const plumb_precision *p, plumb_overflow_step step, double keys) {
    double stored = keys * (1 + p->probability.unit);
    plumb_overflow_count(worst, step, fmin(p->probability.overflow, p->accumulate.overflow), stored);
    if (p->operand.unit > 0)
        plumb_overflow_count(worst, step, p->operand.overflow, stored);
}

/* a_j = g(x_j), and what it is divided by. */
static void activation_overflow(plumb_row_overflow *of, const plumb_row_size *row) {
    const plumb_problem *problem = row->problem;
    const plumb_precision *p = &row->precision;
    const activations a = sum_activations(row);
    bool divides = plumb_normalisation_is(problem->op.normalisation, PLUMB_DIVIDES);
    double least = divisors[problem->op.normalisation](row, &a);
    if (problem->op.kind == PLUMB_SIGMOID) /* e^x / (1 + e^x), or the same with -x */
        plumb_overflow_count(&of->weights, PLUMB_OVERFLOWS_EXPONENTIALS, p->exponent.overflow,
                             exp(row->largest_score) * PLUMB_OWN_ROUNDING);
    of->divided = least > 0 ? fmax(1, 1 / least) : INFINITY;
    of->may_divide_by_zero = !(least > 0);
    of->weight = a.most;
    double keys = keys_first(row);
    count_weight(&of->weights, row, a.most);
    plumb_overflow_count(&of->weights, PLUMB_OVERFLOWS_WEIGHTS, p->score.overflow, a.most * (1 + p->score.unit));
    if (!divides)
        return;
    count_sum(&of->weights, row, a.size + a.off + problem->op.epsilon);
    plumb_overflow_count(&of->weights, PLUMB_OVERFLOWS_SUMS, p->probability.overflow,
                         (a.size + a.off + problem->op.epsilon) * growth(row));
    count_reciprocal(&of->weights, row, least);
    plumb_count_keys_first(&of->weights, p, PLUMB_OVERFLOWS_SUMS, keys);
}

plumb_row_overflow plumb_overflow_of_row(const plumb_row_size *row) {
    plumb_row_overflow of = {.weight = 1, .divided = 1};
    if (row->keys == 0)
        return of;
    of.growth = growth(row);
    of.sums_ratio = sums_ratio(row);
    plumb_query_overflow(&of.scores, row);
    plumb_keys_overflow(&of.scores, row);
    if (row->problem->op.kind == PLUMB_SOFTPICK)
        softpick_overflow(&of, row);
    else if (is(row, PLUMB_IS_NORMALISED))
        activation_overflow(&of, row);
    else
        softmax_overflow(&of, row);
    return of;
}
