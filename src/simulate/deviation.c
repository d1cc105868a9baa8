/* Variances propagate through a row in the order of its steps (spec/expected.md, section 2).  Norms of keys, the shares
   of channels and the values in binary32 belong to a key head, and are computed when it changes.  A few terms describe
   what a row adds to the variance of every score, from which one pass over the keys (moments.h) makes the variances of
   scores, exponentials and weights.  Up to eight rows are taken before their values are summed, so that each value is
   read once for all of them (narrow_sums.h); then each becomes the current row.  Reaches are summed only as far as the
   caller needs them. */
#include "simulate/deviation.h"
#include "attention/scores.h"
#include "exact/position.h"
#include "exact/visible.h"
#include "row/sections.h"
#include "simulate/activations.h"
#include "simulate/arithmetic.h"
#include "simulate/moments.h"
#include "simulate/narrow_sums.h"
#include "simulate/rounding_variance.h"
#include "simulate/weight_deviation.h"
#include "row/stages.h"
#include "row/temperature.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The error of a function is a part of its bound: of a good one less than a rounding, of a fast one most of it. */
#define FUNCTION_VARIANCE 0.02
/* One key in so many of a row is added to its reach first, which is mostly enough; then as many again. */
#define FIRST_REACH 64

static double coarser(const plumb_precision *p) {
    return fmax(p->input.unit, p->output.unit);
}

static double *zeros(size_t count) {
    return calloc(count + 1, sizeof(double));
}

/* The mean of theta_m^2 over the pairs; scalings make frequencies smaller, and are left out. */
static double angle_square(const plumb_problem *problem) {
    const plumb_position *p = &problem->position;
    bool rotates = p->kind == PLUMB_POSITION_ROPE && p->rope.cosine == NULL;
    if (!rotates && p->kind != PLUMB_POSITION_SINUSOIDAL)
        return 0;
    const plumb_rope sinusoidal = {.dim = problem->head_dim, .base = p->sinusoidal_base};
    const plumb_rope *rope = rotates ? &p->rope : &sinusoidal;
    double sum = 0;
    for (size_t m = 0; m < rope->dim / 2; m++) {
        plumb_source_pair source = plumb_source_of_pair(rope, m);
        sum += pow(rope->base, -4 * (double)source.m / (double)source.rope.dim);
    }
    return sum * 2 / (double)problem->head_dim;
}

static double store_of_weight(const plumb_problem *problem, const plumb_precision *p) {
    bool mean = plumb_operator_is(problem->op.kind, PLUMB_IS_MEAN);
    return plumb_roundings(1, p->probability.unit) +
           (mean ? 0 : plumb_roundings(2, p->score.unit) + plumb_roundings(2, p->exponent.unit));
}

/* How the engine rounds a number before it stores it. */
static plumb_rounding own_rounding(const plumb_precision *p, plumb_quantity quantity) {
    return quantity == PLUMB_SCORES ? p->score : quantity == PLUMB_LSE ? p->exponent : p->output;
}

static plumb_store store_of(plumb_rounding first, plumb_format format) {
    plumb_rounding second = plumb_format_rounding(format);
    double variance = plumb_roundings(1, first.unit) + (second.unit > first.unit ? plumb_roundings(1, second.unit) : 0);
    return (plumb_store){sqrt(variance), first.tiny + second.tiny};
}

static void set_arrays(plumb_deviation *d) {
    size_t keys = d->problem->key_length, columns = d->problem->value_dim;
    for (size_t i = 0; i < PLUMB_DEVIATION_ROWS; i++)
        d->held[i] = (plumb_deviation_row){.factor = d->factors + 2 * i * keys,
                                           .scored = d->factors + (2 * i + 1) * keys,
                                           .first = d->columns + 3 * i * columns,
                                           .second = d->columns + (3 * i + 1) * columns,
                                           .tilt = d->columns + (3 * i + 2) * columns};
    d->size = d->factors + 2 * PLUMB_DEVIATION_ROWS * keys;
    d->reach = d->columns + 3 * PLUMB_DEVIATION_ROWS * columns;
    d->own = d->held;
}

