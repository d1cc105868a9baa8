/* A prediction is a weighted mean of values: plumb_shares (shares.c) gives the share of each value under the
   hypothesis, and the divisor of the sum.  Each column has a tolerance, an estimate of the errors of weights, sums and
   stores in the stated precision.  Factors that the hypothesis leaves open are first fitted to the errors of the row,
   by least squares in units of the tolerance.  Causes up to PLUMB_CAUSE_FACTOR change no weight: they take exact
   numbers of other rows or columns. */
#include "infer/predict.h"
#include "exact/visible.h"
#include "simulate/moments.h"
#include "infer/shares.h"
#include <math.h>
#include <string.h>

plumb_prediction plumb_prediction_of(const plumb_problem *problem, plumb_workspace *workspace) {
    size_t keys = problem->key_length + PLUMB_MOST_BEYOND, width = problem->value_dim;
    return (plumb_prediction){.share = plumb_workspace_take(workspace, keys, sizeof(double)),
                              .sorted = plumb_workspace_take(workspace, keys, sizeof(double)),
                              .cut = plumb_workspace_take(workspace, keys, sizeof(double)),
                              .source = plumb_workspace_take(workspace, keys, sizeof(size_t)),
                              .sum = plumb_workspace_take(workspace, width, sizeof(double)),
                              .square = plumb_workspace_take(workspace, width, sizeof(double)),
                              .output = plumb_workspace_take(workspace, width, sizeof(double)),
                              .tolerance = plumb_workspace_take(workspace, width, sizeof(double)),
                              .fitting = plumb_workspace_take(workspace, (width + 1) * width, sizeof(double)),
                              .gram = plumb_workspace_take(workspace, width * width, sizeof(double))};
}

/* ---- a weighted mean of values, and its tolerance ---- */

/* The sums of all values; returns that of the shares' sizes. */
static double add_values(const plumb_problem *p, const plumb_evidence *at, const double *value, double sink,
                         plumb_prediction *to) {
    double all = 0;
    memset(to->sum, 0, p->value_dim * sizeof *to->sum);
    memset(to->square, 0, p->value_dim * sizeof *to->square);
    for (size_t j = 0; j < p->key_length + to->beyond; j++) {
        if (to->share[j] == 0)
            continue;
        plumb_add_share(to->share[j], value + to->source[j] * p->value_dim, p->value_dim, to->sum, to->square);
        all += fabs(to->share[j]);
    }
    if (sink != 0 && plumb_exact_has_sink_value(p))
        plumb_add_share(sink, plumb_exact_sink_value(p, at->h), p->value_dim, to->sum, to->square);
    return all + sink;
}

/* Errors of the weights move a mean by how far values are from it, a sum by the values themselves; sums and the result
   are rounded. */
static double tolerance_of(const plumb_inquiry *inquiry, const plumb_evidence *at, double sum, double square,
                           double all, double divisor) {
    const plumb_precision *m = inquiry->precision;
    double mean = all > 0 ? sum / all : 0, output = at->mass * sum / divisor;
    double size = sqrt(fmax(0, square * all)), spread = all > 0 ? all * sqrt(fmax(0, square / all - mean * mean)) : 0;
    double moved = at->normalised ? spread + fabs(sum) * fabs(all / divisor - 1) : size;
    double rounded = m->accumulate.unit * sqrt((double)inquiry->judged->problem.key_length) * size;
    return fabs(at->mass / divisor) * (at->relative * moved + rounded) + m->output.unit * fabs(output);
}

/* By what the block multiplies a key that has no weight, of which its share says nothing, unless it is -0: left out. */
static double factor_of_none(const plumb_hypothesis *h, const plumb_prediction *to, size_t key) {
    bool inside = h != NULL && h->cause == PLUMB_CAUSE_BLOCK && h->block.from <= key && key < h->block.to;
    return signbit(to->share[key]) ? 0 : inside && !isnan(h->block.numerator) ? h->block.numerator : 1;
}

/* Weights that are no quotients: each as many times what it was as its share says, now that the sum is another. */
static void clip_shares(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at, double divisor,
                        plumb_prediction *to) {
    double stretch = p->op.zeta - p->op.gamma;
    for (size_t j = 0; j < p->key_length; j++) {
        if (!at->visible[j])
            continue;
        double weight = fmin(1, fmax(0, stretch * at->part[j] * at->mass / divisor + p->op.gamma));
        to->share[j] = weight * (at->weight[j] > 0 ? to->share[j] / at->weight[j] : factor_of_none(h, to, j));
    }
}

