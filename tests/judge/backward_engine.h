/* backward_engine.h - an engine that is none of those that the judge compares with: the forward and backward pass of a
   softmax written out in binary32 with roundings to a format, in one of many ways, and what it may get wrong. */
#ifndef PLUMB_TESTS_JUDGE_BACKWARD_ENGINE_H
#define PLUMB_TESTS_JUDGE_BACKWARD_ENGINE_H
#include "case/case.h"
#include "exact/position.h"
#include "exact/position_bias.h"
#include "exact/visible.h"
#include "row/positions.h"
#include "tests/judge/engine_arithmetic.h"
#include "tests/support/check.h"
#include "tests/support/problems.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum {
    RIGHT_BACKWARD,
    BACKWARD_MASK_OMITTED,
    BACKWARD_SEES_ONE_LESS, /* the last key of each row */
    DELTA_OMITTED,
    DELTA_OF_NEXT_QUERY,
    LSE_GRADIENT_OMITTED,
    LSE_WITHOUT_SINK_BACKWARD,
    SCALE_TWICE_IN_DQ,
    SCALE_OMITTED_IN_DK,
    SOFTCAP_SLOPE_OMITTED,
    FIRST_HEAD_ALONE,
    BACKWARD_BIAS_OMITTED,
    QUERIES_SKIPPED, /* the first quarter, in dk and dv */
    KEYS_SKIPPED,    /* the first quarter, in dq */
    SINK_GRADIENT_OMITTED,
    GRADIENTS_EXCHANGED, /* dk for dv, where they have one shape */
    BIAS_GRADIENT_OF_FIRST_HEAD, /* not summed over heads */
    BIAS_GRADIENT_SCALED,        /* as dz_j is */
    MAP_SLOPE_OMITTED,           /* of weights that are maps of scores */
    WEIGHT_FOR_SLOPE,
    ROTATION_LEFT,               /* dq and dk are those of rotated vectors */
    ROTATED_AGAIN,               /* or are rotated once more */
    CLIP_IGNORED,                /* a weight that is cut is taken to grow, too */
    ALPHA_OMITTED_IN_GRADIENT,   /* from dx_j */
    BACKWARD_MISTAKES
} backward_mistake;

typedef enum { OF_STORED, OF_UNROUNDED, OF_SUM } backward_delta;

typedef struct {
    plumb_format format;  /* of tensors; probabilities and dx_j are rounded to it */
    bool eager;           /* each result is a tensor, weights are saved */
    bool differentiates;  /* automatically: weights are saved, and dP is stored as they are */
    bool stores_heads;    /* dk and dv of each query head are tensors, which are added up */
    bool repeats_keys;    /* before they are rotated: dk of each query head is turned back by itself */
    bool rounds_first;    /* weights, before dP - delta multiplies them */
    bool scales_gradient; /* the scale multiplies dx_j */
    bool backwards;       /* the last keys and queries first */
    backward_delta delta;
} backward_engine;

/* Answers [..] as the case holds them. */
typedef struct {
    double *output, *lse, *query, *key, *value, *sink, *bias;
    double *position; /* of slopes or a table */
} backward_answers;

typedef struct {
    const backward_engine *by;
    const plumb_problem *p;
    backward_mistake made;
    double scale;
    double *score, *weight, *product; /* [key_length] of a row */
    double *shown;                    /* [key_length] weights as the backward pass has them, and */
    double *inner;                    /* [key_length] what they are made of: p_j of a softmax, a_j of a map */
    backward_answers to;
    double *delta;  /* [rows] */
    double *divisor, *grows; /* [rows] of a map's weights, and how that grows with what it is the sum of */
    double *before; /* [rows][value_dim] outputs before they are stored */
} backward_pass;

static inline double single(double x) {
    return (double)(float)x;
}

static inline double kept_by(const backward_engine *by, double x) {
    return by->eager ? in_format(by->format, single(x)) : single(x);
}

static inline bool saves_weights(const backward_engine *by) {
    return by->eager || by->differentiates;
}

