/* First-order propagation of errors through spec/gradient.md, section 2.  An error of a weight moves its own dx_j, and
   through delta and the divisor those of all keys of the row.  So the keys' variances are summed once with the factors
   1, z and z^2 (A, B, C of deviation.h), and each key then adds its own variance, the common variance of the row, and
   their covariance.  A corner (clip, relu, a divisor of at least 1) has no derivative: there the difference over four
   standard deviations to each side counts, divided by four. */
#include "backward/row_variance.h"
#include "backward/score_gradient.h"
#include "exact/visible.h"
#include "simulate/weight_deviation.h"
#include <math.h>
#include <string.h>

static double relative_of(const plumb_gradient_deviation *d, size_t j) {
    return isfinite(d->scores.relative[j]) ? d->scores.relative[j] : 1;
}

/* How much more or less a clipped weight may grow with the softmax's, by a standard deviation, as that errs and is
   stored while it is stretched: edges count as far as four of what it errs by reach. */
static double change_of_edge(const plumb_gradient_deviation *d, const plumb_backward_row *row, size_t j) {
    const plumb_operator *op = &row->problem->op;
    const plumb_precision *u = d->precision;
    if (row->map != NULL || !plumb_operator_is(op->kind, PLUMB_IS_CLIPPED))
        return 0;
    double relative = relative_of(d, j) + plumb_variance(1, u->probability.unit) + plumb_variance(3, u->score.unit) +
                      plumb_variance(3, u->exponent.unit);
    double p = row->shared[j], reach = 4 * p * sqrt(relative);
    return (plumb_softmax_change(op, p + reach) - plumb_softmax_change(op, p - reach)) / 4;
}

/* Variance of the softmax's weight, or of the map of the score, that weight j is made of, over divisor^2. */
static double variance_of_part(const plumb_gradient_deviation *d, const plumb_backward_row *row, size_t j) {
    return row->map != NULL ? plumb_map_variance(d, row, j) / plumb_square(row->divisor)
                            : d->scores.relative[j] * plumb_square(row->shared[j]);
}

/* Relative variance of the divisor, without the keys' parts in it. */
static double variance_of_divisor(const plumb_gradient_deviation *d, const plumb_backward_row *row) {
    const plumb_precision *u = d->precision;
    if (row->map == NULL)
        return plumb_variance(2, u->exponent.unit) * plumb_square(row->lse);
    return row->grows == 0 && row->divisor == 1
               ? 0
               : plumb_variance(2, u->exponent.unit) + plumb_variance(2, u->score.unit) +
                     (row->grows != 0 ? plumb_sum_variance(d->problem->key_length, u->accumulate) *
                                            plumb_square(row->size / row->divisor)
                                      : 0);
}

/* Of products with G, over the square of a value's norm; and of delta, whether it is that of the output or a sum. */
static void set_products(const plumb_gradient_deviation *d, const plumb_backward_row *row, plumb_row_parts *parts) {
    const plumb_problem *p = d->problem;
    const plumb_precision *u = d->precision;
    double gradient = 0, output = 0, weighed = 0, values = 0;
    for (size_t c = 0; c < p->value_dim; c++) {
        gradient += plumb_square(row->output_gradient[c]) * d->value_share[c];
        const double *bias = plumb_exact_value_bias(p, row->h, c); /* no part of delta */
        output += plumb_square(row->output_gradient[c] * (row->row->output[c].mid - (bias != NULL ? *bias : 0)));
    }
    for (size_t j = 0; j < p->key_length; j++)
        if (row->row->visible[j]) {
            double w = row->map != NULL ? row->row->weight[j].mid : row->shared[j];
            weighed += plumb_square(w * row->inner[j]);
            values += plumb_square(w) * d->value_square[j];
        }
    double sums = plumb_sum_variance(p->key_length + p->value_dim, u->accumulate);
    parts->products = gradient * (plumb_sum_variance(p->value_dim, u->product) + plumb_variance(2, u->operand.unit));
    parts->delta = (plumb_variance(1, u->output.unit) + sums) * output +
                   (plumb_variance(1, u->probability.unit) + plumb_variance(2, u->score.unit)) * weighed;
    parts->delta += plumb_variance((double)u->merge_levels, u->part.unit) * (gradient * values + output);
    if (row->map != NULL) /* the sum may be smaller than its terms */
        parts->delta += sums * weighed;
}

/* A divisor that is at least 1 grows with the total or does not, and at the edge it is not known which. */
static void set_edge(const plumb_backward_row *row, plumb_row_parts *parts) {
    double reach = 4 * sqrt(parts->a) * row->divisor, grows = row->grows;
    bool may_stay = fabs(row->total) - reach < 1, may_grow = fabs(row->total) + reach > 1;
    if (!may_grow)
        parts->a = 0;
    parts->b *= grows;
    parts->c *= plumb_square(grows);
    parts->delta *= plumb_square(grows);
    parts->delta += may_stay && may_grow ? plumb_square(row->delta / 4) : 0;
}

