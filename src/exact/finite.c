/* The tests follow what a row reads: its query with what moves it, then for each visible key its vector and all that
   its place, its distance and the biases add, the sink, and for an output the values that take part and what joins a
   column.  Whether every key and value of a key head is finite is found once a head and kept in a plumb_finite_head.
   Where all are, a row tests only stated numbers that change from row to row, mostly none. */
#include "exact/finite.h"
#include "exact/position.h"
#include "exact/rope.h"
#include "exact/visible.h"
#include <math.h>

static bool vector_finite(const double *x, size_t count) {
    for (size_t c = 0; c < count; c++)
        if (!isfinite(x[c]))
            return false;
    return true;
}

/* A number that the problem may lack. */
static bool optional_finite(const double *x) {
    return x == NULL || isfinite(*x);
}

static bool feature_map_finite(const plumb_problem *problem) {
    const plumb_extras *extra = &problem->extra;
    return problem->op.kind != PLUMB_MLP_KERNEL ||
           (vector_finite(extra->mlp_inner, extra->hidden_dim * problem->head_dim) &&
            vector_finite(extra->mlp_outer, extra->feature_dim * extra->hidden_dim));
}

/* A row that a table must have. */
static bool row_finite(const double *row, size_t count) {
    return row != NULL && vector_finite(row, count);
}

/* The stated sines and cosines that the pairs read. */
static bool rotation_finite(const plumb_problem *problem, plumb_point point) {
    const plumb_rope *rope = &problem->position.rope;
    for (size_t m = 0; m < rope->dim / 2; m++) {
        int64_t position = point.on[plumb_exact_axis(rope, m)];
        const double *cosine = plumb_exact_cosine_row(problem, position);
        const double *sine = plumb_exact_sine_row(problem, position);
        if (cosine == NULL || sine == NULL || !isfinite(cosine[m]) || !isfinite(sine[m]))
            return false;
    }
    return true;
}

/* What the point of the query, or of key i, adds to its vector or multiplies it by. */
static bool movement_finite(const plumb_problem *problem, plumb_point point) {
    if (problem->position.kind == PLUMB_POSITION_LEARNED)
        return row_finite(plumb_exact_learned_row(problem, point.on[0]), problem->head_dim);
    return problem->position.kind != PLUMB_POSITION_ROPE || problem->position.rope.cosine == NULL ||
           rotation_finite(problem, point);
}

/* What the distance of key i adds to its score. */
static bool distance_finite(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t i) {
    const plumb_position *position = &problem->position;
    const double *row = plumb_exact_key_row(problem, b, t, i);
    bool has_slope = position->kind == PLUMB_POSITION_ALIBI && position->slopes != NULL;
    return optional_finite(plumb_exact_position_entry(problem, b, h, t, i)) &&
           (row == NULL || vector_finite(row, problem->head_dim)) && (!has_slope || isfinite(position->slopes[h]));
}

static bool query_finite(const plumb_problem *problem, size_t b, size_t h, size_t t) {
    return vector_finite(plumb_exact_query(problem, b, h, t), problem->head_dim) &&
           movement_finite(problem, plumb_exact_query_point(problem, b, t)) && feature_map_finite(problem);
}

/* What the score of key i depends on besides its vector. */
static bool visible_key_parts_finite(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t i) {
    return movement_finite(problem, plumb_exact_key_point(problem, b, t, i)) &&
           distance_finite(problem, b, h, t, i) && optional_finite(plumb_exact_bias(problem, b, h, t, i)) &&
           optional_finite(plumb_exact_key0_bias(problem, h, i));
}

static bool visible_key_finite(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t i) {
    return vector_finite(plumb_exact_key(problem, b, h, i), problem->head_dim) &&
           visible_key_parts_finite(problem, b, h, t, i);
}

bool plumb_exact_key_finite(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t i) {
    return !plumb_exact_visible(problem, b, h, t, i) ||
           (query_finite(problem, b, h, t) && visible_key_finite(problem, b, h, t, i));
}

static bool sink_logit_finite(const plumb_problem *problem, size_t b, size_t h, size_t t) {
    switch (problem->op.sink) {
    case PLUMB_SINK_LOGIT:
        return isfinite(problem->extra.sinks[h]);
    case PLUMB_SINK_KEY:
    case PLUMB_SINK_KEY_VALUE:
    case PLUMB_SINK_TOKEN:
        return query_finite(problem, b, h, t) && vector_finite(plumb_exact_sink_key(problem, h), problem->head_dim);
    case PLUMB_SINK_NONE:
    case PLUMB_SINK_ZERO:
    case PLUMB_SINK_FIRST_KEYS:
    case PLUMB_SINK_KEY0_BIAS:
    default:
        return true;
    }
}

/* Whether a score depends on stated numbers besides two vectors; computed angles and slopes are finite. */
static bool has_key_parts(const plumb_problem *problem) {
    const plumb_position *position = &problem->position;
    bool computed = position->kind == PLUMB_POSITION_NONE || position->kind == PLUMB_POSITION_ROPE_OUTPUT ||
                    position->kind == PLUMB_POSITION_SINUSOIDAL ||
                    position->kind == PLUMB_POSITION_TEMPERATURE ||
                    (position->kind == PLUMB_POSITION_ROPE && position->rope.cosine == NULL) ||
                    (position->kind == PLUMB_POSITION_ALIBI && position->slopes == NULL);
    return !computed || problem->extra.bias != NULL || problem->op.sink == PLUMB_SINK_KEY0_BIAS;
}

