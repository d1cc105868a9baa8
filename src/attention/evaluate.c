/* evaluate.c - see evaluate.h: calls the verified kernels on a row of a problem. */
#include "attention/evaluate.h"
#include "attention/heads.h"
#include "attention/operator_row.h"
#include "attention/scale.h"
#include "attention/visible.h"
#include "number/around.h"
#include "score/feature_dot.h"
#include "weight/log_sum_exp.h"
#include <arb.h>
#include <stdlib.h>
#include <string.h>

int plumb_row_init(plumb_row *row, const plumb_problem *problem) {
    row->without_lse = false;
    /* one element more, so that no length asks for 0 bytes */
    row->visible = malloc(problem->key_length + 1);
    row->score = malloc((problem->key_length + 1) * sizeof *row->score);
    row->weight = malloc((problem->key_length + 1) * sizeof *row->weight);
    row->output = malloc((problem->value_dim + 1) * sizeof *row->output);
    int features = plumb_features_init(&row->features, problem);
    int positions = plumb_positions_init(&row->positions, problem);
    if (features == 0 && positions == 0 && row->visible && row->score && row->weight && row->output)
        return 0;
    plumb_row_free(row);
    return -1;
}

void plumb_row_free(plumb_row *row) {
    free(row->visible);
    free(row->score);
    free(row->weight);
    free(row->output);
    plumb_features_free(&row->features);
    plumb_positions_free(&row->positions);
    memset(row, 0, sizeof *row);
}

/* The exact value of the text, 0 if it is a number or a ratio of integers. */
static int exact_value(arb_t value, const char *text) {
    const slong precision = 256;
    if (strchr(text, '/') == NULL)
        return arb_set_str(value, text, precision);
    fmpq_t ratio;
    fmpq_init(ratio);
    int status = fmpq_set_str(ratio, text, 10);
    if (status == 0)
        arb_set_fmpq(value, ratio, precision);
    fmpq_clear(ratio);
    return status;
}

plumb_ball plumb_problem_scale(const plumb_problem *problem) {
    if (problem->scale.text == NULL)
        return plumb_default_scale(problem->head_dim);
    arb_t value;
    arb_init(value);
    plumb_ball result = exact_value(value, problem->scale.text) == 0 ? plumb_ball_around(value)
                                                                     : plumb_ball_unknown();
    arb_clear(value);
    return result;
}

static plumb_shape shape_of(const plumb_problem *p) {
    return (plumb_shape){p->batch,        p->key_heads,  p->query_heads / p->key_heads,
                         p->query_length, p->key_length, p->head_dim,
                         p->value_dim};
}

/* Nothing but the softmax of spec/attention.md. */
static bool is_plain(const plumb_problem *p) {
    return p->op.kind == PLUMB_SOFTMAX && p->op.sink == PLUMB_SINK_NONE && p->op.softcap == 0 &&
           !plumb_has_mask(p) && p->extra.bias == NULL && p->extra.value_bias == NULL &&
           p->extra.gate == NULL && p->position.kind == PLUMB_POSITION_NONE &&
           p->empty_row != PLUMB_EMPTY_ROW_MEAN;
}

static plumb_ball sink_product(const plumb_problem *p, const double *query, size_t h,
                               plumb_row *row) {
    const double *sink_key = p->extra.sink_key + h * p->head_dim;
    if (plumb_position_moves_vectors(p->position.kind))
        return plumb_moved_sink_product(&row->positions, p, sink_key);
    return plumb_dot(query, sink_key, p->head_dim);
}

static plumb_ball sink_logit(const plumb_problem *p, plumb_ball scale, const double *query,
                             size_t h, plumb_row *row) {
    if (p->op.sink == PLUMB_SINK_LOGIT)
        return plumb_ball_of(p->extra.sinks[h]);
    if (!plumb_sink_adds_logit(p->op.sink) || p->op.sink == PLUMB_SINK_ZERO)
        return plumb_ball_zero();
    plumb_ball score = plumb_ball_multiply(scale, sink_product(p, query, h, row));
    return p->op.softcap > 0 ? plumb_softcap_one(score, p->op.softcap) : score;
}

static plumb_score_bias row_bias(const plumb_problem *p, plumb_ball scale, size_t b, size_t h,
                                 size_t t, plumb_row *row) {
    const plumb_extras *e = &p->extra;
    plumb_score_bias bias = {.has_bias = e->bias != NULL,
                             .has_first = p->op.sink == PLUMB_SINK_KEY0_BIAS,
                             .has_position = plumb_position_adds_bias(p->position.kind)};
    if (bias.has_bias)
        bias.bias = e->bias + b * e->bias_batch + h * e->bias_head + t * e->bias_query;
    if (bias.has_first)
        bias.first = e->key0_bias[h];
    if (bias.has_position) {
        plumb_position_bias(&row->positions, p, scale, b, h, t);
        bias.position = row->positions.bias;
    }
    return bias;
}

