/* problems.h - attention problems made up for a test, with the same numbers on every machine. */
#ifndef PLUMB_TESTS_EXACT_PROBLEMS_H
#define PLUMB_TESTS_EXACT_PROBLEMS_H
#include "problem/problem.h"
#include "exact/round.h"
#include "problem/format.h"
#include <math.h>
#include <stdlib.h>

/* Owns the tensors that its problem reads. */
typedef struct {
    plumb_problem problem;
    double *query, *key, *value;
} made_problem;

static inline size_t query_count(const plumb_problem *p) {
    return p->batch * p->query_heads * p->query_length * p->head_dim;
}

static inline size_t key_count(const plumb_problem *p) {
    return p->batch * p->key_heads * p->key_length * p->head_dim;
}

static inline size_t value_count(const plumb_problem *p) {
    return p->batch * p->key_heads * p->key_length * p->value_dim;
}

/* A problem of that shape, all of whose numbers are 0. */
static inline made_problem make_problem(plumb_problem shape) {
    made_problem made = {.problem = shape};
    made.problem.query = made.query = calloc(query_count(&shape) + 1, sizeof *made.query);
    made.problem.key = made.key = calloc(key_count(&shape) + 1, sizeof *made.key);
    made.problem.value = made.value = calloc(value_count(&shape) + 1, sizeof *made.value);
    return made;
}

static inline void free_problem(made_problem *made) {
    free(made->query);
    free(made->key);
    free(made->value);
}

/* One head of one batch. */
static inline plumb_problem one_head(size_t queries, size_t keys, size_t head_dim,
                                     size_t value_dim) {
    return (plumb_problem){.batch = 1,
                           .query_heads = 1,
                           .key_heads = 1,
                           .query_length = queries,
                           .key_length = keys,
                           .head_dim = head_dim,
                           .value_dim = value_dim};
}

/* xorshift64* (Vigna 2016). */
static inline double uniform(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (double)((*state * UINT64_C(2685821657736338717)) >> 11) * 0x1p-53;
}

/* Nearly normal: the sum of twelve uniform numbers (Irwin-Hall), mean 0, variance 1. */
static inline double normal(uint64_t *state) {
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += uniform(state);
    return sum;
}

static inline void fill_normal(double *x, size_t count, double size, plumb_format format,
                               uint64_t *state) {
    for (size_t i = 0; i < count; i++)
        x[i] = plumb_round_double(size * normal(state), format);
}

/* Normal queries, keys and values, representable in the format. */
static inline made_problem random_problem(plumb_problem shape, double size, plumb_format format,
                                          uint64_t seed) {
    made_problem made = make_problem(shape);
    uint64_t state = seed * 2 + 1;
    fill_normal(made.query, query_count(&shape), size, format, &state);
    fill_normal(made.key, key_count(&shape), 1, format, &state);
    fill_normal(made.value, value_count(&shape), 1, format, &state);
    return made;
}
#endif
