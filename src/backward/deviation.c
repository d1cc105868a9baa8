/* Rows come one at a time.  simulate/deviation.h gives the variances of a row's exponentials, and row_variance.h
   turns them into those of dx_j.  A row has all terms of dq, so it is finished at once: each key adds its own variance,
   and shared errors enter along two sums over the keys, of p_j k_j and of dx_j k_j.  dk and dv are sums over rows, as
   are their variances.  Eight rows are held and added together, so that each sum is read and written only once for all.
   Where the output has fewer bits than a sum, the sums of dk and dv are kept beside their variances, which grow by a
   rounding of them after each tile of queries and each head, since an engine may store them there. */
#include "backward/deviation.h"
#include "backward/bias.h"
#include "backward/row_variance.h"
#include "backward/score_gradient.h"
#include "exact/visible.h"
#include "fast/lanes.h"
#include "precision/tiles.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t held_size(const plumb_problem *problem) {
    return PLUMB_HELD_ROWS * (problem->head_dim + problem->value_dim + 2 * problem->key_length);
}

static plumb_held_rows held_in(const plumb_problem *problem, double *workspace) {
    plumb_held_rows held = {.query = workspace};
    held.gradient = held.query + PLUMB_HELD_ROWS * problem->head_dim;
    held.of_key = held.gradient + PLUMB_HELD_ROWS * problem->value_dim;
    held.of_value = held.of_key + PLUMB_HELD_ROWS * problem->key_length;
    return held;
}

int plumb_gradient_deviation_init(plumb_gradient_deviation *d, const plumb_problem *problem,
                                  const plumb_precision *precision, size_t rows) {
    size_t keys = problem->key_length;
    *d = (plumb_gradient_deviation){.problem = problem, .precision = precision, .rows = rows};
    size_t dim = problem->head_dim, columns = problem->value_dim, size = held_size(problem);
    bool keeps = precision->output.unit > precision->accumulate.unit;
    d->kept = keeps ? plumb_variance(1, precision->output.unit) : 0;
    d->bias_rows = plumb_bias_rows_count(plumb_bias_rows_of(problem, 0, 0, 0));
    d->pairs = problem->batch * problem->query_length * keys;
    size_t parameters = plumb_position_parameters(problem);
    size_t kept = keeps ? size + keys * (dim + columns) : 0;
    d->value_square = calloc(2 * parameters + 3 * keys + columns + 2 * dim + size + kept + 1, sizeof(double));
    if (d->value_square == NULL || plumb_deviation_init(&d->scores, problem, precision) != 0) {
        free(d->value_square);
        return -1;
    }
    double *held = d->value_square + 2 * parameters + 3 * keys + columns + 2 * dim;
    d->squares = held_in(problem, held);
    if (keeps) {
        d->plain = held_in(problem, held + size);
        d->kept_key = held + 2 * size;
        d->kept_value = d->kept_key + keys * dim;
    }
    d->variance = d->value_square + keys;
    d->own = d->variance + keys;
    d->value_share = d->own + keys;
    d->common = d->value_share + columns;
    d->of_parameters = d->common + 2 * dim;
    d->sums = plumb_sum_variance(keys, precision->accumulate) + plumb_variance(2, precision->operand.unit);
    d->stored = plumb_variance(1, precision->probability.unit) +
                plumb_variance(4, precision->exponent.unit) +
                plumb_variance(2, precision->score.unit);
    if (plumb_position_moves_vectors(problem->position.kind))
        d->moved = plumb_variance(4, fmax(precision->input.unit, precision->output.unit)) +
                   plumb_variance(4, precision->exponent.unit);
    return 0;
}

void plumb_gradient_deviation_free(plumb_gradient_deviation *d) {
    plumb_deviation_free(&d->scores);
    free(d->value_square);
    *d = (plumb_gradient_deviation){0};
}