int plumb_deviation_init(plumb_deviation *d, const plumb_problem *problem, const plumb_precision *precision) {
    *d = (plumb_deviation){.problem = problem, .precision = precision};
    size_t keys = problem->key_length, columns = problem->value_dim;
    d->value_unit = 1;
    d->alpha = fabs(plumb_problem_scale(problem).mid);
    d->angle = angle_square(problem);
    d->store = store_of_weight(problem, precision);
    d->summed = plumb_sum_roundings(2 + (double)keys / 16, precision->accumulate);
    d->merged = plumb_sum_roundings((double)precision->merge_levels, precision->part);
    for (int q = 0; q < PLUMB_QUANTITIES; q++)
        for (int format = PLUMB_F64; format <= PLUMB_BF16; format++)
            d->stores[q][format] = store_of(own_rounding(precision, (plumb_quantity)q), (plumb_format)format);
    double **const arrays[] = {&d->key_square, &d->score, &d->relative, &d->moment, &d->position};
    bool made = true;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        made = (*arrays[i] = zeros(keys)) != NULL && made;
    d->share = zeros(problem->head_dim);
    d->value_square = zeros(columns);
    d->value = calloc(keys * columns + 1, sizeof *d->value);
    d->factors = calloc((2 * PLUMB_DEVIATION_ROWS + 1) * keys + 1, sizeof *d->factors);
    d->columns = calloc((3 * PLUMB_DEVIATION_ROWS + 1) * columns + 1, sizeof *d->columns);
    if (!made || !d->share || !d->value_square || !d->value || !d->factors || !d->columns) {
        plumb_deviation_free(d);
        return -1;
    }
    set_arrays(d);
    return 0;
}

void plumb_deviation_free(plumb_deviation *d) {
    void *const arrays[] = {d->key_square, d->share,  d->value,    d->value_square, d->score,
                           d->relative,   d->moment, d->position, d->factors,      d->columns};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    *d = (plumb_deviation){0};
}

/* ---- a key head: numbers that are not finite count nothing, for the rows that see them have no exact values ---- */

/* The mean square of the rows that join the keys. */
static double row_square(const plumb_problem *p) {
    double sum = 0;
    if (!plumb_position_joins_products(p->position.kind) || p->position.table_rows == 0)
        return 0;
    for (size_t i = 0; i < p->position.table_rows * p->head_dim; i++)
        sum += plumb_square(p->position.table[i]);
    return sum / (double)p->position.table_rows;
}

static void set_key_squares(plumb_deviation *d, const double *key) {
    size_t dim = d->problem->head_dim, keys = d->problem->key_length;
    double total = 0, joined = row_square(d->problem);
    memset(d->share, 0, dim * sizeof *d->share);
    plumb_square_keys(key, keys, dim, d->key_square, d->share);
    for (size_t c = 0; c < dim; c++)
        total += d->share[c];
    for (size_t j = 0; j < keys && joined > 0; j++)
        d->key_square[j] += joined;
    for (size_t c = 0; c < dim; c++)
        d->share[c] = total > 0 && isfinite(total) ? d->share[c] / total : 1 / (double)dim;
}

/* A power of two that brings the values near 1: they are kept in binary32. */
static double unit_of(const double *value, size_t count) {
    double most = plumb_largest_finite(value, count);
    return most > 0 ? ldexp(1, ilogb(most)) : 1;
}

static void set_values(plumb_deviation *d, const double *value) {
    size_t keys = d->problem->key_length, columns = d->problem->value_dim;
    d->value_unit = unit_of(value, keys * columns);
    memset(d->value_square, 0, columns * sizeof *d->value_square);
    plumb_narrow_values(value, keys, columns, d->value_unit, d->value, d->value_square);
    for (size_t c = 0; c < columns; c++)
        d->value_square[c] /= (double)keys;
}

/* Keys of a cache that drops some have other positions in each row. */
static void set_positions(plumb_deviation *d, bool new_head) {
    if (d->angle == 0 || !(new_head || d->problem->mask.in_cache))
        return;
    for (size_t j = 0; j < d->problem->key_length; j++)
        d->position[j] = (double)plumb_farthest_of(plumb_exact_key_point(d->problem, d->b, d->own->t, j));
}