/* What sums of weights times values are divided by, where the sum of the parts is `divisor`. */
static double divisor_of(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at, double divisor,
                         plumb_prediction *to) {
    if (!at->normalised || divisor == at->mass)
        return at->mass;
    if (plumb_operator_is(p->op.kind, PLUMB_TAKES_ROOT))
        return at->mass * pow(divisor / at->mass, 1 / p->op.power);
    if (!plumb_operator_is(p->op.kind, PLUMB_IS_CLIPPED))
        return divisor;
    clip_shares(p, h, at, divisor, to);
    return at->mass;
}

static void take_mean(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                      double divisor, double sink, plumb_prediction *to) {
    const plumb_problem *p = &inquiry->judged->problem;
    divisor = divisor_of(p, h, at, divisor, to);
    double all = add_values(p, at, h != NULL && h->value != NULL ? h->value : p->value, sink, to);
    /* of a row that lost all its keys kernels return 0, or 0/0 */
    bool empty = all == 0;
    if (empty)
        divisor = at->mass;
    for (size_t c = 0; c < p->value_dim; c++) {
        double mean = at->mass * to->sum[c] / divisor;
        double gate = plumb_gate_at(p, at, c);
        to->output[c] = empty && isnan(at->engine[c]) ? NAN : plumb_output_of_mean(p, at, c, mean);
        to->tolerance[c] = fabs(gate) * tolerance_of(inquiry, at, to->sum[c], to->square[c], all, divisor) +
                           inquiry->precision->output.unit * fabs(to->output[c]) + inquiry->precision->output.tiny +
                           0x1p-1000;
    }
}

/* ---- a factor that is fitted to a row: least squares ---- */

/* What the error is by a block alone whose factors, those that are fitted, fall short of 1 by 1. */
static void set_column(const plumb_inquiry *inquiry, const plumb_block *block, const plumb_evidence *at,
                       const double *tolerance, double *column) {
    const plumb_problem *p = &inquiry->judged->problem;
    const double *value = p->value + plumb_first_value(p, at->b, at->h) * p->value_dim;
    double part = 0, of_sum = isnan(block->denominator) ? 1 : 0;
    memset(column, 0, p->value_dim * sizeof *column);
    for (size_t j = block->from; j < block->to; j++) {
        part += at->part[j];
        for (size_t c = 0; c < p->value_dim && at->part[j] != 0; c++)
            column[c] -= at->weight[j] * value[j * p->value_dim + c];
    }
    for (size_t c = 0; c < p->value_dim; c++) {
        if (at->normalised)
            column[c] += of_sum * plumb_growth_of_output(p, at, c) / at->mass * part;
        column[c] *= inquiry->column[c] ? plumb_gate_at(p, at, c) / tolerance[c] : 0;
    }
}

static void fit_factor(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                       plumb_prediction *to) {
    double sink, divisor, both = 0, square = 0, *column = to->fitting;
    plumb_shares(inquiry, NULL, at, to, &divisor, &sink);
    take_mean(inquiry, NULL, at, divisor, sink, to);
    set_column(inquiry, &h->block, at, to->tolerance, column);
    for (size_t c = 0; c < inquiry->width; c++) {
        if (!inquiry->column[c] || !isfinite(at->engine[c]))
            continue;
        both += (at->engine[c] - at->exact[c]) / to->tolerance[c] * column[c];
        square += column[c] * column[c];
    }
    to->fitted[0] = 1 - (square > 0 ? both / square : 0);
}

/* ---- rows and columns that stand elsewhere ---- */

/* The row whose answer stands in this one; false: there is none. */
static bool source_row(const plumb_problem *p, const plumb_hypothesis *h, const plumb_evidence *at, size_t *row) {
    size_t group = p->query_heads / p->key_heads, g = at->h % group, length = p->query_length;
    size_t from = g * length + at->t, head = at->b * p->query_heads + at->h;
    if (h->cause == PLUMB_CAUSE_COPY) {
        size_t query;
        bool there = plumb_hypothesis_query(h, at->t, length, &query);
        *row = h->map[head] * length + query;
        return there;
    }
    size_t at_head = h->variant == PLUMB_PACKED_HEADS_LAST ? from % group : (at->t * group + g) / length;
    size_t at_query = h->variant == PLUMB_PACKED_HEADS_LAST ? from / group : (at->t * group + g) % length;
    *row = (head - g + at_head) * length + at_query;
    return true;
}

void plumb_hadamard(double *x, size_t n) {
    for (size_t apart = 1; apart < n; apart *= 2)
        for (size_t i = 0; i < n; i++)
            if ((i & apart) == 0) {
                double a = x[i], b = x[i + apart];
                x[i] = a + b;
                x[i + apart] = a - b;
            }
    for (size_t i = 0; i < n; i++)
        x[i] /= sqrt((double)n);
}