plumb_row_parts plumb_row_parts_of(const plumb_gradient_deviation *d, const plumb_backward_row *row) {
    plumb_normalisation by = d->problem->op.normalisation;
    plumb_row_parts parts = {.lse = variance_of_divisor(d, row)};
    bool shares = row->map == NULL || plumb_normalisation_is(by, PLUMB_DIVIDES_BY_SUM);
    set_products(d, row, &parts);
    for (size_t j = 0; j < d->problem->key_length && shares; j++) {
        if (!row->row->visible[j])
            continue;
        double part = variance_of_part(d, row, j), z = row->inner[j] - row->grows * row->delta;
        double edge = change_of_edge(d, row, j) * row->shared[j] * row->weight_gradient[j];
        parts.a += part;
        parts.b += part * z;
        parts.c += part * plumb_square(z);
        parts.delta += plumb_square(edge);
    }
    if (row->map != NULL && by == PLUMB_AT_LEAST_ONE)
        set_edge(row, &parts);
    return parts;
}

/* Of dx_j by the slope 1 - (c / cap)^2, c the capped score: by the error of c, and the roundings of the square. */
static double variance_of_slope(const plumb_gradient_deviation *d, const plumb_backward_row *row, size_t j) {
    double variance = isfinite(d->scores.score[j]) ? d->scores.score[j] : 1;
    if (row->cap <= 0)
        return 0;
    double share = row->capped[j] / row->cap, error = plumb_square(2 * share / row->cap) * variance;
    double steps = plumb_variance(5, d->precision->exponent.unit) * plumb_square(plumb_square(share));
    return (error + steps) * plumb_square(row->score_gradient[j]);
}

/* What f changes by as x does, by a standard deviation: corners count as far as four of these reach. */
static double change(double (*f)(double x), double x, double deviation) {
    return (f(x + 4 * deviation) - f(x - 4 * deviation)) / 4;
}

/* Of a map of a score: the slope at a score that errs, or at a weight that was stored. */
static double variance_of_map(const plumb_gradient_deviation *d, const plumb_backward_row *row, size_t j,
                              double of_product, double stored, double slope) {
    double s = row->row->score[j].mid, w = row->map->value(s), z = row->inner[j] - row->grows * row->delta;
    double variance = isfinite(d->scores.score[j]) ? d->scores.score[j] : 1;
    double at_score = change(row->map->slope, s, sqrt(variance));
    double at_weight = change(row->map->slope_of, w, fabs(w) * d->precision->probability.unit / 4);
    double of_slope = plumb_square(at_score) + plumb_square(at_weight) + plumb_map_store(row->map, d->precision, s);
    double own = plumb_square(z) * of_slope + plumb_square(row->map->slope(s)) * of_product;
    return slope * (own / plumb_square(row->divisor) + stored) + variance_of_slope(d, row, j);
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
    double w = row->shared[j], dx = row->score_gradient[j], z = row->inner[j] - row->grows * row->delta;
    double tau = relative_of(d, j), changed = row->map != NULL ? 1 : plumb_softmax_change(&d->problem->op, w);
    double edge = change_of_edge(d, row, j) * row->weight_gradient[j];
    double of_product =
        plumb_square(changed) * parts->products * d->value_square[j] + plumb_square(edge) +
        (plumb_variance(1, u->score.unit) + plumb_variance(1, u->probability.unit)) * plumb_square(row->inner[j]) +
        (row->map != NULL && row->grows != 0 ? plumb_variance(1, u->score.unit) * plumb_square(z) : 0);
    double slope = sloped ? plumb_square(row->slope[j]) : 1;
    double shared = plumb_square(dx) * (parts->a + parts->lse) + 2 * dx * w * parts->b +
                    plumb_square(w) * (parts->c + parts->delta);
    if (row->map != NULL) {
        double own = variance_of_map(d, row, j, of_product, stored, slope);
        return (plumb_pair_variance){own, own + slope * fmax(shared, 0)};
    }
    double again = u->score.unit <= u->exponent.unit ? tau * plumb_square(dx) : 0; /* a score that is not stored */
    double own = tau * plumb_square(dx) + plumb_square(w) * of_product + stored;
    double all = own - 2 * tau * dx * w * (dx + w * z) + shared;
    double capped = (sloped ? variance_of_slope(d, row, j) : 0) + slope * again;
    return (plumb_pair_variance){slope * own + capped, fmax(slope * all, 0.25 * slope * stored) + capped};
}

/* dx_j is not stored as a probability. */
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

/* What all keys of a row share enters the sum of a parameter once, as it enters that of a query. */
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
        mean[i] += row->shared[j] * slope * row->factor[j];
        sum[i] += x;
    }
    for (size_t i = 0; i < row->parameters; i++)
        variance[i] += fmax(plumb_square(mean[i]) * (parts->delta + parts->c) + 2 * sum[i] * mean[i] * parts->b +
                                plumb_square(sum[i]) * (parts->a + parts->lse),
                            0);
}