/* Heads whose sums of queries are apart. */
static inline size_t summed_heads(const backward_engine *by, const plumb_problem *p) {
    return by->stores_heads ? p->query_heads : p->key_heads;
}

static inline double single_dot(const double *x, const double *y, size_t n) {
    double sum = 0;
    for (size_t c = 0; c < n; c++)
        sum = single(sum + single(x[c] * y[c]));
    return sum;
}

static inline double biased_score(const backward_pass *s, size_t b, size_t h, size_t t, size_t j, double x) {
    const plumb_problem *p = s->p;
    const double *bias = plumb_exact_bias(p, b, h, t, j), *entry = plumb_exact_position_entry(p, b, h, t, j);
    x = bias != NULL ? kept_by(s->by, x + *bias) : x;
    if (p->position.kind == PLUMB_POSITION_ALIBI)
        x = kept_by(s->by, x + kept_by(s->by, p->position.slopes[h] * (double)plumb_exact_alibi_distance(p, b, t, j)));
    return entry != NULL ? kept_by(s->by, x + *entry) : x;
}

/* A bias before the softcap is in its argument. */
static inline bool joins_first(const backward_pass *s) {
    return s->p->op.softcap_order == PLUMB_BIAS_CAP_MASK;
}

static inline double capped_product(const backward_pass *s, size_t b, size_t h, size_t t, size_t j, bool biased) {
    const plumb_problem *p = s->p;
    double x = single_dot(plumb_exact_query(p, b, h, t), plumb_exact_key(p, b, h, j), p->head_dim);
    x = kept_by(s->by, kept_by(s->by, x) * single(s->scale));
    x = biased && joins_first(s) ? biased_score(s, b, h, t, j, x) : x;
    double cap = p->op.softcap;
    return cap > 0 ? kept_by(s->by, cap * kept_by(s->by, tanh(kept_by(s->by, x / cap)))) : x;
}

static inline double score_by(const backward_pass *s, size_t b, size_t h, size_t t, size_t j, bool biased) {
    double x = capped_product(s, b, h, t, j, biased);
    return biased && !joins_first(s) ? biased_score(s, b, h, t, j, x) : x;
}

static inline double sink_logit_of(const plumb_problem *p, size_t h) {
    plumb_sink_logit kind = plumb_sink_logit_of(p->op.sink);
    return kind == PLUMB_LOGIT_STATED ? p->extra.sinks[h] : kind == PLUMB_LOGIT_ZERO ? 0 : -INFINITY;
}

/* ---- weights that are no softmax's ---- */

static inline bool maps_scores(const plumb_problem *p) {
    return plumb_operator_is(p->op.kind, PLUMB_IS_NORMALISED);
}

static inline double stretched(const backward_pass *s, double x) {
    const plumb_operator *op = &s->p->op;
    return kept_by(s->by, kept_by(s->by, x * single(op->zeta - op->gamma)) + single(op->gamma));
}

/* Of a softmax's weight. */
static inline double changed(const backward_pass *s, double x) {
    const plumb_operator *op = &s->p->op;
    return op->kind == PLUMB_CLIPPED_SOFTMAX  ? fmin(1, fmax(0, stretched(s, x)))
           : op->kind == PLUMB_SCALED_SOFTMAX ? kept_by(s->by, x * single(op->alpha))
                                              : x;
}

static inline double change_slope(const backward_pass *s, double x) {
    const plumb_operator *op = &s->p->op;
    if (op->kind == PLUMB_SCALED_SOFTMAX)
        return s->made == ALPHA_OMITTED_IN_GRADIENT ? 1 : single(op->alpha);
    if (op->kind != PLUMB_CLIPPED_SOFTMAX)
        return 1;
    bool cut = s->made != CLIP_IGNORED && (stretched(s, x) < 0 || stretched(s, x) > 1);
    return cut ? 0 : single(op->zeta - op->gamma);
}

