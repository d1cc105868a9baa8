#include "simulate/weight_deviation.h"
#include "simulate/rounding_variance.h"
#include <math.h>

/* What the activations are multiplied by to be weights. */
static double normaliser(const plumb_deviation *d) {
    const plumb_simulated_activation *activation = plumb_simulated_activation_of(d->problem->op.kind);
    double weights = 0, activations = 0;
    for (size_t j = 0; j < d->problem->key_length; j++)
        if (d->row->weight[j].mid != 0 && isfinite(d->row->score[j].rad)) {
            weights += fabs(d->row->weight[j].mid);
            activations += fabs(activation->value(d->row->score[j].mid));
        }
    return activations > 0 ? weights / activations : 1;
}

/* Q / (sum |P - Q| + epsilon) of a softpick: what is taken from each exponential. */
static double taken(const plumb_deviation *d) {
    size_t heaviest = 0;
    double most = -INFINITY;
    for (size_t j = 0; j < d->problem->key_length; j++) {
        if (isfinite(d->row->score[j].rad))
            most = fmax(most, d->row->score[j].mid);
        if (d->row->weight[j].mid > d->row->weight[heaviest].mid)
            heaviest = j;
    }
    if (d->problem->key_length == 0 || !(d->row->weight[heaviest].mid > 0))
        return 1 / (double)(d->problem->key_length + 1);
    double zero = exp(-fmax(most, 0) + fmin(most, 0)), difference = expm1(d->row->score[heaviest].mid);
    return d->row->weight[heaviest].mid / fmax(difference, 0x1p-40) * fmin(1, zero * exp(fmax(most, 0)));
}

/* The standard deviation of a weight that is no exponential alone. */
typedef double weight_deviation(const plumb_deviation *d, double factor, size_t j);

static double of_clipped(const plumb_deviation *d, double factor, size_t j) {
    (void)factor;
    double stored = plumb_roundings(2, d->precision->probability.unit); /* before it is stretched */
    return (fmin(d->row->weight[j].mid, 1) - d->problem->op.gamma) * sqrt(d->relative[j] + stored);
}

static double of_difference(const plumb_deviation *d, double factor, size_t j) {
    return (d->row->weight[j].mid + factor) * sqrt(d->relative[j]);
}

double plumb_map_store(const plumb_simulated_activation *map, const plumb_precision *precision, double score) {
    double stored = plumb_roundings(1, precision->score.unit) + plumb_roundings(1, precision->exponent.unit);
    return map->between == NULL ? 0 : stored * plumb_square(map->between(score));
}

static double of_activation(const plumb_deviation *d, double factor, size_t j) {
    double s = d->row->score[j].mid, error = sqrt(d->score[j]);
    const plumb_simulated_activation *activation = plumb_simulated_activation_of(d->problem->op.kind);
    double moved = fmax(activation->slope(s), activation->slope(s + error)) * error; /* on both sides of a corner */
    return factor * sqrt(plumb_square(moved) + plumb_map_store(activation, d->precision, s));
}

typedef struct {
    weight_deviation *deviation;                /* NULL: it is a part of the weight */
    double (*factor)(const plumb_deviation *d); /* NULL: none */
    bool centred;                               /* an error common to all weights does not move the output */
} weighing;

static const weighing weighing_mean = {NULL, NULL, true}, weighing_power = {NULL, NULL, false},
                      weighing_clipped = {of_clipped, NULL, false}, weighing_softpick = {of_difference, taken, false},
                      weighing_activation = {of_activation, normaliser, false};
static const weighing *const weighings[] = {
#define OPERATOR(kind, features, lanes, activation, last, weigher, ...) [kind] = &weighing_##weigher,
#include "problem/operators.def"
};

/* Keys that take part with a score; those of weight 0 err, too. */
void plumb_deviation_weigh(plumb_deviation *d, size_t keys) {
    const weighing *by = weighings[d->problem->op.kind];
    if (by->deviation == NULL)
        return;
    double factor = by->factor != NULL ? by->factor(d) : 0;
    d->own->sums.total = d->own->sums.largest = 0;
    for (size_t j = 0; j < keys; j++) {
        bool scored = d->row->visible[j] && isfinite(d->row->score[j].rad);
        double w = d->row->weight[j].mid;
        d->moment[j] = (scored ? plumb_square(by->deviation(d, factor, j)) : 0) + d->store * w * w;
        d->own->sums.total += d->moment[j];
        d->own->sums.largest = fmax(d->own->sums.largest, d->moment[j]);
    }
}

bool plumb_weights_are_centred(const plumb_problem *problem) {
    return weighings[problem->op.kind]->centred;
}