static void set_head(plumb_deviation *d) {
    if (d->problem->key_length == 0)
        return;
    const double *key = plumb_exact_key(d->problem, d->b, d->h, 0);
    bool is_new = key != d->key_source;
    set_positions(d, is_new);
    if (!is_new)
        return;
    d->key_source = key;
    set_key_squares(d, key);
    set_values(d, plumb_exact_value(d->problem, d->b, d->h, 0));
}

/* ---- scores ---- */

static double query_square(const plumb_deviation *d, const double *query, bool by_share) {
    double sum = 0;
    for (size_t c = 0; c < d->problem->head_dim; c++)
        sum += plumb_square(query[c]) * (by_share ? d->share[c] : 1);
    return sum;
}

/* The magnitude of the logit of a sink, which shows by the weight that it leaves; 0: it does not show. */
static double sink_logit(const plumb_deviation *d, size_t keys) {
    const plumb_row *row = d->row;
    double sum = 0;
    size_t heaviest = 0;
    if (!plumb_sink_adds_logit(d->problem->op.sink))
        return 0;
    for (size_t j = 0; j < keys; j++) {
        sum += row->weight[j].mid;
        heaviest = row->weight[j].mid > row->weight[heaviest].mid ? j : heaviest;
    }
    if (sum == 0)
        return !row->without_lse && isfinite(row->lse.rad) ? fabs(row->lse.mid) : 0;
    bool shows = row->weight[heaviest].mid > 0 && sum < 1 && isfinite(row->score[heaviest].rad);
    return shows ? fabs(row->score[heaviest].mid + log((1 - sum) / row->weight[heaviest].mid)) : 0;
}

/* A tanh that is made of e^x errs by a part of the cap, however small it is. */
static double cap_variance(const plumb_deviation *d) {
    double cap = isfinite(d->problem->op.softcap) ? d->problem->op.softcap : 0;
    return plumb_square(cap) *
           (plumb_roundings(2, d->precision->exponent.unit) + plumb_roundings(1, d->precision->score.unit) / 8 +
            FUNCTION_VARIANCE * plumb_square(d->precision->exponential));
}

/* Whether a tensor of the precision holds some bias of the row only rounded. */
static bool rounds_biases(const plumb_deviation *d, size_t keys) {
    const plumb_problem *p = d->problem;
    plumb_simulated_format tensor = {.bits = -ilogb(coarser(d->precision)), .beyond = INFINITY};
    if (p->extra.bias == NULL || !(coarser(d->precision) > 0x1p-24))
        return false;
    const double *bias = plumb_exact_bias(p, d->b, d->h, d->own->t, 0);
    for (size_t j = 0; j < keys; j++)
        if (isfinite(bias[j]) && plumb_simulated_round(&tensor, bias[j]) != bias[j])
            return true;
    return false;
}

/* A sum of about 1 loses a smaller weight.  A log-sum-exp to which a part adds less than half its unit stays as it is,
   while the output takes the part: then a chain of merges makes all outputs too large. */
static double lost_weight(const plumb_deviation *d, double most) {
    const plumb_precision *p = d->precision;
    double held = most + log((double)d->problem->key_length + 1); /* at least the magnitude of the log-sum-exp */
    return fmax(p->accumulate.unit, p->merge_levels > 1 ? fmin(p->exponent.unit, 0x1p-24) * held : 0);
}