static inline double map_of(const backward_pass *s, double x) {
    switch (s->p->op.kind) {
    case PLUMB_SIGMOID:
        return single(1 / single(1 + single(exp(-x))));
    case PLUMB_ELU:
        return kept_by(s->by, kept_by(s->by, x > 0 ? x : expm1(x)) + 1);
    case PLUMB_RELU:
        return fmax(x, 0);
    case PLUMB_SQUARED_RELU:
        return kept_by(s->by, fmax(x, 0) * fmax(x, 0));
    default:
        return x;
    }
}

/* By the weight, as automatic differentiation has it. */
static inline double map_slope_of(const backward_pass *s, double w) {
    if (s->made == MAP_SLOPE_OMITTED || s->made == WEIGHT_FOR_SLOPE)
        return s->made == WEIGHT_FOR_SLOPE ? w : 1;
    switch (s->p->op.kind) {
    case PLUMB_SIGMOID:
        return single(single(1 - w) * w);
    case PLUMB_ELU:
        return fmin(w, 1);
    case PLUMB_RELU:
        return w > 0;
    case PLUMB_SQUARED_RELU:
        return 2 * single(sqrt(w));
    default:
        return 1;
    }
}

/* The divisor of a row, and how that grows with the sum of the a_j. */
static inline void divide_row(backward_pass *s, size_t n, double total) {
    const plumb_operator *op = &s->p->op;
    bool by_sum = plumb_normalisation_is(op->normalisation, PLUMB_DIVIDES_BY_SUM);
    s->grows[n] = by_sum;
    if (op->normalisation == PLUMB_AT_LEAST_ONE)
        s->grows[n] = fabs(total) < 1 ? 0 : copysign(1, total);
    s->divisor[n] = op->normalisation == PLUMB_AT_LEAST_ONE   ? fmax(fabs(total), 1)
                    : by_sum                                  ? kept_by(s->by, total + single(op->epsilon))
                    : op->normalisation == PLUMB_KEY_LENGTH ? (double)s->p->key_length
                                                              : 1;
}

static inline void map_forward(backward_pass *s, size_t b, size_t h, size_t t, size_t n) {
    const plumb_problem *p = s->p;
    double sum = 0;
    for (size_t j = 0; j < p->key_length; j++) {
        s->weight[j] = plumb_exact_visible(p, b, h, t, j) ? map_of(s, score_by(s, b, h, t, j, true)) : 0;
        sum = single(sum + s->weight[j]);
    }
    divide_row(s, n, kept_by(s->by, sum));
    for (size_t j = 0; j < p->key_length; j++)
        s->weight[j] = in_format(s->by->format, single(s->weight[j] / s->divisor[n]));
    for (size_t c = 0; c < p->value_dim; c++) {
        double total = 0;
        for (size_t j = 0; j < p->key_length; j++)
            total = single(total + single(s->weight[j] * plumb_exact_value(p, b, h, j)[c]));
        s->before[n * p->value_dim + c] = total;
        s->to.output[n * p->value_dim + c] = in_format(s->by->format, total);
    }
}

/* The scores of a row, its weights and log-sum-exp, and its output. */
static inline void run_forward(backward_pass *s, size_t b, size_t h, size_t t, size_t n) {
    const plumb_problem *p = s->p;
    double logit = sink_logit_of(p, h), most = logit, sum = 0;
    for (size_t j = 0; j < p->key_length; j++) {
        bool sees = plumb_exact_visible(p, b, h, t, j);
        s->score[j] = sees ? score_by(s, b, h, t, j, true) : -INFINITY;
        most = fmax(most, s->score[j]);
    }
    for (size_t j = 0; j < p->key_length; j++)
        sum = single(sum + (s->weight[j] = s->score[j] == -INFINITY ? 0 : single(exp(single(s->score[j] - most)))));
    sum = logit == -INFINITY ? sum : single(sum + single(exp(single(logit - most))));
    s->to.lse[n] = single(most + single(log(sum)));
    bool divides = s->by->eager || p->op.kind == PLUMB_CLIPPED_SOFTMAX; /* before values are weighed */
    for (size_t c = 0; c < p->value_dim; c++) {
        double total = 0;
        for (size_t j = 0; j < p->key_length; j++) {
            double w = divides ? in_format(s->by->format, single(s->weight[j] / sum))
                                    : in_format(s->by->format, s->weight[j]);
            w = s->score[j] == -INFINITY ? 0 : in_format(s->by->format, changed(s, w));
            total = single(total + single(w * plumb_exact_value(p, b, h, j)[c]));
        }
        s->before[n * p->value_dim + c] = divides ? total : single(total / sum);
        s->to.output[n * p->value_dim + c] = in_format(s->by->format, s->before[n * p->value_dim + c]);
    }
    for (size_t j = 0; j < p->key_length; j++)
        s->weight[j] = in_format(s->by->format, single(s->weight[j] / sum));
}

