/* encoding_engine.h - positional encodings other than rotations, as their case states them unless a
   test sets them to something else. */
#ifndef PLUMB_TESTS_DIAGNOSE_ENCODING_ENGINE_H
#define PLUMB_TESTS_DIAGNOSE_ENCODING_ENGINE_H
#include "tests/diagnose/rotating_engine.h"

/* ---- vectors that are added ---- */

static inline double sinusoid(const engine *e, double position, size_t c) {
    size_t half = e->p->head_dim / 2, m = e->interleaved ? c / 2 : c % half;
    bool second = e->interleaved ? c % 2 == 1 : c >= half;
    double angle = (position + e->offset) * pow(e->base, -(double)m / e->pairs);
    return second != e->cosines_first ? cos(angle) : sin(angle);
}

static inline double learned(const engine *e, double position, size_t c) {
    size_t row = (size_t)(position + e->offset), dim = e->p->head_dim;
    size_t rows = e->p->position.table_rows;
    return e->p->position.table[e->transposed ? c * rows + row : row * dim + c];
}

static inline void add_entries(const engine *e, const double *x, axes_place place, bool of_query,
                               double *moved) {
    double times = of_query ? e->query_sums : e->key_sums;
    for (size_t c = 0; c < e->p->head_dim; c++) {
        double entry = e->entry(e, place.on[0], c);
        if (e->rounded != NULL)
            entry = e->rounded(entry, e->format);
        moved[c] = e->enlarged * x[c] + times * entry;
    }
}

/* ---- ALiBi ---- */

static inline double rule_slope(size_t heads, size_t h) {
    size_t n = 1;
    while (2 * n <= heads)
        n *= 2;
    return h < n ? pow(2, -8 * (double)(h + 1) / (double)n)
                 : pow(2, -4 * (double)(2 * (h - n) + 1) / (double)n);
}

static inline double own_slope(const engine *e, size_t h) {
    const double *stated = e->p->position.slopes;
    return stated != NULL ? stated[h] : rule_slope(e->p->query_heads, h);
}

static inline double relative_distance(const engine *e, double query, double key) {
    (void)e;
    return key - query;
}

static inline double key_distance(const engine *e, double query, double key) {
    (void)e;
    (void)query;
    return key;
}

static inline double symmetric_distance(const engine *e, double query, double key) {
    (void)e;
    return -fabs(key - query);
}

static inline double scaled_distance(const engine *e, double query, double key) {
    (void)query;
    return e->scale * key;
}

static inline double plain_product(const engine *e, double slope, double distance) {
    (void)e;
    return slope * distance;
}

static inline double alibi_bias(const engine *e, size_t h, double query, double key) {
    return e->factor_of_bias * e->product(e, e->slope(e, h), e->distance(e, query, key));
}

/* ---- buckets and clipped distances ---- */

static inline size_t bucket_of(const engine *e, double distance) {
    size_t buckets = e->both ? e->buckets / 2 : e->buckets, linear = buckets / 2;
    size_t after = e->both && distance > 0 ? buckets : 0;
    double n = e->both ? fabs(distance) : fmax(-distance, 0), first = (double)linear;
    if (n < first)
        return after + (size_t)n;
    double share = log(n / first) / log((double)e->max_distance / first);
    size_t bucket = linear + (size_t)floor(share * (double)(buckets - linear) + 1e-9);
    return after + (bucket < buckets ? bucket : buckets - 1);
}

static inline size_t clipped_row(const engine *e, double distance) {
    double reach = (double)(e->p->position.table_rows / 2);
    return (size_t)(fmax(-reach, fmin(reach, distance)) + reach);
}

static inline size_t own_column(const engine *e, size_t h) {
    (void)e;
    return h;
}

static inline double table_entry(const engine *e, size_t rows, size_t row, size_t h) {
    const plumb_problem *p = e->p;
    size_t column = e->column(e, h);
    size_t place = e->transposed ? column * rows + row : row * p->query_heads + column;
    return e->factor_of_bias * p->position.table[place];
}

static inline double t5_bias(const engine *e, size_t h, double query, double key) {
    double distance = e->keys_reversed ? query - key : key - query;
    size_t bucket = bucket_of(e, distance);
    return table_entry(e, e->p->position.buckets, e->row != NULL ? e->row(e, bucket) : bucket, h);
}

static inline double index_bias(const engine *e, size_t h, double query, double key) {
    (void)h;
    return (double)bucket_of(e, e->keys_reversed ? query - key : key - query);
}

static inline double relative_bias(const engine *e, size_t h, double query, double key) {
    double distance = e->keys_reversed ? query - key : key - query;
    return table_entry(e, e->p->position.table_rows, clipped_row(e, distance), h);
}

static inline const double *shaw_key(const engine *e, double query, double key) {
    double distance = e->keys_reversed ? query - key : key - query;
    return e->p->position.table + clipped_row(e, distance) * e->p->head_dim;
}

static inline const double *shaw_value(const engine *e, double query, double key) {
    double distance = e->values_reversed ? query - key : key - query;
    return e->p->position.value_table + clipped_row(e, distance) * e->p->value_dim;
}

/* ---- engines ---- */

static inline void set_sums(engine *e) {
    const plumb_position *position = &e->p->position;
    bool sines = position->kind == PLUMB_POSITION_SINUSOIDAL;
    e->move = add_entries;
    e->entry = sines ? sinusoid : learned;
    e->base = position->sinusoidal_base;
    e->interleaved = position->sinusoidal == PLUMB_SINUSOIDAL_INTERLEAVED;
    e->pairs = (double)(e->p->head_dim / 2) - (position->sinusoidal_one_less ? 1 : 0);
    e->offset = (double)position->offset;
}

static inline void set_biases(engine *e) {
    static double (*const distances[])(const engine *, double, double) = {
        relative_distance, key_distance, symmetric_distance, scaled_distance};
    const plumb_position *position = &e->p->position;
    e->distance = distances[position->alibi];
    e->buckets = position->buckets;
    e->max_distance = position->max_distance;
    e->both = position->bidirectional;
    e->bias = position->kind == PLUMB_POSITION_ALIBI            ? alibi_bias
              : position->kind == PLUMB_POSITION_T5             ? t5_bias
              : position->kind == PLUMB_POSITION_BUCKET_INDEX   ? index_bias
              : position->kind == PLUMB_POSITION_RELATIVE_TABLE ? relative_bias
                                                                : NULL;
}

/* As the case states. */
static inline engine engine_of(const plumb_problem *p) {
    const plumb_position *position = &p->position;
    engine e = plain_engine(p);
    if (position->kind == PLUMB_POSITION_ROPE)
        e = rope_engine(p);
    if (position->kind == PLUMB_POSITION_ROPE_OUTPUT) {
        e = rope_engine(p);
        e.move_output = e.move;
        e.move = NULL;
        e.query_turns = -1;
    }
    e.enlarged = e.query_sums = e.key_sums = e.factor_of_bias = 1;
    e.slope = own_slope;
    e.product = plain_product;
    e.column = own_column;
    if (position->kind == PLUMB_POSITION_SINUSOIDAL || position->kind == PLUMB_POSITION_LEARNED)
        set_sums(&e);
    if (plumb_position_adds_bias(position->kind))
        set_biases(&e);
    if (position->kind == PLUMB_POSITION_SHAW) {
        e.key_row = shaw_key;
        e.value_row = position->value_table != NULL ? shaw_value : NULL;
    }
    return e;
}
#endif