static void set_values(plumb_gradient_deviation *d, const plumb_backward_row *row) {
    size_t keys = d->problem->key_length, columns = d->problem->value_dim;
    const double *value = keys > 0 ? plumb_exact_value(d->problem, row->b, row->h, 0) : NULL;
    double total = 0;
    if (value == NULL || value == d->value_source)
        return;
    d->value_source = value;
    memset(d->value_share, 0, columns * sizeof *d->value_share);
    memset(d->value_square, 0, keys * sizeof *d->value_square);
    for (size_t j = 0; j < keys; j++)
        for (size_t c = 0; c < columns; c++) {
            double x = plumb_square(value[j * columns + c]);
            d->value_square[j] += x;
            d->value_share[c] += x;
            total += x;
        }
    for (size_t c = 0; c < columns; c++)
        d->value_share[c] = total > 0 && isfinite(total) ? d->value_share[c] / total : 1 / (double)columns;
}

/* Below the normal numbers of a format roundings do not shrink with what is rounded. */
static double underflow(plumb_rounding stored, double x) {
    return fmin(plumb_square(x), plumb_square(stored.tiny) / 3);
}

static void set_variances(plumb_gradient_deviation *d, const plumb_backward_row *row, const plumb_row_parts *parts) {
    for (size_t j = 0; j < d->problem->key_length; j++) {
        d->variance[j] = d->own[j] = 0;
        if (!row->row->visible[j])
            continue;
        double dx = row->score_gradient[j];
        double stored = d->stored * plumb_square(dx) + underflow(d->precision->probability, dx);
        plumb_pair_variance of = plumb_pair_variance_of(d, row, parts, j, stored, true);
        d->own[j] = of.own;
        d->variance[j] = of.all;
    }
}

/* What a key adds to three sums of its row: variance += own x^2, mean += weight x, sum += change x. */
PLUMB_FOR_EACH_PROCESSOR
static void add_to_row(double own, double weight, double change, const double *x, size_t n, double *variance,
                       double *mean, double *sum) {
    for (size_t c = 0; c < n; c++) {
        variance[c] += own * (x[c] * x[c]);
        mean[c] += weight * x[c];
        sum[c] += change * x[c];
    }
}

static void set_query(plumb_gradient_deviation *d, const plumb_backward_row *row, const plumb_row_parts *parts,
                      double *variance) {
    size_t dim = d->problem->head_dim;
    double *mean = d->common, *sum = d->common + dim;
    memset(variance, 0, dim * sizeof *variance);
    memset(mean, 0, 2 * dim * sizeof *mean);
    for (size_t j = 0; j < d->problem->key_length; j++) {
        if (!row->row->visible[j])
            continue;
        double dx = row->score_gradient[j] * row->slope[j];
        double own = d->own[j] + (d->sums + d->moved) * plumb_square(dx);
        add_to_row(own, row->shared[j] * row->slope[j], dx, row->key + j * dim, dim, variance, mean, sum);
    }
    for (size_t c = 0; c < dim; c++) {
        double shared = plumb_square(mean[c]) * (parts->delta + parts->c) + 2 * sum[c] * mean[c] * parts->b +
                        plumb_square(sum[c]) * (parts->a + parts->lse + d->sums);
        variance[c] = plumb_square(row->scale) * (variance[c] + fmax(shared, 0));
    }
}

/* What the square of a query is multiplied by in the variance of dk, and that of an output's gradient in that of dv. */
static double part_of_key(const plumb_gradient_deviation *d, const plumb_backward_row *row, size_t j, double terms) {
    double dx = row->score_gradient[j] * row->slope[j];
    return plumb_square(row->scale) * (d->variance[j] + terms * plumb_square(dx));
}

static double part_of_value(const plumb_gradient_deviation *d, const plumb_backward_row *row,
                            const plumb_row_parts *parts, size_t j, double terms) {
    const plumb_precision *u = d->precision;
    const plumb_operator *op = &d->problem->op;
    double w = row->row->weight[j].mid, p = row->shared[j], shared = parts->a + parts->lse;
    double stored = plumb_square(w) * (plumb_variance(1, u->probability.unit) + plumb_variance(2, u->exponent.unit) +
                                       terms) + underflow(u->probability, w);
    if (row->map != NULL)
        return plumb_map_variance(d, row, j) / plumb_square(row->divisor) + plumb_square(w) * shared + stored;
    double stretch = plumb_operator_is(op->kind, PLUMB_IS_CLIPPED) ? fabs(op->zeta - op->gamma) : 0;
    double change = stretch > 0 ? stretch : plumb_softmax_change(op, p);
    stored += stretch == 0 ? 0
                           : plumb_square(stretch * p + fabs(op->gamma)) *
                                 (plumb_variance(3, u->exponent.unit) + plumb_variance(2, u->score.unit));
    return plumb_square(change * p) * (fmax(d->scores.relative[j] * (1 - 2 * p), 0) + shared) + stored;
}