static inline bool sees_backward(const backward_pass *s, size_t b, size_t h, size_t t, size_t j) {
    bool last = true;
    for (size_t i = j + 1; i < s->p->key_length; i++)
        last = last && !plumb_exact_visible(s->p, b, h, t, i);
    if (s->made == BACKWARD_MASK_OMITTED)
        return true;
    return plumb_exact_visible(s->p, b, h, t, j) && !(s->made == BACKWARD_SEES_ONE_LESS && last);
}

static inline void weigh_backward(backward_pass *s, size_t b, size_t h, size_t t, size_t n) {
    const plumb_problem *p = s->p;
    double lse = s->to.lse[n];
    if (s->made == LSE_WITHOUT_SINK_BACKWARD)
        lse = single(lse + log1p(-exp(sink_logit_of(p, h) - lse)));
    for (size_t j = 0; j < p->key_length; j++) {
        double score = score_by(s, b, h, t, j, s->made != BACKWARD_BIAS_OMITTED);
        bool anew = !saves_weights(s->by) || s->made != RIGHT_BACKWARD;
        bool sees = sees_backward(s, b, h, t, j);
        double weight = maps_scores(p) ? map_of(s, score) : single(exp(single(score - lse)));
        double product = single_dot(p->loss.output + n * p->value_dim, plumb_exact_value(p, b, h, j), p->value_dim);
        s->product[j] = s->by->differentiates ? in_format(s->by->format, product) : kept_by(s->by, product);
        s->inner[j] = !sees ? 0 : anew || maps_scores(p) ? weight : s->weight[j];
        s->shown[j] = !sees              ? 0
                      : !maps_scores(p) ? changed(s, s->inner[j])
                      : anew            ? single(weight / s->divisor[n])
                                        : s->weight[j];
        if (!maps_scores(p))
            s->product[j] = kept_by(s->by, s->product[j] * change_slope(s, s->inner[j]));
    }
}

static inline double delta_backward(const backward_pass *s, size_t n) {
    const plumb_problem *p = s->p;
    double sum = 0;
    if (maps_scores(p) && s->grows[n] == 0)
        return 0;
    bool by_output = p->op.kind != PLUMB_CLIPPED_SOFTMAX && s->made != ALPHA_OMITTED_IN_GRADIENT;
    if (s->by->delta != OF_SUM && by_output)
        return single_dot(p->loss.output + n * p->value_dim,
                          (s->by->delta == OF_STORED ? s->to.output : s->before) + n * p->value_dim, p->value_dim);
    for (size_t j = 0; j < p->key_length; j++)
        sum = single(sum + kept_by(s->by, (maps_scores(p) ? s->shown : s->inner)[j] * s->product[j]));
    return kept_by(s->by, sum);
}

static inline bool counts_in_keys(const backward_pass *s, size_t h, size_t t) {
    size_t group = s->p->query_heads / s->p->key_heads;
    return !(s->made == FIRST_HEAD_ALONE && h % group > 0) &&
           !(s->made == QUERIES_SKIPPED && t < (s->p->query_length + 3) / 4);
}

static inline void add_single(double factor, const double *x, size_t n, double *sum) {
    for (size_t c = 0; c < n; c++)
        sum[c] = single(sum[c] + single(factor * x[c]));
}

