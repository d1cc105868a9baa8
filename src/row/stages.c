/* stages.c - see stages.h. */
#include "row/stages.h"
#include "score/feature_dot.h"
#include "score/scaled_dot.h"
#include "weight/log_sum_exp.h"
#include <string.h>

plumb_shape plumb_problem_shape(const plumb_problem *p) {
    return (plumb_shape){p->batch,    p->key_heads, p->query_heads / p->key_heads, p->query_length, p->key_length,
                         p->head_dim, p->value_dim};
}

static plumb_ball sink_product(const plumb_problem *p, const double *query, size_t h, plumb_row *row) {
    const double *sink_key = p->extra.sink_key + h * p->head_dim;
    if (plumb_position_moves_vectors(p->position.kind))
        return plumb_moved_sink_product(&row->positions, p, sink_key);
    return plumb_dot(query, sink_key, p->head_dim);
}

plumb_ball plumb_row_sink(const plumb_problem *p, plumb_ball scale, const double *query, size_t h, plumb_row *row) {
    switch (plumb_sink_logit_of(p->op.sink)) {
    case PLUMB_LOGIT_STATED:
        return plumb_ball_of(p->extra.sinks[h]);
    case PLUMB_LOGIT_PRODUCT: {
        plumb_ball score = plumb_ball_multiply(scale, sink_product(p, query, h, row));
        return p->op.softcap > 0 ? plumb_softcap_one(score, p->op.softcap) : score;
    }
    case PLUMB_LOGIT_NONE:
    case PLUMB_LOGIT_ZERO:
        break;
    }
    return plumb_ball_zero();
}

bool plumb_adds_bias(const plumb_problem *p) {
    return p->extra.bias != NULL || plumb_sink_is(p->op.sink, PLUMB_BIASES_FIRST_KEY) ||
           plumb_position_adds_bias(p->position.kind);
}

plumb_score_bias plumb_row_bias(const plumb_problem *p, plumb_ball scale, size_t b, size_t h, size_t t, size_t keys,
                                plumb_row *row) {
    const plumb_extras *e = &p->extra;
    plumb_score_bias bias = {.has_bias = e->bias != NULL,
                             .has_first = plumb_sink_is(p->op.sink, PLUMB_BIASES_FIRST_KEY),
                             .has_position = plumb_position_adds_bias(p->position.kind)};
    if (bias.has_bias)
        bias.bias = e->bias + b * e->bias_batch + h * e->bias_head + t * e->bias_query;
    if (bias.has_first)
        bias.first = e->key0_bias[h];
    if (bias.has_position) {
        plumb_position_bias(&row->positions, p, scale, b, h, t, keys);
        bias.position = row->positions.bias;
    }
    return bias;
}

plumb_output_parts plumb_row_parts(const plumb_problem *p, size_t b, size_t h, size_t t) {
    const plumb_extras *e = &p->extra;
    size_t row = (b * p->query_heads + h) * p->query_length + t;
    plumb_output_parts parts = {.has_sink_value = plumb_sink_is(p->op.sink, PLUMB_HAS_SINK_VALUE),
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

plumb_row_vectors plumb_row_map(const plumb_problem *p, const double *query, const double *key, size_t b, size_t t,
                                plumb_row *row) {
    if (plumb_has_features(p)) {
        plumb_features_set(&row->features, p, query, key);
        return (plumb_row_vectors){row->features.query, row->features.key, row->features.feature_dim};
    }
    if (plumb_position_moves_vectors(p->position.kind)) {
        plumb_move_vectors(&row->positions, p, b, t, query, key);
        return (plumb_row_vectors){row->positions.query, row->positions.key, p->head_dim};
    }
    return (plumb_row_vectors){NULL, NULL, p->head_dim};
}

void plumb_row_scores(const plumb_problem *p, plumb_ball scale, const double *query, const double *key, size_t b,
                      size_t t, plumb_row *row) {
    plumb_row_vectors phi = plumb_row_map(p, query, key, b, t, row);
    if (phi.query != NULL)
        plumb_feature_dot(phi.query, phi.key, row->visible, p->key_length, phi.dim, scale, row->score);
    else
        plumb_scaled_dot(query, key, row->visible, p->key_length, p->head_dim, scale, row->score);
    if (plumb_position_joins_products(p->position.kind))
        plumb_relative_scores(&row->positions, p, scale, b, t, query, row->visible, row->score);
}

/* As the gradient in a query that was rotated. */
void plumb_row_rotate_output(const plumb_problem *p, size_t b, size_t t, plumb_row *row) {
    if (!plumb_rotates_output(&p->position))
        return;
    memcpy(row->unrotated, row->output, p->value_dim * sizeof *row->output);
    plumb_query_gradient(&row->positions, p, b, t, row->unrotated, row->output);
}

/* Whether the row is the mean of all values: it would be empty. */
bool plumb_row_is_mean(const plumb_problem *p, const plumb_row *row) {
    if (p->empty_row != PLUMB_EMPTY_ROW_MEAN || plumb_sink_adds_logit(p->op.sink) ||
        plumb_cap_unmasks(p->op.softcap_order, p->op.softcap))
        return false;
    for (size_t j = 0; j < p->key_length; j++)
        if (row->visible[j])
            return false;
    return true;
}

plumb_ball plumb_row_lse(const plumb_problem *p, plumb_ball sink, const plumb_row *row) {
    if (row->without_lse || !plumb_has_log_sum_exp(p->op.kind))
        return plumb_ball_unknown();
    if (plumb_sink_adds_logit(p->op.sink) && !p->op.sink_outside_lse)
        return plumb_log_sum_exp_with_sink(row->score, row->visible, p->key_length, sink);
    return plumb_log_sum_exp(row->score, row->visible, p->key_length);
}
