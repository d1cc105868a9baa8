/* check.h - what must hold after a reading, whatever the bytes were. */
#ifndef PLUMB_FUZZ_CASE_CHECK_H
#define PLUMB_FUZZ_CASE_CHECK_H
#include "base/error.h"
#include "case/case.h"
#include "case/tensor.h"
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Not assert: a fuzzer built with NDEBUG would find nothing. */
static inline void must(int condition) {
    if (!condition)
        abort();
}

/* Every refusal says why, in one line without control characters. */
static inline void check_error(const plumb_error *error) {
    size_t length = strlen(error->text);
    must(length > 0 && length < sizeof error->text);
    for (size_t i = 0; i < length; i++)
        must((unsigned char)error->text[i] >= 0x20 && error->text[i] != 0x7F);
}

/* Reads every value, so that a sanitizer sees one that is not there. */
static inline void check_values(const double *value, size_t count) {
    volatile double seen = 0;
    for (size_t i = 0; i < count; i++)
        seen = value[i];
    (void)seen;
}

static inline void check_tensor(const plumb_tensor *tensor) {
    size_t count;
    plumb_format format;
    must(tensor->rank <= PLUMB_RANK_MAX);
    must(plumb_shape_count(tensor->shape, tensor->rank, &count) && count == tensor->count);
    if (!plumb_tensor_format(tensor, &format))
        return;
    double *value = malloc((tensor->count + 1) * sizeof *value);
    must(value != NULL);
    plumb_tensor_decode(tensor, format, value);
    check_values(value, tensor->count);
    free(value);
}

static inline void check_claim(const plumb_claim *claim, size_t count) {
    if (!claim->present)
        return;
    must(claim->count == count);
    check_values(claim->value, count);
}

/* The tensors of the operator: every number that the problem speaks of is there, and finite. */
static inline void check_finite(const double *value, size_t count) {
    for (size_t i = 0; value != NULL && i < count; i++)
        must(isfinite(value[i]));
}

static inline void check_bias(const plumb_problem *p) {
    const plumb_extras *e = &p->extra;
    if (e->bias == NULL || p->key_length == 0)
        return;
    size_t count = (p->batch - 1) * e->bias_batch + (p->query_heads - 1) * e->bias_head +
                   (p->query_length - 1) * e->bias_query + p->key_length;
    for (size_t i = 0; i < count; i++)
        must(isfinite(e->bias[i]) || e->bias[i] == -INFINITY);
}

static inline void check_extras(const plumb_problem *p) {
    const plumb_extras *e = &p->extra;
    size_t rows = p->batch * p->query_heads * p->query_length;
    check_bias(p);
    check_finite(e->sinks, p->query_heads);
    check_finite(e->sink_key, p->query_heads * p->head_dim);
    check_finite(e->sink_value, p->query_heads * p->value_dim);
    check_finite(e->key0_bias, p->query_heads);
    check_finite(e->value_bias, p->query_heads * p->value_dim);
    check_finite(e->gate, e->gate_per_element ? rows * p->value_dim : rows);
    check_finite(e->mlp_inner, e->hidden_dim * p->head_dim);
    check_finite(e->mlp_outer, e->feature_dim * e->hidden_dim);
    must((p->op.kind == PLUMB_MLP_KERNEL) == (e->mlp_inner != NULL && e->mlp_outer != NULL));
    must((p->op.sink == PLUMB_SINK_LOGIT) == (e->sinks != NULL));
    must(p->op.epsilon >= 0);
}

static inline void check_positions_within(const int64_t *position, size_t count, int64_t least) {
    for (size_t i = 0; position != NULL && i < count; i++)
        must(position[i] >= least && position[i] <= PLUMB_POSITION_MAX);
}

/* Where queries and keys stand, by ids or counted: what the kernels may rely on. */
static inline void check_places(const plumb_problem *p) {
    const plumb_position *position = &p->position;
    int64_t least = plumb_position_moves_vectors(position->kind) ? 0 : -PLUMB_POSITION_MAX;
    bool of_keys =
        position->kind == PLUMB_POSITION_ALIBI &&
        (position->alibi == PLUMB_ALIBI_KEY || position->alibi == PLUMB_ALIBI_SCALED_KEY);
    check_positions_within(position->query_position, p->batch * p->query_length, least);
    check_positions_within(position->key_position, p->batch * p->key_length, least);
    for (size_t b = 0; position->query_position == NULL && !of_keys && b < p->batch; b++) {
        int64_t queries = p->sequences.length != NULL ? p->sequences.length[b] : (int64_t)p->query_length;
        must(queries == 0 || (plumb_offset_of(p, b) >= least &&
                              plumb_offset_of(p, b) + queries - 1 <= PLUMB_POSITION_MAX));
    }
}

static inline bool is_above_0(double x) {
    return isfinite(x) && x > 0;
}