/* db_j of the row joins the sum that it has in a bias. */
static inline void add_bias(const backward_pass *s, size_t b, size_t h, size_t t, size_t j, double x) {
    const plumb_extras *e = &s->p->extra;
    double *sum = s->to.bias + b * e->bias_batch + h * e->bias_head + t * e->bias_query + j;
    if (s->made == BIAS_GRADIENT_SCALED)
        x = kept_by(s->by, x * single(s->scale));
    if (e->bias != NULL && !(s->made == BIAS_GRADIENT_OF_FIRST_HEAD && h > 0))
        *sum = single(*sum + x);
}

/* The same in the slope or the number of a table that joins it. */
static inline void add_position(const backward_pass *s, size_t b, size_t h, size_t t, size_t j, double x) {
    const plumb_problem *p = s->p;
    const double *entry = plumb_exact_position_entry(p, b, h, t, j);
    double *sum = s->to.position + (entry != NULL ? (size_t)(entry - p->position.table) : h);
    if (p->position.kind == PLUMB_POSITION_ALIBI)
        x = kept_by(s->by, x * (double)plumb_exact_alibi_distance(p, b, t, j));
    if (p->position.kind != PLUMB_POSITION_NONE)
        *sum = single(*sum + x);
}

static inline void run_row(backward_pass *s, size_t b, size_t h, size_t t, size_t n) {
    const plumb_problem *p = s->p;
    size_t keys = p->key_length, heads = summed_heads(s->by, p), head = b * heads + h / (p->query_heads / heads);
    double l = p->loss.lse != NULL && s->made != LSE_GRADIENT_OMITTED ? p->loss.lse[n] : 0, logit = sink_logit_of(p, h);
    size_t other = n - n % p->query_length + (n + 1) % p->query_length;
    double delta = s->made == DELTA_OMITTED ? 0 : s->delta[s->made == DELTA_OF_NEXT_QUERY ? other : n];
    for (size_t i = 0; i < keys; i++) {
        size_t j = s->by->backwards ? keys - 1 - i : i;
        double w = s->by->rounds_first ? in_format(s->by->format, s->inner[j]) : s->inner[j];
        double factor = maps_scores(p) ? (sees_backward(s, b, h, t, j) ? map_slope_of(s, w) : 0) : w;
        double rest = kept_by(s->by, kept_by(s->by, s->product[j] - (maps_scores(p) ? s->grows[n] : 1) * delta) + l);
        double x = kept_by(s->by, factor * (maps_scores(p) ? kept_by(s->by, rest / s->divisor[n]) : rest));
        bool biased = s->made != BACKWARD_BIAS_OMITTED;
        double share = p->op.softcap > 0 ? single(capped_product(s, b, h, t, j, biased) / p->op.softcap) : 0;
        double outer = x;
        x = p->op.softcap > 0 && s->made != SOFTCAP_SLOPE_OMITTED
                ? kept_by(s->by, x * single(1 - single(share * share)))
                : x;
        add_bias(s, b, h, t, j, joins_first(s) ? x : outer);
        add_position(s, b, h, t, j, joins_first(s) ? x : outer);
        x = in_format(s->by->format, s->by->scales_gradient ? single(x * single(s->scale)) : x);
        if (!(s->made == KEYS_SKIPPED && j < (keys + 3) / 4))
            add_single(x, plumb_exact_key(p, b, h, j), p->head_dim, s->to.query + n * p->head_dim);
        if (!counts_in_keys(s, h, t))
            continue;
        add_single(x, plumb_exact_query(p, b, h, t), p->head_dim, s->to.key + (head * keys + j) * p->head_dim);
        add_single(in_format(s->by->format, s->shown[j]), p->loss.output + n * p->value_dim, p->value_dim,
                   s->to.value + (head * keys + j) * p->value_dim);
    }
    if (logit > -INFINITY)
        s->to.sink[h] = single(s->to.sink[h] + single(exp(single(logit - s->to.lse[n])) * single(l - delta)));
}