/* ---- sums of keys, of some rows at a time ---- */

/* sum[c] += weight[0] x[0][c] + weight[1] x[1][c] + ... */
PLUMB_FOR_EACH_PROCESSOR
static void add_held(const double *weight, const double *x, size_t n, double *sum) {
    for (size_t c = 0; c < n; c++) {
        double more = 0;
        for (size_t r = 0; r < PLUMB_HELD_ROWS; r++)
            more += weight[r] * x[r * n + c];
        sum[c] += more;
    }
}

static bool any(const double *weight) {
    for (size_t r = 0; r < PLUMB_HELD_ROWS; r++)
        if (weight[r] != 0)
            return true;
    return false;
}

static void add_held_rows(const plumb_problem *p, const plumb_held_rows *held, double *to_key, double *to_value) {
    for (size_t j = 0; j < p->key_length; j++) {
        const double *of_key = held->of_key + j * PLUMB_HELD_ROWS, *of_value = held->of_value + j * PLUMB_HELD_ROWS;
        if (to_key != NULL && any(of_key))
            add_held(of_key, held->query, p->head_dim, to_key + j * p->head_dim);
        if (to_value != NULL && any(of_value))
            add_held(of_value, held->gradient, p->value_dim, to_value + j * p->value_dim);
    }
    memset(held->of_key, 0, 2 * PLUMB_HELD_ROWS * p->key_length * sizeof(double));
}

static void add_up(plumb_gradient_deviation *d) {
    if (d->held == 0)
        return;
    add_held_rows(d->problem, &d->squares, d->to_key, d->to_value);
    if (d->kept > 0)
        add_held_rows(d->problem, &d->plain, d->kept_key, d->kept_value);
    d->held = 0;
}

/* ---- sums that are kept as outputs ---- */

static void add_squares(double factor, const double *x, size_t n, double *to) {
    for (size_t i = 0; to != NULL && i < n; i++)
        to[i] += factor * plumb_square(x[i]);
}

static void keep_sums(plumb_gradient_deviation *d) {
    const plumb_problem *p = d->problem;
    add_up(d);
    add_squares(d->kept, d->kept_key, p->key_length * p->head_dim, d->to_key);
    add_squares(d->kept, d->kept_value, p->key_length * p->value_dim, d->to_value);
}

static void clear_kept(plumb_gradient_deviation *d) {
    memset(d->kept_key, 0, d->problem->key_length * (d->problem->head_dim + d->problem->value_dim) * sizeof(double));
    d->queries = 0;
}

/* Before a row, if a tile or a head has ended. */
static void keep_before(plumb_gradient_deviation *d, const plumb_backward_row *row) {
    bool same = row->h == d->head;
    if (d->kept == 0 || d->queries == 0 ||
        (same && d->queries % plumb_tile_of_queries(d->problem->query_length) != 0))
        return;
    keep_sums(d);
    if (!same) {
        d->heads++;
        clear_kept(d);
    }
}

/* The last of several heads is also stored separately; with one head, its sum is the gradient. */
void plumb_gradient_deviation_end(plumb_gradient_deviation *d) {
    add_up(d);
    if (d->kept == 0)
        return;
    if (d->heads > 0)
        keep_sums(d);
    clear_kept(d);
    d->heads = 0;
}

/* ---- rows ---- */

static void set_squares(const double *x, size_t n, double *squares) {
    for (size_t c = 0; c < n; c++)
        squares[c] = plumb_square(x[c]);
}