/* Each transformed number has errors of all of its block. */
static void spread_tolerance(double *tolerance, size_t width, size_t block) {
    for (size_t c = 0; c + block <= width; c += block) {
        double square = 0;
        for (size_t i = c; i < c + block; i++)
            square += tolerance[i] * tolerance[i];
        for (size_t i = c; i < c + block; i++)
            tolerance[i] = sqrt(square / (double)block);
    }
}

/* The exact output, and what another row returned times the number that fits best. */
static bool predict_added(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                          plumb_prediction *to) {
    const plumb_problem *p = &inquiry->judged->problem;
    size_t own = at->b * p->query_heads + at->h, head = h->map == NULL ? own : h->map[own], t;
    double both = 0, square = 0;
    if (!plumb_hypothesis_query(h, at->t, p->query_length, &t) || (head == own && t == at->t))
        return false;
    const double *returned = h->variant == PLUMB_ADDED_RETURNED ? inquiry->judged->output.value : inquiry->exact;
    const double *other = returned + (head * p->query_length + t) * inquiry->width;
    for (size_t c = 0; c < inquiry->width; c++) {
        bool asked = inquiry->column[c] && isfinite(other[c]) && isfinite(at->engine[c]);
        both += asked ? (at->engine[c] - at->exact[c]) * other[c] : 0;
        square += asked ? other[c] * other[c] : 0;
    }
    to->fitted[0] = square > 0 ? both / square : 0;
    for (size_t c = 0; c < inquiry->width; c++) {
        to->output[c] = at->exact[c] + to->fitted[0] * other[c];
        to->tolerance[c] += inquiry->precision->output.unit * fabs(to->output[c]);
    }
    return square > 0;
}

/* What stands at the transposed place of the square, or in the other quarter off its diagonal. */
static double in_square(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at, size_t c) {
    size_t n = h->tile, half = n / 2, row = at->t % n, column = c % n;
    bool off = (row < half) != (column < half);
    size_t from_row = !h->once ? column : off ? row ^ half : row;
    size_t from_column = !h->once ? row : off ? column ^ half : column;
    return inquiry->exact[(at->row - row + from_row) * inquiry->width + c - column + from_column];
}

/* The sum of values that is rounded after each tile, below the largest score of the tiles so far. */
static bool predict_rounded(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                            plumb_prediction *to) {
    const plumb_problem *p = &inquiry->judged->problem;
    const double *value = p->value + plumb_first_value(p, at->b, at->h) * p->value_dim;
    double largest = -INFINITY, divisor = 0;
    memset(to->sum, 0, inquiry->width * sizeof *to->sum);
    for (size_t from = 0; from < p->key_length; from += h->tile) {
        size_t end = from + h->tile < p->key_length ? from + h->tile : p->key_length;
        double above = largest;
        for (size_t j = from; j < end; j++)
            above = at->visible[j] ? fmax(above, at->score[j]) : above;
        if (above == -INFINITY)
            continue;
        double rescaled = exp(largest - above);
        divisor *= rescaled;
        for (size_t c = 0; c < inquiry->width; c++)
            to->sum[c] *= rescaled;
        for (size_t j = from; j < end; j++) {
            double weight = at->visible[j] ? exp(at->score[j] - above) : 0;
            divisor += weight;
            for (size_t c = 0; c < inquiry->width && weight != 0; c++)
                to->sum[c] += weight * value[j * inquiry->width + c];
        }
        for (size_t c = 0; c < inquiry->width; c++)
            to->sum[c] = plumb_in_few_bits(to->sum[c], (int)h->from, (int)h->other);
        largest = above;
    }
    divisor += at->sink > 0 ? at->sink / at->weight[at->largest_key] * exp(at->largest - largest) : 0;
    for (size_t c = 0; c < inquiry->width; c++)
        to->output[c] = plumb_output_of_mean(p, at, c, to->sum[c] / divisor);
    return true;
}

static bool is_multiple(const plumb_hypothesis *h) {
    return h->cause == PLUMB_CAUSE_FACTOR || h->cause == PLUMB_CAUSE_MULTIPLE;
}

/* The number times the exact output that is nearest to the engine's. */
static double multiple_of(const plumb_inquiry *inquiry, const plumb_evidence *at) {
    double both = 0, square = 0;
    for (size_t c = 0; c < inquiry->width; c++) {
        bool asked = inquiry->column[c] && isfinite(at->engine[c]);
        both += asked ? at->engine[c] * at->exact[c] : 0;
        square += asked ? at->exact[c] * at->exact[c] : 0;
    }
    return square > 0 ? both / square : 1;
}