/* How many numbers the bias has. */
static inline size_t biases_of(const plumb_problem *p) {
    const plumb_extras *e = &p->extra;
    return e->bias == NULL ? 0
                           : p->key_length * (e->bias_batch != 0 ? p->batch : 1) *
                                 (e->bias_head != 0 ? p->query_heads : 1) * (e->bias_query != 0 ? p->query_length : 1);
}

static inline void finish_numbers(const backward_pass *s, double *x, size_t count, double factor) {
    for (size_t i = 0; i < count; i++)
        x[i] = in_format(s->by->format, single(x[i] * single(factor)));
}

/* The sum of the tensors of a group's query heads, [keys][dim] each, in the place of the first ones. */
static inline void add_stored_heads(const backward_pass *s, double *x, size_t dim) {
    const plumb_problem *p = s->p;
    size_t count = p->key_length * dim, group = p->query_heads / p->key_heads;
    finish_numbers(s, x, p->batch * p->query_heads * count, 1);
    for (size_t head = 0; head < p->batch * p->key_heads; head++)
        for (size_t i = 0; i < count; i++) {
            double sum = 0;
            for (size_t g = 0; g < group; g++)
                sum = single(sum + x[(head * group + g) * count + i]);
            x[head * count + i] = sum;
        }
}

static inline void finish_backward(backward_pass *s) {
    const plumb_problem *p = s->p;
    if (s->by->stores_heads) {
        add_stored_heads(s, s->to.key, p->head_dim);
        add_stored_heads(s, s->to.value, p->value_dim);
    }
    size_t keys = p->batch * p->key_heads * p->key_length;
    double scale = s->by->scales_gradient ? 1 : s->scale;
    finish_numbers(s, s->to.query, plumb_rows_of(p) * p->head_dim,
                   s->made == SCALE_TWICE_IN_DQ ? scale * s->scale : scale);
    finish_numbers(s, s->to.key, keys * p->head_dim, s->made == SCALE_OMITTED_IN_DK ? scale / s->scale : scale);
    finish_numbers(s, s->to.value, keys * p->value_dim, 1);
    finish_numbers(s, s->to.sink, p->query_heads, s->made == SINK_GRADIENT_OMITTED ? 0 : 1);
    finish_numbers(s, s->to.bias, biases_of(p), 1);
    finish_numbers(s, s->to.position, plumb_position_parameters(p) * p->query_heads, 1);
    for (size_t i = 0; s->made == GRADIENTS_EXCHANGED && i < keys * p->head_dim; i++) {
        double x = s->to.key[i];
        s->to.key[i] = s->to.value[i];
        s->to.value[i] = x;
    }
}

static inline double *numbers_of(size_t count) {
    double *x = calloc(count + 1, sizeof *x);
    ck_assert_ptr_nonnull(x);
    return x;
}

/* The problem has a loss, and vectors as they are multiplied. */
static inline backward_answers run_unrotated(const backward_engine *by, const plumb_problem *p, backward_mistake made) {
    size_t rows = plumb_rows_of(p), keys = p->batch * summed_heads(by, p) * p->key_length;
    backward_pass s = {.by = by, .p = p, .made = made, .scale = 1 / sqrt((double)p->head_dim)};
    double **const of_keys[] = {&s.score, &s.weight, &s.product, &s.shown, &s.inner};
    for (size_t i = 0; i < 5; i++)
        *of_keys[i] = numbers_of(p->key_length);
    s.delta = numbers_of(rows);
    s.divisor = numbers_of(rows);
    s.grows = numbers_of(rows);
    s.before = numbers_of(rows * p->value_dim);
    s.to = (backward_answers){numbers_of(rows * p->value_dim), numbers_of(rows),
                              numbers_of(rows * p->head_dim),  numbers_of(keys * p->head_dim),
                              numbers_of(keys * p->value_dim), numbers_of(p->query_heads),
                              numbers_of(biases_of(p)),
                              numbers_of(plumb_position_parameters(p) * p->query_heads)};
    for (int pass = 0; pass < 2; pass++) /* all deltas, and then the sums */
        for (size_t i = 0; i < rows; i++) {
            size_t n = by->backwards ? rows - 1 - i : i, head = n / p->query_length;
            size_t b = head / p->query_heads, h = head % p->query_heads, t = n % p->query_length;
            if (!plumb_exact_sees_any(p, b, h, t))
                continue;
            (maps_scores(p) ? map_forward : run_forward)(&s, b, h, t, n);
            weigh_backward(&s, b, h, t, n);
            if (pass == 0)
                s.delta[n] = delta_backward(&s, n);
            else
                run_row(&s, b, h, t, n);
        }
    finish_backward(&s);
    for (size_t i = 0; i < 5; i++)
        free(*of_keys[i]);
    free(s.divisor);
    free(s.grows);
    free(s.delta);
    free(s.before);
    return s.to;
}

