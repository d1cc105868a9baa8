#include "backward/row_variance.h"
#include "exact/visible.h"
#include <math.h>
#include <string.h>

plumb_row_parts plumb_row_parts_of(const plumb_gradient_deviation *d, const plumb_backward_row *row) {
    const plumb_problem *p = d->problem;
    const plumb_precision *u = d->precision;
    plumb_row_parts parts = {.lse = plumb_variance(2, u->exponent.unit) * plumb_square(row->lse)};
    double gradient = 0, output = 0, weighed = 0;
    for (size_t c = 0; c < p->value_dim; c++) {
        gradient += plumb_square(row->output_gradient[c]) * d->value_share[c];
        const double *bias = plumb_exact_value_bias(p, row->h, c); /* no part of delta */
        output += plumb_square(row->output_gradient[c] * (row->row->output[c].mid - (bias != NULL ? *bias : 0)));
    }
    parts.lse = row->map != NULL ? 0 : parts.lse;
    parts.products = gradient * (plumb_sum_variance(p->value_dim, u->product) + plumb_variance(2, u->operand.unit));
    for (size_t j = 0; j < p->key_length && row->map == NULL; j++) {
        if (!row->row->visible[j])
            continue;
        double w = row->row->weight[j].mid, z = row->weight_gradient[j] - row->delta;
        double tau = d->scores.relative[j] * plumb_square(w);
        weighed += plumb_square(w * row->weight_gradient[j]);
        parts.a += tau;
        parts.b += tau * z;
        parts.c += tau * plumb_square(z);
    }
    double sums = plumb_sum_variance(p->key_length + p->value_dim, u->accumulate);
    if (row->map == NULL)
        parts.delta = (plumb_variance(1, u->output.unit) + sums) * output +
                      (plumb_variance(1, u->probability.unit) + plumb_variance(2, u->score.unit)) * weighed;
    return parts;
}

/* What f changes by as x does, by a standard deviation: corners count as far as four of these reach. */
static double change(double (*f)(double x), double x, double deviation) {
    return (f(x + 4 * deviation) - f(x - 4 * deviation)) / 4;
}

/* Of a weight that is made of its score alone: the slope at a score that errs, or at a weight that was stored. */
static plumb_pair_variance one_by_one(const plumb_gradient_deviation *d, const plumb_backward_row *row, size_t j,
                                      double of_product, double stored, double slope) {
    double s = row->row->score[j].mid, w = row->row->weight[j].mid, y = row->weight_gradient[j];
    double variance = isfinite(d->scores.score[j]) ? d->scores.score[j] : 1;
    double at_score = change(row->map->slope, s, sqrt(variance));
    double at_weight = change(row->map->slope_of, w, fabs(w) * d->precision->probability.unit / 4);
    double capped = row->cap > 0 ? plumb_square(2 * row->capped[j] / plumb_square(row->cap)) : 0;
    double of_slope = plumb_square(at_score) + plumb_square(at_weight) + plumb_map_store(row->map, d->precision, s);
    double own = plumb_square(y) * of_slope + plumb_square(row->map->slope(s)) * of_product + stored;
    own = slope * own + capped * variance * plumb_square(row->score_gradient[j]);
    return (plumb_pair_variance){own, own};
}

double plumb_map_variance(const plumb_gradient_deviation *d, const plumb_backward_row *row, size_t j) {
    double variance = isfinite(d->scores.score[j]) ? d->scores.score[j] : 1;
    double s = row->row->score[j].mid, error = sqrt(variance);
    double moved = (row->map->value(s + error) - row->map->value(s - error)) / 2;
    return plumb_square(moved) + plumb_map_store(row->map, d->precision, s);
}

plumb_pair_variance plumb_pair_variance_of(const plumb_gradient_deviation *d, const plumb_backward_row *row,
                                 const plumb_row_parts *parts, size_t j, double stored, bool sloped) {
    const plumb_precision *u = d->precision;
    double w = row->row->weight[j].mid, dx = row->score_gradient[j], z = row->weight_gradient[j] - row->delta;
    double tau = isfinite(d->scores.relative[j]) ? d->scores.relative[j] : 1;
    double of_product =
        parts->products * d->value_square[j] +
        (plumb_variance(1, u->score.unit) + plumb_variance(1, u->probability.unit)) *
            plumb_square(row->weight_gradient[j]);
    double slope = sloped ? plumb_square(row->slope[j]) : 1;
    if (row->map != NULL)
        return one_by_one(d, row, j, of_product, stored, slope);
    double capped = sloped && row->cap > 0 ? plumb_square(2 * row->capped[j] / plumb_square(row->cap)) : 0;
    double own = tau * plumb_square(dx) + plumb_square(w) * of_product + stored;
    double all = own - 2 * tau * dx * w * (dx + w * z) + plumb_square(dx) * (parts->a + parts->lse) +
                 2 * dx * w * parts->b + plumb_square(w) * (parts->c + parts->delta);
    capped *= tau * plumb_square(row->row->score[j].mid * dx);
    return (plumb_pair_variance){slope * own + capped, fmax(slope * all, 0.25 * slope * stored) + capped};
}

/* No probability is what dx_j is stored as. */
void plumb_deviation_add_biases(const plumb_gradient_deviation *d, const plumb_backward_row *row,
                                const plumb_row_parts *parts, double *variance) {
    const plumb_precision *u = d->precision;
    bool sloped = d->problem->op.softcap_order == PLUMB_BIAS_CAP_MASK;
    double stored = plumb_variance(4, u->exponent.unit) + plumb_variance(2, u->score.unit);
    double terms = d->bias_rows > 1 ? plumb_sum_variance(d->bias_rows, u->accumulate) + d->kept : 0;
    for (size_t j = 0; j < d->problem->key_length; j++)
        if (row->row->visible[j]) {
            double dx = row->score_gradient[j], db = dx * (sloped ? row->slope[j] : 1);
            plumb_pair_variance of = plumb_pair_variance_of(d, row, parts, j, stored * plumb_square(dx), sloped);
            variance[j] += of.all + terms * plumb_square(db);
        }
}

/* The parts of a row's keys in a parameter have what all keys share in common, as in a query. */
void plumb_deviation_add_positions(const plumb_gradient_deviation *d, const plumb_backward_row *row,
                                   const plumb_row_parts *parts, double *variance) {
    const plumb_precision *u = d->precision;
    bool sloped = d->problem->op.softcap_order == PLUMB_BIAS_CAP_MASK;
    double *mean = d->of_parameters, *sum = mean + row->parameters;
    double stored = plumb_variance(5, u->exponent.unit) + plumb_variance(3, u->score.unit);
    double terms = plumb_sum_variance(d->pairs, u->accumulate);
    memset(mean, 0, 2 * row->parameters * sizeof *mean);
    for (size_t j = 0; j < d->problem->key_length; j++) {
        if (!row->row->visible[j])
            continue;
        size_t i = row->positions.index[j];
        double slope = sloped ? row->slope[j] : 1, dx = row->score_gradient[j], x = dx * slope * row->factor[j];
        double own = plumb_pair_variance_of(d, row, parts, j, stored * plumb_square(dx), sloped).own;
        variance[i] += own * plumb_square(row->factor[j]) + terms * plumb_square(x);
        mean[i] += row->row->weight[j].mid * slope * row->factor[j];
        sum[i] += x;
    }
    for (size_t i = 0; i < row->parameters; i++)
        variance[i] += fmax(plumb_square(mean[i]) * (parts->delta + parts->c) + 2 * sum[i] * mean[i] * parts->b +
                                plumb_square(sum[i]) * (parts->a + parts->lse),
                            0);
}
