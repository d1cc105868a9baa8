/* neighbour_cases.h - cases that neighbours change: copies of all that they read, and whether
   reading a case would accept a changed one's positions. */
#ifndef PLUMB_TESTS_DIAGNOSE_NEIGHBOUR_CASES_H
#define PLUMB_TESTS_DIAGNOSE_NEIGHBOUR_CASES_H
#include "case/read.h"
#include "diagnose/neighbour.h"
#include "schema/rules.h"
#include "tests/support/problems.h"
#include "tests/support/suite.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Adds what a list makes of a case. */
typedef void neighbour_list(const plumb_case *stated, plumb_neighbourhood *neighbourhood);

/* A hash of the tensors of a drawn problem, to see that none was written to. */
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *byte = bytes;
    for (size_t i = 0; bytes != NULL && i < size; i++)
        hash = (hash ^ byte[i]) * UINT64_C(1099511628211);
    return hash;
}

static inline uint64_t hash_doubles(uint64_t hash, const double *x, size_t count) {
    return hash_bytes(hash, x, count * sizeof *x);
}

static inline uint64_t hash_drawn(const drawn_problem *drawn) {
    const plumb_problem *p = &drawn->problem;
    size_t queries = p->batch * p->query_length, keys = p->batch * p->key_length;
    uint64_t hash = hash_doubles(14695981039346656037u, drawn->query, query_numbers(p));
    hash = hash_doubles(hash, drawn->key, key_numbers(p));
    hash = hash_doubles(hash, drawn->value, value_numbers(p));
    for (int i = 0; i < EXTRA_TENSORS; i++)
        hash = hash_doubles(hash, drawn->extra[i], extra_numbers(p, (extra_tensor)i));
    for (int i = 0; i < POSITION_TENSORS; i++)
        hash = hash_doubles(hash, drawn->position[i], position_numbers(p, (position_tensor)i));
    hash = hash_bytes(hash, drawn->query_position, plumb_query_places(p) * sizeof(int64_t));
    hash = hash_bytes(hash, drawn->key_position, plumb_key_places(p) * sizeof(int64_t));
    hash = hash_bytes(hash, drawn->query_segment, queries * sizeof(int64_t));
    return hash_bytes(hash, drawn->key_segment, keys * sizeof(int64_t));
}

/* The shape and positions of a problem as the tensors and the description of a file. */
typedef struct {
    plumb_tensor tensor[24];
    size_t tensors;
    char text[1500];
    size_t length;
    int64_t places[2][4096]; /* ids as a file has them */
} filed_case;

static inline void file_bytes(filed_case *filed, const char *name, plumb_dtype dtype,
                              const void *bytes, size_t rank, const size_t *shape) {
    plumb_tensor *tensor = &filed->tensor[filed->tensors];
    if (bytes == NULL)
        return;
    *tensor = (plumb_tensor){.source = "changed",
                             .name = name,
                             .dtype = dtype,
                             .dtype_name = plumb_dtype_name(dtype),
                             .rank = rank,
                             .bytes = bytes};
    memcpy(tensor->shape, shape, rank * sizeof *shape);
    ck_assert(plumb_shape_count(shape, rank, &tensor->count));
    filed->tensors++;
}

static inline void file_matrix(filed_case *filed, const char *name, const double *x, size_t rows,
                               size_t columns) {
    const size_t shape[] = {rows, columns};
    file_bytes(filed, name, PLUMB_DTYPE_F64, x, 2, shape);
}

static inline void file_list(filed_case *filed, const char *name, const double *x, size_t count) {
    file_bytes(filed, name, PLUMB_DTYPE_F64, x, 1, &count);
}

static inline void file_vectors(filed_case *filed, const char *name, const double *x, size_t batch,
                                size_t heads, size_t length, size_t dim) {
    const size_t shape[] = {batch, heads, length, dim};
    file_bytes(filed, name, PLUMB_DTYPE_F64, x, 4, shape);
}

__attribute__((format(printf, 2, 3))) static inline void state(filed_case *filed,
                                                               const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(filed->text + filed->length, sizeof filed->text - filed->length, format,
                           arguments);
    va_end(arguments);
    filed->length += (size_t)length;
    ck_assert_uint_lt(filed->length, sizeof filed->text);
}

static inline void state_word(filed_case *filed, plumb_member input, size_t number) {
    state(filed, ",\"%s\":\"%s\"", plumb_member_name(input),
          plumb_word_name(input, number));
}