static plumb_key_terms terms_of(const plumb_deviation *d, size_t keys) {
    const plumb_problem *problem = d->problem;
    const plumb_precision *p = d->precision;
    const double *query = plumb_exact_query(problem, d->b, d->h, d->own->t);
    bool moves = plumb_position_moves_vectors(problem->position.kind);
    bool maps = plumb_operator_is(problem->op.kind, PLUMB_MAPS_FEATURES);
    bool adds = plumb_position_adds_bias(problem->position.kind);
    bool joins = plumb_position_joins_products(problem->position.kind), biased = adds || plumb_adds_bias(problem);
    double added = problem->position.kind == PLUMB_POSITION_SINUSOIDAL ? (double)problem->head_dim / 2 : 0;
    plumb_point point = plumb_exact_query_point(problem, d->b, d->own->t);
    double heat = plumb_temperature_at(&problem->position.temperature, point.on[0]).mid;
    double scale = plumb_square(heat * d->alpha);
    double sums = plumb_sum_roundings((double)problem->head_dim / 4 + 1, p->product);
    double elements = plumb_roundings(1, p->input.unit) + plumb_roundings(2, p->operand.unit) + sums +
                      (moves ? plumb_roundings(heat > 1 ? 8 : 6, coarser(p)) : 0) +
                      (joins ? plumb_roundings(2, coarser(p)) : 0) +
                      (biased || joins ? plumb_roundings(2, p->score.unit) : 0);
    double sink = sink_logit(d, keys), most = fmax(plumb_largest_magnitude(d->row->score, d->row->weight, keys), sink);
    double features = maps ? plumb_roundings(48, p->score.unit) + 12 * sums : 0;
    bool caps = problem->op.softcap > 0 && isfinite(problem->op.softcap) && !biased;
    double lost = d->alpha > 0 ? p->input.tiny / d->alpha : 0; /* of a scale that underflows, a part of itself */
    return (plumb_key_terms){
        .product = scale * query_square(d, query, true) * elements + plumb_square(p->input.tiny),
        .angle = d->angle == 0 ? 0
                               : scale * (query_square(d, query, false) + added) * d->angle *
                                     plumb_roundings(4, p->exponent.unit),
        .score = plumb_roundings(2, p->score.unit) + plumb_roundings(1, p->input.unit) + plumb_square(lost) +
                 (adds || rounds_biases(d, keys) ? plumb_roundings(2, coarser(p)) : 0) + features,
        .least = plumb_square(p->score.tiny + p->input.tiny * (1 + d->alpha)) +
                 4 * (double)problem->head_dim * plumb_square(p->product.tiny * fmax(1, d->alpha)) + cap_variance(d) +
                 features * most * most, /* products of features may cancel */
        .inverse_cap = caps ? 1 / problem->op.softcap : 0,
        .position = (double)plumb_farthest_of(point),
        .most = most,
        .sink = sink,
        .exponent = plumb_roundings(2, p->exponent.unit),
        .shifted = plumb_roundings(1, p->shifted),
        .function = FUNCTION_VARIANCE * (plumb_square(p->exponential) + plumb_square(p->rescaling)),
        .store = d->store,
        .lost = lost_weight(d, most),
        .size = d->own->size};
}

/* ---- weights ---- */

/* The relative variance of the exponential of a sink's logit, which is rounded as scores are. */
static double logit_variance(const plumb_key_terms *terms) {
    double logit = plumb_square(terms->sink), most = plumb_square(terms->most);
    return terms->score * logit + terms->least + terms->exponent * (logit + most) +
           terms->shifted * plumb_square(terms->sink + terms->most) + terms->function;
}

/* Of a sink with a key, whose product errs like those of the keys. */
static double sink_variance(const plumb_deviation *d, const plumb_key_terms *terms) {
    const plumb_problem *p = d->problem;
    const double *query = plumb_exact_query(p, d->b, d->h, d->own->t), *key = plumb_exact_sink_key(p, d->h);
    double of_keys = query_square(d, query, true), product = 0;
    for (size_t c = 0; c < p->head_dim; c++)
        product += plumb_square(query[c] * key[c]);
    return (of_keys > 0 ? terms->product / of_keys * product : terms->product) + logit_variance(terms);
}

/* Hidden keys count where the row sees none, and where the softcap unmasks them. */
size_t plumb_keys_that_count(const plumb_problem *problem, const plumb_row *row) {
    size_t keys = problem->key_length, end = keys;
    uint64_t eight = 0;
    while (end >= sizeof eight) { /* so many at a time, while nothing is visible */
        memcpy(&eight, row->visible + end - sizeof eight, sizeof eight);
        if (eight != 0)
            break;
        end -= sizeof eight;
    }
    while (end > 0 && !row->visible[end - 1])
        end--;
    return end == 0 || plumb_cap_unmasks(problem->op.softcap_order, problem->op.softcap) ? keys : end;
}