static plumb_output_parts row_parts(const plumb_problem *p, size_t b, size_t h, size_t t) {
    const plumb_extras *e = &p->extra;
    size_t row = (b * p->query_heads + h) * p->query_length + t;
    bool valued = p->op.sink == PLUMB_SINK_KEY_VALUE || p->op.sink == PLUMB_SINK_TOKEN;
    plumb_output_parts parts = {.has_sink_value = valued,
                                .has_value_bias = e->value_bias != NULL,
                                .gating = PLUMB_GATE_NONE};
    if (parts.has_sink_value)
        parts.sink_value = e->sink_value + h * p->value_dim;
    if (parts.has_value_bias)
        parts.value_bias = e->value_bias + h * p->value_dim;
    if (e->gate != NULL) {
        parts.gating = e->gate_per_element ? PLUMB_GATE_ELEMENTS : PLUMB_GATE_HEAD;
        parts.gate = e->gate + (e->gate_per_element ? row * p->value_dim : row);
    }
    return parts;
}

/* score[j] = scale * phi(q).phi(k_j); the vectors of a position are its phi. */
static void raw_scores(const plumb_problem *p, plumb_ball scale, const double *query,
                       const double *key, size_t b, size_t t, plumb_row *row) {
    if (plumb_has_features(p)) {
        plumb_features_set(&row->features, p, query, key);
        plumb_feature_dot(row->features.query, row->features.key, row->visible, p->key_length,
                          row->features.feature_dim, scale, row->score);
    } else if (plumb_position_moves_vectors(p->position.kind)) {
        plumb_move_vectors(&row->positions, p, b, t, query, key);
        plumb_feature_dot(row->positions.query, row->positions.key, row->visible, p->key_length,
                          p->head_dim, scale, row->score);
    } else
        plumb_scaled_dot(query, key, row->visible, p->key_length, p->head_dim, scale, row->score);
    if (p->position.kind == PLUMB_POSITION_SHAW)
        plumb_relative_scores(&row->positions, p, scale, b, t, query, row->visible, row->score);
}

/* From the scores and the keys that take part in row->score and row->visible. */
static void weigh_values(const plumb_problem *p, plumb_score_bias bias, plumb_ball sink, size_t b,
                         size_t h, size_t t, plumb_row *row) {
    plumb_operator_row(p->op, bias, plumb_sink_adds_logit(p->op.sink), sink, row_parts(p, b, h, t),
                       p->value + plumb_value_start(shape_of(p), b, h), p->key_length, p->value_dim,
                       row->visible, row->score, row->weight, row->output);
    if (p->position.kind == PLUMB_POSITION_SHAW)
        plumb_relative_values(&row->positions, p, b, t, row->weight, row->output);
}

static void evaluate_operator(const plumb_problem *p, plumb_ball scale, const double *query,
                              size_t b, size_t h, size_t t, plumb_row *row) {
    raw_scores(p, scale, query, p->key + plumb_key_start(shape_of(p), b, h), b, t, row);
    weigh_values(p, row_bias(p, scale, b, h, t, row), sink_logit(p, scale, query, h, row), b, h, t,
                 row);
}

/* Whether the row is the mean of all values: it would be empty. */
static bool is_mean(const plumb_problem *p, const plumb_row *row) {
    if (p->empty_row != PLUMB_EMPTY_ROW_MEAN || plumb_sink_adds_logit(p->op.sink) ||
        plumb_cap_unmasks(p->op.softcap_order, p->op.softcap))
        return false;
    for (size_t j = 0; j < p->key_length; j++)
        if (row->visible[j])
            return false;
    return true;
}

/* The softmax of equal scores, of all keys.  Afterwards none is visible again. */
static void evaluate_mean(const plumb_problem *p, size_t b, size_t h, size_t t, plumb_row *row) {
    for (size_t j = 0; j < p->key_length; j++) {
        row->visible[j] = 1;
        row->score[j] = plumb_ball_zero();
    }
    weigh_values(p, (plumb_score_bias){.has_bias = 0}, plumb_ball_zero(), b, h, t, row);
    for (size_t j = 0; j < p->key_length; j++) {
        row->visible[j] = 0;
        row->score[j] = plumb_ball_unknown();
    }
}

static plumb_ball row_lse(const plumb_problem *p, plumb_ball scale, const double *query, size_t h,
                          plumb_row *row) {
    if (row->without_lse || !plumb_has_log_sum_exp(p->op.kind))
        return plumb_ball_unknown();
    if (plumb_sink_adds_logit(p->op.sink) && !p->op.sink_outside_lse)
        return plumb_log_sum_exp_with_sink(row->score, row->visible, p->key_length,
                                           sink_logit(p, scale, query, h, row));
    return plumb_log_sum_exp(row->score, row->visible, p->key_length);
}

static void evaluate_any(const plumb_problem *p, plumb_ball scale, const double *query, size_t b,
                         size_t h, size_t t, plumb_row *row) {
    plumb_show_visible(p, b, h, t, row->visible);
    if (is_mean(p, row))
        evaluate_mean(p, b, h, t, row);
    else
        evaluate_operator(p, scale, query, b, h, t, row);
}

void plumb_evaluate_row(const plumb_problem *problem, plumb_ball scale, size_t b, size_t h,
                        size_t t, plumb_row *row) {
    const plumb_problem *p = problem;
    plumb_shape shape = shape_of(p);
    const double *query = p->query + plumb_query_start(shape, b, h, t);
    if (is_plain(p))
        plumb_attention_query(shape, p->query, p->key, p->value, b, h, t, p->causal.causal,
                              p->causal.offset, scale, row->visible, row->score, row->weight,
                              row->output);
    else
        evaluate_any(p, scale, query, b, h, t, row);
    row->lse = row_lse(p, scale, query, h, row);
}