static inline void state_lengths(filed_case *filed, const plumb_rope *rope) {
    state(filed, ",\"rope_original\":%.17g", rope->original);
    if (rope->scaling != PLUMB_ROPE_DYNAMIC && rope->scaling != PLUMB_ROPE_LONGROPE)
        return;
    state_word(filed, PLUMB_MEMBER_ROPE_LENGTH_RULE, rope->length_rule);
    if (rope->length_rule == PLUMB_ROPE_BY_LENGTH)
        state(filed, ",\"rope_length\":%.17g", rope->length);
}

static inline void state_scaling(filed_case *filed, const plumb_rope *rope) {
    state_word(filed, PLUMB_MEMBER_ROPE_SCALING, rope->scaling);
    bool unread = rope->scaling == PLUMB_ROPE_LONGROPE && rope->multiplier != 0 &&
                  rope->length_rule == PLUMB_ROPE_BY_LENGTH;
    if (!unread)
        state(filed, ",\"rope_factor\":%.17g", rope->factor);
    if (rope->scaling >= PLUMB_ROPE_DYNAMIC)
        state_lengths(filed, rope);
    if (rope->scaling == PLUMB_ROPE_YARN)
        state(filed, ",\"rope_beta_fast\":%.17g,\"rope_beta_slow\":%.17g,\"rope_truncate\":%s",
              rope->beta_fast, rope->beta_slow, rope->untruncated ? "false" : "true");
    if (rope->scaling == PLUMB_ROPE_YARN && rope->mscale != 0 && rope->mscale_all != 0)
        state(filed, ",\"rope_mscale\":%.17g,\"rope_mscale_all\":%.17g", rope->mscale,
              rope->mscale_all);
    if (rope->scaling == PLUMB_ROPE_LLAMA3)
        state(filed, ",\"rope_low_frequency\":%.17g,\"rope_high_frequency\":%.17g",
              rope->low_frequency, rope->high_frequency);
}

static inline void state_sections(filed_case *filed, const plumb_rope *rope) {
    const plumb_sections *sections = &rope->sections;
    if (sections->count == 0)
        return;
    for (size_t a = 0; a < sections->count; a++)
        state(filed, "%s%zu", a == 0 ? ",\"rope_sections\":[" : ",", sections->pairs[a]);
    state(filed, "]");
    state_word(filed, PLUMB_MEMBER_ROPE_SECTION_ORDER, rope->order);
    if (rope->cosine == NULL)
        state_word(filed, PLUMB_MEMBER_ROPE_SECTION_FREQUENCIES, rope->frequencies);
}

static inline void file_rope(filed_case *filed, const plumb_rope *rope) {
    size_t half = rope->dim / 2;
    state_word(filed, PLUMB_MEMBER_ROPE_LAYOUT, rope->layout);
    state(filed, ",\"rope_dim\":%zu", rope->dim);
    state_word(filed, PLUMB_MEMBER_ROPE_PART, rope->last);
    state_sections(filed, rope);
    if (rope->cosine != NULL) {
        file_matrix(filed, "rope_cos", rope->cosine, rope->rows, half);
        file_matrix(filed, "rope_sin", rope->sine, rope->rows, half);
        return;
    }
    state(filed, ",\"rope_base\":%.17g", rope->base);
    if (rope->multiplier != 0)
        state(filed, ",\"rope_multiplier\":%.17g", rope->multiplier);
    if (rope->scaling != PLUMB_ROPE_UNSCALED)
        state_scaling(filed, rope);
    if (rope->scaling != PLUMB_ROPE_LONGROPE)
        return;
    file_list(filed, "rope_long", rope->long_divisor, half);
    file_list(filed, "rope_short", rope->short_divisor, half);
}

static inline void state_temperature(filed_case *filed, const plumb_temperature *temperature) {
    if (temperature->factor != 0)
        state(filed, ",\"temperature_factor\":%.17g,\"temperature_length\":%" PRId64 ",\"temperature_offset\":%" PRId64,
              temperature->factor, temperature->length, temperature->offset);
}