/* ---- RoPE: the vectors are rotated before, and their gradients are turned back ---- */

/* Pair m, (a, b), of a vector goes to (first, second); and back. */
typedef struct {
    size_t a, b, first, second;
    double cosine, sine;
} rotated_pair;

static inline rotated_pair pair_of(const plumb_problem *p, size_t m, int64_t position) {
    const plumb_rope *rope = &p->position.rope;
    size_t half = rope->dim / 2, from = plumb_rotated_from(rope, p->head_dim);
    bool apart = rope->layout == PLUMB_ROPE_HALF, stays = rope->layout == PLUMB_ROPE_INTERLEAVED;
    double angle = (double)position * pow(rope->base, -2 * (double)m / (double)rope->dim);
    return (rotated_pair){from + (apart ? m : 2 * m), from + (apart ? m + half : 2 * m + 1),
                          from + (stays ? 2 * m : m), from + (stays ? 2 * m + 1 : m + half),
                          single(cos(angle)),         single(sin(angle))};
}

static inline double turned(const backward_engine *by, double x, double y) {
    return in_format(by->format, single(kept_by(by, x) + kept_by(by, y)));
}

static inline void rotate(const backward_engine *by, const plumb_problem *p, int64_t position, const double *x,
                          double *moved) {
    memcpy(moved, x, p->head_dim * sizeof *moved);
    for (size_t m = 0; m < p->position.rope.dim / 2; m++) {
        rotated_pair of = pair_of(p, m, position);
        moved[of.first] = turned(by, x[of.a] * of.cosine, -x[of.b] * of.sine);
        moved[of.second] = turned(by, x[of.a] * of.sine, x[of.b] * of.cosine);
    }
}

static inline void turn_back(const backward_engine *by, const plumb_problem *p, int64_t position, backward_mistake made,
                             double *gradient) {
    double moved[64];
    ck_assert(p->head_dim <= sizeof moved / sizeof *moved);
    memcpy(moved, gradient, p->head_dim * sizeof *moved);
    for (size_t m = 0; m < p->position.rope.dim / 2 && made != ROTATION_LEFT; m++) {
        rotated_pair of = pair_of(p, m, position);
        double sine = made == ROTATED_AGAIN ? -of.sine : of.sine;
        gradient[of.a] = turned(by, moved[of.first] * of.cosine, moved[of.second] * sine);
        gradient[of.b] = turned(by, moved[of.second] * of.cosine, -moved[of.first] * sine);
    }
}

static inline int64_t row_position(const plumb_problem *p, size_t row, bool is_key) {
    size_t n = is_key ? p->key_length : p->query_length, b = row / n / (is_key ? p->key_heads : p->query_heads);
    return is_key ? plumb_exact_key_position(p, b, 0, row % n) : plumb_exact_query_position(p, b, row % n);
}

/* Each query head gets its own keys and values, in the array. */
static inline double *repeat_keys(const plumb_problem *p, plumb_problem *repeated) {
    size_t of_key = p->key_length * p->head_dim, of_value = p->key_length * p->value_dim;
    size_t heads = p->batch * p->query_heads, group = p->query_heads / p->key_heads;
    double *key = numbers_of(heads * (of_key + of_value)), *value = key + heads * of_key;
    for (size_t h = 0; h < heads; h++) {
        memcpy(key + h * of_key, p->key + h / group * of_key, of_key * sizeof *key);
        memcpy(value + h * of_value, p->value + h / group * of_value, of_value * sizeof *value);
    }
    repeated->key_heads = p->query_heads;
    repeated->key = key;
    repeated->value = value;
    return key;
}