static void set_weights(plumb_deviation *d) {
    size_t keys = d->own->end = plumb_keys_that_count(d->problem, d->row);
    const plumb_key_moments to = {d->score, d->relative, d->moment, d->own->scored};
    plumb_key_terms terms = terms_of(d, keys);
    d->own->sums = plumb_key_variances(&terms, d->row->score, d->row->weight, d->key_square,
                                       d->angle > 0 ? d->position : NULL, keys, &to);
    d->own->rest = plumb_sink_adds_logit(d->problem->op.sink) ? fmax(0, 1 - d->own->sums.weight) : 0;
    d->own->of_rest = fmax(d->own->sums.exponent, logit_variance(&terms));
    if (plumb_sink_logit_of(d->problem->op.sink) == PLUMB_LOGIT_PRODUCT)
        d->own->of_rest = fmax(d->own->of_rest, sink_variance(d, &terms));
    d->own->most = terms.most;
    plumb_deviation_weigh(d, keys);
}

void plumb_deviation_start(plumb_deviation *d, size_t b, size_t h) {
    d->b = b;
    d->h = h;
    d->taken = 0;
}

void plumb_deviation_take(plumb_deviation *d, size_t t, const plumb_row *row, plumb_size_terms size, bool tilts) {
    d->own = &d->held[d->taken++];
    d->own->t = t;
    d->own->size = size;
    d->own->tilts = tilts;
    d->row = row;
    set_head(d);
    if (size.product > 0)
        d->own->query_norm = d->alpha * sqrt(query_square(d, plumb_exact_query(d->problem, d->b, d->h, t), false));
    set_weights(d);
    d->own->unit = d->own->sums.largest > 0 && isfinite(d->own->sums.largest) ? d->own->sums.largest : 1;
    plumb_narrow_factors(d->moment, 1 / d->own->unit, d->own->end, d->own->factor);
}

void plumb_deviation_sum(plumb_deviation *d) {
    plumb_value_moments sums[PLUMB_DEVIATION_ROWS];
    for (size_t i = 0; i < d->taken; i++) {
        const plumb_deviation_row *row = &d->held[i];
        const float *scored = row->tilts ? row->scored : NULL;
        sums[i] = (plumb_value_moments){row->end, row->factor, scored, row->first, row->second, row->tilt};
    }
    plumb_sum_values(sums, d->taken, d->value, d->problem->value_dim);
}

void plumb_deviation_ask(plumb_deviation *d, size_t number, const plumb_row *row) {
    d->own = &d->held[number];
    d->row = row;
    d->reached = 0;
    d->products = 0;
    memset(d->reach, 0, d->problem->value_dim * sizeof *d->reach);
}

void plumb_deviation_set(plumb_deviation *d, size_t b, size_t h, size_t t, const plumb_row *row) {
    plumb_deviation_start(d, b, h);
    plumb_deviation_take(d, t, row, (plumb_size_terms){0}, true);
    plumb_deviation_sum(d);
    plumb_deviation_ask(d, 0, row);
}

bool plumb_deviation_reach_farther(plumb_deviation *d) {
    size_t from = d->reached, columns = d->problem->value_dim;
    size_t part = from > 0 ? from : d->own->end / FIRST_REACH + 8;
    size_t to = d->own->end - from < part ? d->own->end : from + part;
    const plumb_size_terms *size = &d->own->size;
    for (size_t j = from; j < to; j++) {
        double w = fabs(d->row->weight[j].mid);
        double s = d->row->score[j].rad < INFINITY ? fabs(d->row->score[j].mid) : 0;
        double of_score = fmin(size->score * s, size->most);
        double product = size->product > 0 ? size->product * d->own->query_norm * sqrt(d->key_square[j]) : 0;
        double all = fmin(size->score * s + product, size->most);
        d->size[j] = (float)(w * (size->unit + all));
        d->products += w * (all - of_score);
    }
    plumb_add_magnitudes(d->size + from, to - from, d->value + from * columns, columns, d->reach);
    d->reached = to;
    return to > from;
}

double plumb_deviation_reach(const plumb_deviation *d, size_t c) {
    return (double)d->reach[c] * d->value_unit;
}

double plumb_deviation_reach_from(const plumb_deviation *d, size_t c, double exact) {
    return plumb_deviation_reach(d, c) - d->products * fabs(exact);
}