static bool keys_finite(const plumb_problem *problem, size_t b, size_t h, size_t t, bool vectors_known) {
    bool query_known = query_finite(problem, b, h, t);
    if (vectors_known && query_known && !has_key_parts(problem))
        return sink_logit_finite(problem, b, h, t);
    for (size_t i = 0; i < problem->key_length; i++)
        if (plumb_exact_visible(problem, b, h, t, i) &&
            !(query_known && (vectors_known ? visible_key_parts_finite(problem, b, h, t, i)
                                            : visible_key_finite(problem, b, h, t, i))))
            return false;
    return sink_logit_finite(problem, b, h, t);
}

bool plumb_exact_keys_finite(const plumb_problem *problem, size_t b, size_t h, size_t t) {
    return keys_finite(problem, b, h, t, false);
}

/* The value of key i, with what its distance adds to it. */
static bool value_finite(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t i, size_t column) {
    const double *row = plumb_exact_value_row(problem, b, t, i);
    return isfinite(plumb_exact_value(problem, b, h, i)[column]) && (row == NULL || isfinite(row[column]));
}

static bool is_mean(const plumb_problem *problem, size_t b, size_t h, size_t t) {
    return problem->empty_row == PLUMB_EMPTY_ROW_MEAN &&
           plumb_exact_is_mean(problem, plumb_exact_visible_count(problem, b, h, t));
}

static bool column_values_finite(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t column) {
    bool mean = is_mean(problem, b, h, t);
    for (size_t i = 0; i < problem->key_length; i++)
        if ((mean || plumb_exact_takes_part(problem, b, h, t, i)) && !value_finite(problem, b, h, t, i, column))
            return false;
    return true;
}

/* What a column depends on besides the values of keys. */
static bool column_parts_finite(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t column) {
    return (!plumb_exact_has_sink_value(problem) || isfinite(plumb_exact_sink_value(problem, h)[column])) &&
           optional_finite(plumb_exact_value_bias(problem, h, column)) &&
           optional_finite(plumb_exact_gate(problem, b, h, t, column));
}

static bool has_column_parts(const plumb_problem *problem, size_t b, size_t h, size_t t) {
    return plumb_exact_has_sink_value(problem) || plumb_exact_value_bias(problem, h, 0) != NULL ||
           plumb_exact_gate(problem, b, h, t, 0) != NULL;
}

static bool column_finite(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t column) {
    return column_values_finite(problem, b, h, t, column) && column_parts_finite(problem, b, h, t, column);
}

/* Of an output that turns both elements of a pair count, and the sines and cosines; here all that turn. */
bool plumb_exact_column_finite(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t column) {
    if (!plumb_column_turns(&problem->position, problem->head_dim, column))
        return column_finite(problem, b, h, t, column);
    for (size_t c = 0; c < problem->value_dim; c++)
        if (plumb_column_turns(&problem->position, problem->head_dim, c) && !column_finite(problem, b, h, t, c))
            return false;
    return true;
}

static bool value_vector_finite(const plumb_problem *problem, size_t b, size_t h, size_t i) {
    return vector_finite(plumb_exact_value(problem, b, h, i), problem->value_dim);
}

/* What the distance of key i adds to its value. */
static bool value_row_finite(const plumb_problem *problem, size_t b, size_t t, size_t i) {
    const double *row = plumb_exact_value_row(problem, b, t, i);
    return row == NULL || vector_finite(row, problem->value_dim);
}

/* All columns, as plumb_exact_column_finite, key by key. */
static bool values_finite(const plumb_problem *problem, size_t b, size_t h, size_t t, bool vectors_known) {
    bool rows_known = vectors_known && problem->position.value_table == NULL;
    bool mean = !rows_known && is_mean(problem, b, h, t);
    for (size_t i = 0; !rows_known && i < problem->key_length; i++)
        if ((mean || plumb_exact_takes_part(problem, b, h, t, i)) &&
            !((vectors_known || value_vector_finite(problem, b, h, i)) && value_row_finite(problem, b, t, i)))
            return false;
    for (size_t c = 0; c < problem->value_dim && has_column_parts(problem, b, h, t); c++)
        if (!column_parts_finite(problem, b, h, t, c))
            return false;
    return true;
}

bool plumb_exact_values_finite(const plumb_problem *problem, size_t b, size_t h, size_t t) {
    return values_finite(problem, b, h, t, false);
}

/* Tests the vectors of a key head, unless it is the one before. */
static void look_at_head(const plumb_problem *problem, size_t b, size_t h, plumb_finite_head *head) {
    if (problem->key_length == 0)
        return;
    const double *key = plumb_exact_key(problem, b, h, 0);
    const double *value = plumb_exact_value(problem, b, h, 0);
    if (key == head->key && value == head->value)
        return;
    *head = (plumb_finite_head){key, value, true, true};
    for (size_t i = 0; i < problem->key_length; i++) {
        head->keys = head->keys && vector_finite(plumb_exact_key(problem, b, h, i), problem->head_dim);
        head->values = head->values && value_vector_finite(problem, b, h, i);
    }
}

plumb_finite plumb_exact_finite(const plumb_problem *problem, size_t b, size_t h, size_t t, plumb_finite_head *head) {
    plumb_finite_head none = {NULL, NULL, false, false};
    if (head == NULL)
        head = &none;
    else
        look_at_head(problem, b, h, head);
    return (plumb_finite){keys_finite(problem, b, h, t, head->keys), values_finite(problem, b, h, t, head->values)};
}

bool plumb_exact_has_value(const plumb_problem *problem, size_t b, size_t h, size_t t, plumb_finite finite,
                           plumb_quantity quantity, size_t column) {
    if (quantity == PLUMB_SCORES)
        return finite.keys || plumb_exact_key_finite(problem, b, h, t, column);
    return finite.keys &&
           (quantity != PLUMB_OUTPUT || finite.values || plumb_exact_column_finite(problem, b, h, t, column));
}