static inline void join_heads(const backward_engine *by, const plumb_problem *p, backward_answers *given) {
    const backward_pass s = {.by = by, .p = p};
    size_t keys = p->batch * p->key_heads * p->key_length;
    add_stored_heads(&s, given->key, p->head_dim);
    add_stored_heads(&s, given->value, p->value_dim);
    finish_numbers(&s, given->key, keys * p->head_dim, 1);
    finish_numbers(&s, given->value, keys * p->value_dim, 1);
}

static inline backward_answers run_rotated_once(const backward_engine *by, const plumb_problem *p,
                                                backward_mistake made) {
    size_t rows = plumb_rows_of(p), keys = p->batch * p->key_heads * p->key_length, dim = p->head_dim;
    plumb_problem moved = *p;
    double *query = numbers_of((rows + keys) * dim), *key = query + rows * dim;
    for (size_t row = 0; row < rows; row++)
        rotate(by, p, row_position(p, row, false), p->query + row * dim, query + row * dim);
    for (size_t row = 0; row < keys; row++)
        rotate(by, p, row_position(p, row, true), p->key + row * dim, key + row * dim);
    moved.query = query;
    moved.key = key;
    moved.position.kind = PLUMB_POSITION_NONE;
    backward_answers given = run_unrotated(by, &moved, made);
    for (size_t row = 0; row < rows; row++)
        turn_back(by, p, row_position(p, row, false), made, given.query + row * dim);
    for (size_t row = 0; row < keys; row++)
        turn_back(by, p, row_position(p, row, true), made, given.key + row * dim);
    free(query);
    return given;
}

static inline backward_answers run_rotated(const backward_engine *by, const plumb_problem *p, backward_mistake made) {
    plumb_problem repeated = *p;
    if (!by->repeats_keys)
        return run_rotated_once(by, p, made);
    double *own = repeat_keys(p, &repeated);
    backward_answers given = run_rotated_once(by, &repeated, made);
    join_heads(by, p, &given);
    free(own);
    return given;
}

static inline backward_answers run_backward(const backward_engine *by, const plumb_problem *p, backward_mistake made) {
    return (p->position.kind == PLUMB_POSITION_ROPE ? run_rotated : run_unrotated)(by, p, made);
}

static inline void free_backward(backward_answers *a) {
    double *const arrays[] = {a->output, a->lse, a->query, a->key, a->value, a->sink, a->bias, a->position};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
}

static inline plumb_case backward_case(const plumb_problem *p, const backward_engine *by, const backward_answers *a,
                                       const char *precision) {
    size_t rows = plumb_rows_of(p), keys = p->batch * p->key_heads * p->key_length;
    bool sink = plumb_sink_logit_of(p->op.sink) == PLUMB_LOGIT_STATED, slopes = p->position.slopes != NULL;
    return (plumb_case){.problem = *p,
                        .input_format = by->format,
                        .vector_format = {by->format, by->format, by->format},
                        .output = {true, by->format, rows * p->value_dim, a->output},
                        .lse = {!saves_weights(by) && !maps_scores(p), PLUMB_F32, rows, a->lse},
                        .gradient = {{true, by->format, rows * p->head_dim, a->query},
                                     {true, by->format, keys * p->head_dim, a->key},
                                     {true, by->format, keys * p->value_dim, a->value},
                                     {sink, by->format, p->query_heads, a->sink},
                                     {p->extra.bias != NULL, by->format, biases_of(p), a->bias},
                                     {slopes, by->format, p->query_heads, a->position},
                                     {p->position.table != NULL, by->format,
                                      plumb_position_parameters(p) * p->query_heads, a->position}},
                        .precision = precision,
                        .source = "a backward pass"};
}
#endif