static inline void file_encoding(filed_case *filed, const plumb_problem *p) {
    const plumb_position *position = &p->position;
    switch (position->kind) {
    case PLUMB_POSITION_SINUSOIDAL:
        state_word(filed, PLUMB_MEMBER_SINUSOIDAL_LAYOUT, position->sinusoidal);
        state_word(filed, PLUMB_MEMBER_SINUSOIDAL_DENOMINATOR, position->sinusoidal_one_less);
        state(filed, ",\"sinusoidal_base\":%.17g,\"position_offset\":%" PRId64,
              position->sinusoidal_base, position->offset);
        break;
    case PLUMB_POSITION_LEARNED:
        state(filed, ",\"position_offset\":%" PRId64, position->offset);
        file_matrix(filed, "position_table", position->table, position->table_rows, p->head_dim);
        break;
    case PLUMB_POSITION_ROPE:
        file_rope(filed, &position->rope);
        state_temperature(filed, &position->temperature);
        break;
    case PLUMB_POSITION_ROPE_OUTPUT:
        file_rope(filed, &position->rope);
        break;
    case PLUMB_POSITION_TEMPERATURE:
        state_temperature(filed, &position->temperature);
        break;
    case PLUMB_POSITION_ALIBI:
        state_word(filed, PLUMB_MEMBER_ALIBI_FORM, position->alibi);
        file_list(filed, "slopes", position->slopes, p->query_heads);
        break;
    case PLUMB_POSITION_T5:
    case PLUMB_POSITION_BUCKET_INDEX:
        state_word(filed, PLUMB_MEMBER_DIRECTION, position->bidirectional);
        state(filed, ",\"buckets\":%zu,\"max_distance\":%zu", position->buckets,
              position->max_distance);
        file_matrix(filed, "position_table", position->table, position->buckets, p->query_heads);
        break;
    case PLUMB_POSITION_RELATIVE_TABLE:
        file_matrix(filed, "position_table", position->table, position->table_rows, p->query_heads);
        break;
    case PLUMB_POSITION_SHAW:
        file_matrix(filed, "position_table", position->table, position->table_rows, p->head_dim);
        file_matrix(filed, "position_values", position->value_table, position->table_rows,
                    p->value_dim);
        break;
    case PLUMB_POSITION_NONE:
    default:
        break;
    }
}

static inline void file_masks(filed_case *filed, const plumb_problem *p) {
    bool counted = plumb_position_reads_queries(&p->position) && p->position.query_position == NULL;
    if (counted || p->mask.in_cache)
        state(filed, ",\"causal_alignment\":{\"offset\":%" PRId64 "}", p->causal.offset);
    if (p->mask.in_cache)
        state(filed,
              ",\"streaming\":{\"first\":%" PRId64 ",\"recent\":%" PRId64
              "},\"streaming_positions\":\"cache\"",
              p->mask.first, p->mask.recent);
}

/* [B,axes,S] as [axes,B,S], or as [B,S] where there are no sections. */
static inline void file_places(filed_case *filed, const plumb_problem *p, bool queries) {
    size_t length = queries ? p->query_length : p->key_length, axes = plumb_axes_of(&p->position);
    const int64_t *from = queries ? p->position.query_position : p->position.key_position;
    int64_t *to = filed->places[queries];
    const size_t shape[] = {axes, p->batch, length};
    bool sections = p->position.rope.sections.count > 0;
    ck_assert_uint_le(axes * p->batch * length, sizeof filed->places[0] / sizeof *to);
    for (size_t i = 0; from != NULL && i < axes * p->batch * length; i++)
        to[(i / length % axes * p->batch + i / length / axes) * length + i % length] = from[i];
    file_bytes(filed, queries ? "query_positions" : "key_positions", PLUMB_DTYPE_I64, from != NULL ? to : NULL,
               sections ? 3 : 2, sections ? shape : shape + 1);
}

static inline void file_ids(filed_case *filed, const plumb_problem *p) {
    file_places(filed, p, true);
    file_places(filed, p, false);
}

/* Whether reading accepts the shape and the positions of a problem; if not, the message says
   why. */
static inline bool reading_accepts(const plumb_problem *p, plumb_error *error) {
    filed_case filed = {.tensors = 0};
    plumb_case read;
    file_vectors(&filed, "q", p->query, p->batch, p->query_heads, p->query_length, p->head_dim);
    file_vectors(&filed, "k", p->key, p->batch, p->key_heads, p->key_length, p->head_dim);
    file_vectors(&filed, "v", p->value, p->batch, p->key_heads, p->key_length, p->value_dim);
    file_ids(&filed, p);
    state(&filed, "{\"version\":1,\"position\":\"%s\"",
          plumb_word_name(PLUMB_MEMBER_POSITION, p->position.kind));
    file_encoding(&filed, p);
    file_masks(&filed, p);
    state(&filed, "}");
    bool accepted = plumb_case_from_tensors(filed.tensor, filed.tensors, filed.text, "changed",
                                            &read, error) == 0;
    if (accepted)
        plumb_case_free(&read);
    return accepted;
}
#endif