static inline void check_rope(const plumb_problem *p) {
    const plumb_rope *rope = &p->position.rope;
    bool ruled = rope->cosine == NULL;
    plumb_rope_scaling scaling = rope->scaling;
    must(rope->dim >= 2 && rope->dim % 2 == 0 && rope->dim <= p->head_dim);
    must((rope->cosine == NULL) == (rope->sine == NULL));
    check_finite(rope->cosine, rope->rows * (rope->dim / 2));
    check_finite(rope->sine, rope->rows * (rope->dim / 2));
    check_finite(rope->long_divisor, rope->dim / 2);
    check_finite(rope->short_divisor, rope->dim / 2);
    must(is_above_0(rope->base) && isfinite(rope->multiplier) && rope->multiplier >= 0);
    must(ruled || scaling == PLUMB_ROPE_UNSCALED);
    must(scaling == PLUMB_ROPE_UNSCALED || scaling == PLUMB_ROPE_LONGROPE ||
         is_above_0(rope->factor));
    must(scaling < PLUMB_ROPE_DYNAMIC || is_above_0(rope->original));
    must((scaling != PLUMB_ROPE_NTK && scaling != PLUMB_ROPE_DYNAMIC) || rope->dim > 2);
    must(scaling != PLUMB_ROPE_YARN || rope->base > 1);
    must(scaling != PLUMB_ROPE_LLAMA3 || rope->high_frequency > rope->low_frequency);
    must((scaling == PLUMB_ROPE_LONGROPE) == (rope->long_divisor != NULL));
    must(scaling != PLUMB_ROPE_LONGROPE || rope->original > 1);
    must(scaling != PLUMB_ROPE_LONGROPE || is_above_0(rope->factor) || rope->multiplier > 0);
}

static inline void check_table(const plumb_problem *p) {
    const plumb_position *position = &p->position;
    plumb_position_kind kind = position->kind;
    bool vectors = kind == PLUMB_POSITION_LEARNED || kind == PLUMB_POSITION_SHAW;
    bool needed = vectors || kind == PLUMB_POSITION_T5 || kind == PLUMB_POSITION_RELATIVE_TABLE;
    must(needed == (position->table != NULL));
    check_finite(position->table, position->table_rows * (vectors ? p->head_dim : p->query_heads));
    check_finite(position->value_table, position->table_rows * p->value_dim);
    must(kind != PLUMB_POSITION_T5 || position->table_rows == position->buckets);
    must((kind != PLUMB_POSITION_RELATIVE_TABLE && kind != PLUMB_POSITION_SHAW) ||
         position->table_rows % 2 == 1);
}

static inline void check_buckets(const plumb_position *position) {
    size_t one_way = position->bidirectional ? position->buckets / 2 : position->buckets;
    must(one_way >= 2 && position->buckets <= 1024);
    must(!position->bidirectional || position->buckets % 2 == 0);
    must(position->max_distance > one_way / 2);
}

static inline void check_position(const plumb_problem *p) {
    const plumb_position *position = &p->position;
    if (position->kind == PLUMB_POSITION_NONE)
        return;
    check_places(p);
    check_table(p);
    check_finite(position->slopes, p->query_heads);
    if (position->kind == PLUMB_POSITION_ROPE)
        check_rope(p);
    if (position->kind == PLUMB_POSITION_SINUSOIDAL)
        must(p->head_dim % 2 == 0 && is_above_0(position->sinusoidal_base));
    if (position->kind == PLUMB_POSITION_T5 || position->kind == PLUMB_POSITION_BUCKET_INDEX)
        check_buckets(position);
}

static inline void check_masks(const plumb_problem *p) {
    const plumb_mask *m = &p->mask;
    must((m->query_segment == NULL) == (m->key_segment == NULL));
    if (m->allowed == NULL || p->key_length == 0)
        return;
    size_t count = (p->batch - 1) * m->allowed_batch + (p->query_heads - 1) * m->allowed_head +
                   (p->query_length - 1) * m->allowed_query + p->key_length;
    for (size_t i = 0; i < count; i++)
        must(m->allowed[i] <= 1);
}

static inline void check_case(const plumb_case *c) {
    const plumb_problem *p = &c->problem;
    size_t rows = p->batch * p->query_heads * p->query_length;
    size_t keys = p->batch * p->key_heads * p->key_length;
    must(rows > 0 && p->key_heads > 0 && p->head_dim > 0 && p->value_dim > 0);
    must(p->query_heads % p->key_heads == 0);
    must(rows <= SIZE_MAX / p->value_dim);
    must(p->key_length == 0 || rows <= SIZE_MAX / p->key_length);
    check_values(p->query, rows * p->head_dim);
    check_values(p->key, keys * p->head_dim);
    check_values(p->value, keys * p->value_dim);
    check_extras(p);
    check_masks(p);
    check_position(p);
    must(p->empty_row != PLUMB_EMPTY_ROW_MEAN || p->key_length > 0);
    check_claim(&c->output, rows * p->value_dim);
    check_claim(&c->weights, rows * p->key_length);
    check_claim(&c->scores, rows * p->key_length);
    check_claim(&c->lse, rows);
    must(c->source != NULL && c->storage != NULL);
}
#endif