static void hold_plain(plumb_gradient_deviation *d, const plumb_backward_row *row) {
    size_t dim = d->problem->head_dim, columns = d->problem->value_dim;
    memcpy(d->plain.query + d->held * dim, row->query, dim * sizeof(double));
    memcpy(d->plain.gradient + d->held * columns, row->output_gradient, columns * sizeof(double));
    for (size_t j = 0; j < d->problem->key_length; j++)
        if (row->row->visible[j]) {
            d->plain.of_key[j * PLUMB_HELD_ROWS + d->held] = row->scale * row->score_gradient[j] * row->slope[j];
            d->plain.of_value[j * PLUMB_HELD_ROWS + d->held] = row->row->weight[j].mid;
        }
    d->head = row->h;
    d->queries++;
}

static void hold_row(plumb_gradient_deviation *d, const plumb_backward_row *row, const plumb_row_parts *parts,
                     double terms, const plumb_gradient_variances *to) {
    size_t dim = d->problem->head_dim, columns = d->problem->value_dim;
    if (d->to_key != to->key || d->to_value != to->value)
        plumb_gradient_deviation_end(d);
    keep_before(d, row);
    if (d->held == PLUMB_HELD_ROWS)
        add_up(d);
    d->to_key = to->key;
    d->to_value = to->value;
    set_squares(row->query, dim, d->squares.query + d->held * dim);
    set_squares(row->output_gradient, columns, d->squares.gradient + d->held * columns);
    for (size_t j = 0; j < d->problem->key_length; j++)
        if (row->row->visible[j]) {
            d->squares.of_key[j * PLUMB_HELD_ROWS + d->held] = part_of_key(d, row, j, terms + d->moved);
            d->squares.of_value[j * PLUMB_HELD_ROWS + d->held] = part_of_value(d, row, parts, j, terms);
        }
    if (d->kept > 0)
        hold_plain(d, row);
    d->held++;
}

static double of_sink(const plumb_gradient_deviation *d, const plumb_backward_row *row, const plumb_row_parts *parts,
                      double terms) {
    double x = row->lse_gradient - row->delta;
    return plumb_square(row->sink) *
           fmax(plumb_square(x) * (parts->a + parts->lse + terms + plumb_variance(4, d->precision->exponent.unit)) +
                    2 * x * parts->b + parts->c + parts->delta,
                0) +
           plumb_square(x) * underflow(d->precision->probability, row->sink) +
           underflow(d->precision->probability, row->sink * x);
}

void plumb_gradient_deviation_add(plumb_gradient_deviation *d, const plumb_backward_row *row,
                                  const plumb_gradient_variances *to) {
    double terms =
        plumb_sum_variance(d->rows, d->precision->accumulate) + plumb_variance(2, d->precision->operand.unit);
    set_values(d, row);
    plumb_deviation_start(&d->scores, row->b, row->h);
    plumb_deviation_take(&d->scores, row->t, row->row, (plumb_size_terms){0}, false);
    plumb_row_parts parts = plumb_row_parts_of(d, row);
    set_variances(d, row, &parts);
    if (to->query != NULL)
        set_query(d, row, &parts, to->query);
    if (to->key != NULL || to->value != NULL)
        hold_row(d, row, &parts, terms, to);
    if (to->sink != NULL)
        *to->sink += of_sink(d, row, &parts, terms);
    if (to->bias != NULL)
        plumb_deviation_add_biases(d, row, &parts, to->bias);
    if (to->position != NULL)
        plumb_deviation_add_positions(d, row, &parts, to->position);
}

double plumb_gradient_deviation_of(const plumb_gradient_deviation *d, plumb_gradient gradient, double variance,
                                   double exact, plumb_format format) {
    plumb_rounding own = d->precision->output, tensor = plumb_format_rounding(format);
    size_t terms = gradient == PLUMB_GRADIENT_OF_QUERY  ? d->problem->key_length
                   : gradient == PLUMB_GRADIENT_OF_BIAS ? d->bias_rows
                   : gradient > PLUMB_GRADIENT_OF_BIAS  ? d->pairs
                                                        : d->rows;
    double stored = plumb_variance(1, own.unit) + (tensor.unit > own.unit ? plumb_variance(1, tensor.unit) : 0) +
                    plumb_variance(4, d->precision->exponent.unit) +
                    plumb_sum_variance(terms, d->precision->accumulate);
    return sqrt(variance + stored * plumb_square(exact)) + own.tiny + tensor.tiny;
}