static bool predict_elsewhere(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                              plumb_prediction *to) {
    size_t row, width = inquiry->width;
    double unit = inquiry->precision->output.unit;
    if (h->cause == PLUMB_CAUSE_ADDED)
        return predict_added(inquiry, h, at, to);
    if (h->cause == PLUMB_CAUSE_ACCUMULATOR)
        return predict_rounded(inquiry, h, at, to);
    to->fitted[0] = h->cause == PLUMB_CAUSE_MULTIPLE ? multiple_of(inquiry, at) : h->factor;
    size_t tile = h->cause == PLUMB_CAUSE_TRANSPOSED ? h->tile : 1, first = at->t / tile * tile;
    if (h->cause == PLUMB_CAUSE_TRANSPOSED && first + tile > inquiry->judged->problem.query_length)
        return false;
    if (h->cause == PLUMB_CAUSE_COPY || h->cause == PLUMB_CAUSE_PACKED) {
        if (!source_row(&inquiry->judged->problem, h, at, &row))
            return false;
        memcpy(to->output, inquiry->exact + row * width, width * sizeof *to->output);
    } else if (h->cause == PLUMB_CAUSE_HADAMARD) {
        memcpy(to->output, at->exact, width * sizeof *to->output);
        for (size_t c = 0; c + h->tile <= width; c += h->tile)
            plumb_hadamard(to->output + c, h->tile);
    } else
        for (size_t c = 0; c < width; c++)
            to->output[c] = h->cause == PLUMB_CAUSE_SCALED_COLUMNS ? h->column_factor[c] * at->exact[c]
                            : h->cause == PLUMB_CAUSE_COLUMNS  ? at->exact[h->map[c]]
                            : h->cause == PLUMB_CAUSE_TRANSPOSED ? in_square(inquiry, h, at, c)
                            : is_multiple(h)                 ? to->fitted[0] * at->exact[c]
                            : h->cause == PLUMB_CAUSE_NAN    ? NAN
                                                             : 0;
    double size = is_multiple(h) ? fabs(to->fitted[0]) : 1;
    for (size_t c = 0; c < width && h->cause == PLUMB_CAUSE_SCALED_COLUMNS; c++)
        to->tolerance[c] *= fabs(h->column_factor[c]);
    if (h->cause == PLUMB_CAUSE_HADAMARD)
        spread_tolerance(to->tolerance, width, h->tile);
    for (size_t c = 0; c < width; c++)
        to->tolerance[c] = h->cause == PLUMB_CAUSE_UNWRITTEN
                               ? 0x1p-1000
                               : size * to->tolerance[c] + (2 * unit + at->relative) * fabs(to->output[c]);
    return true;
}

bool plumb_predict(const plumb_inquiry *inquiry, const plumb_hypothesis *h, const plumb_evidence *at,
                   plumb_prediction *to) {
    double divisor, sink;
    if (h != NULL && h->cause == PLUMB_CAUSE_BLOCK && plumb_hypothesis_fitted(h) > 0)
        fit_factor(inquiry, h, at, to);
    bool elsewhere = h != NULL && h->cause <= PLUMB_CAUSE_FACTOR;
    if (!plumb_shares(inquiry, elsewhere ? NULL : h, at, to, &divisor, &sink) || !isfinite(divisor))
        return false;
    take_mean(inquiry, h, at, divisor, sink, to);
    if (h == NULL)
        memcpy(to->output, at->exact, inquiry->width * sizeof *to->output);
    return !elsewhere || predict_elsewhere(inquiry, h, at, to);
}

plumb_misfit plumb_misfit_of(const plumb_inquiry *inquiry, const plumb_evidence *at,
                             const plumb_prediction *prediction) {
    plumb_misfit misfit = {0, 0, 0, 0};
    size_t count = 0;
    for (size_t c = 0; c < inquiry->width; c++) {
        if (!inquiry->column[c])
            continue;
        bool same = isnan(at->engine[c]) && isnan(prediction->output[c]);
        double ratio = same ? 0 : fabs(at->engine[c] - prediction->output[c]) / prediction->tolerance[c];
        ratio = isnan(ratio) ? INFINITY : ratio;
        double error = same ? 0 : at->engine[c] - prediction->output[c];
        misfit.error += isfinite(error) ? error * error : INFINITY;
        misfit.tolerance += prediction->tolerance[c] * prediction->tolerance[c];
        misfit.mean += ratio * ratio;
        misfit.most = fmax(misfit.most, ratio);
        count++;
    }
    double elements = (double)(count > prediction->freedom ? count - prediction->freedom : 1);
    misfit.mean = sqrt(misfit.mean / elements);
    misfit.error = sqrt(misfit.error / elements);
    misfit.tolerance = sqrt(misfit.tolerance / elements);
    return misfit;
}
