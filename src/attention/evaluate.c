/* evaluate.c - see evaluate.h: calls the verified kernels on a row of a problem. */
#include "attention/evaluate.h"
#include "attention/heads.h"
#include "attention/operator_row.h"
#include "attention/scale.h"
#include "attention/visible.h"
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
    if (plumb_features_init(&row->features, problem) == 0 && row->visible && row->score &&
        row->weight && row->output)
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

/* The nearest double and a radius that covers the rest; radius 0 where the double is the value. */
static plumb_ball ball_around(const arb_t value) {
    plumb_ball result = {arf_get_d(arb_midref(value), ARF_RND_NEAR), 0.0};
    arb_t rest;
    arb_init(rest);
    arb_set_d(rest, result.mid);
    arb_sub(rest, value, rest, 256);
    mag_t bound;
    mag_init(bound);
    arb_get_mag(bound, rest);
    if (!mag_is_zero(bound))
        result.rad = plumb_upward(mag_get_d(bound));
    mag_clear(bound);
    arb_clear(rest);
    return result;
}

plumb_ball plumb_problem_scale(const plumb_problem *problem) {
    if (problem->scale.text == NULL)
        return plumb_default_scale(problem->head_dim);
    arb_t value;
    arb_init(value);
    plumb_ball result =
        exact_value(value, problem->scale.text) == 0 ? ball_around(value) : plumb_ball_unknown();
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
           p->extra.gate == NULL;
}

static plumb_ball sink_logit(const plumb_problem *p, plumb_ball scale, const double *query,
                             size_t h) {
    if (p->op.sink == PLUMB_SINK_LOGIT)
        return plumb_ball_of(p->extra.sinks[h]);
    if (!plumb_sink_adds_logit(p->op.sink) || p->op.sink == PLUMB_SINK_ZERO)
        return plumb_ball_zero();
    plumb_ball product = plumb_dot(query, p->extra.sink_key + h * p->head_dim, p->head_dim);
    plumb_ball score = plumb_ball_multiply(scale, product);
    return p->op.softcap > 0 ? plumb_softcap_one(score, p->op.softcap) : score;
}

static plumb_score_bias row_bias(const plumb_problem *p, size_t b, size_t h, size_t t) {
    const plumb_extras *e = &p->extra;
    plumb_score_bias bias = {.has_bias = e->bias != NULL,
                             .has_first = p->op.sink == PLUMB_SINK_KEY0_BIAS};
    if (bias.has_bias)
        bias.bias = e->bias + b * e->bias_batch + h * e->bias_head + t * e->bias_query;
    if (bias.has_first)
        bias.first = e->key0_bias[h];
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

/* score[j] = scale * phi(q).phi(k_j) */
static void raw_scores(const plumb_problem *p, plumb_ball scale, const double *query,
                       const double *key, plumb_row *row) {
    if (plumb_has_features(p)) {
        plumb_features_set(&row->features, p, query, key);
        plumb_feature_dot(row->features.query, row->features.key, row->visible, p->key_length,
                          row->features.feature_dim, scale, row->score);
    } else
        plumb_scaled_dot(query, key, row->visible, p->key_length, p->head_dim, scale, row->score);
}

static void evaluate_operator(const plumb_problem *p, plumb_ball scale, const double *query,
                              size_t b, size_t h, size_t t, plumb_row *row) {
    plumb_shape shape = shape_of(p);
    plumb_show_visible(p, b, h, t, row->visible);
    raw_scores(p, scale, query, p->key + plumb_key_start(shape, b, h), row);
    plumb_operator_row(p->op, row_bias(p, b, h, t), plumb_sink_adds_logit(p->op.sink),
                       sink_logit(p, scale, query, h), row_parts(p, b, h, t),
                       p->value + plumb_value_start(shape, b, h), p->key_length, p->value_dim,
                       row->visible, row->score, row->weight, row->output);
}

static plumb_ball row_lse(const plumb_problem *p, plumb_ball scale, const double *query, size_t h,
                          const plumb_row *row) {
    if (row->without_lse || !plumb_has_log_sum_exp(p->op.kind))
        return plumb_ball_unknown();
    if (plumb_sink_adds_logit(p->op.sink) && !p->op.sink_outside_lse)
        return plumb_log_sum_exp_with_sink(row->score, row->visible, p->key_length,
                                           sink_logit(p, scale, query, h));
    return plumb_log_sum_exp(row->score, row->visible, p->key_length);
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
        evaluate_operator(p, scale, query, b, h, t, row);
    row->lse = row_lse(p, scale, query, h, row);
}
