/* naive.h - attention in long double, from its definition, for shapes whose lengths are all different: the number of
   another batch, head, query or column differs much. */
#ifndef PLUMB_TESTS_SUPPORT_NAIVE_H
#define PLUMB_TESTS_SUPPORT_NAIVE_H
#include "case/case.h"
#include "exact/quantity.h"
#include "tests/support/problems.h"
#include <math.h>
#include <stdlib.h>

/* Batches, grouped heads, queries beyond a bundle, many heads. */
static const plumb_problem naive_shapes[] = {
    {.batch = 2, .query_heads = 6, .key_heads = 3, .query_length = 5, .key_length = 4, .head_dim = 3, .value_dim = 7},
    {.batch = 3, .query_heads = 4, .key_heads = 4, .query_length = 2, .key_length = 7, .head_dim = 5, .value_dim = 1},
    {.batch = 2, .query_heads = 4, .key_heads = 2, .query_length = 70, .key_length = 9, .head_dim = 2, .value_dim = 3},
    {.batch = 2, .query_heads = 512, .key_heads = 8, .query_length = 3, .key_length = 2, .head_dim = 1,
     .value_dim = 4}};

enum { NAIVE_SHAPES = sizeof naive_shapes / sizeof *naive_shapes };

/* The elements that a row of this quantity has. */
static inline size_t naive_width(const plumb_problem *p, plumb_quantity quantity) {
    return quantity == PLUMB_OUTPUT ? p->value_dim : quantity == PLUMB_LSE ? 1 : p->key_length;
}

/* The number before element i of row (b, h, t) of a tensor of that quantity, of `queries` rows for each head. */
static inline size_t naive_start(const plumb_problem *p, plumb_quantity quantity, size_t queries,
                                 size_t b, size_t h, size_t t) {
    return ((b * p->query_heads + h) * queries + t) * naive_width(p, quantity);
}

static inline bool naive_sees(const plumb_problem *p, size_t b, size_t h, size_t t, size_t j) {
    return p->mask.allowed == NULL ||
           p->mask.allowed[((b * p->query_heads + h) * p->query_length + t) * p->key_length + j];
}

static inline long double naive_score(const plumb_problem *p, size_t b, size_t h, size_t t,
                                      size_t j) {
    size_t head = h / (p->query_heads / p->key_heads);
    const double *query = p->query + ((b * p->query_heads + h) * p->query_length + t) * p->head_dim;
    const double *key = p->key + ((b * p->key_heads + head) * p->key_length + j) * p->head_dim;
    long double sum = 0;
    for (size_t c = 0; c < p->head_dim; c++)
        sum += (long double)query[c] * key[c];
    return sum / sqrtl((long double)p->head_dim);
}

/* Of the softmax; a row that sees no key has outputs 0. */
static inline long double naive_element(const plumb_problem *p, plumb_quantity quantity, size_t b,
                                        size_t h, size_t t, size_t i) {
    long double sum = 0, output = 0;
    size_t head = h / (p->query_heads / p->key_heads);
    const double *value = p->value + (b * p->key_heads + head) * p->key_length * p->value_dim;
    if (quantity == PLUMB_SCORES)
        return naive_sees(p, b, h, t, i) ? naive_score(p, b, h, t, i) : -INFINITY;
    for (size_t j = 0; j < p->key_length; j++) {
        if (!naive_sees(p, b, h, t, j))
            continue;
        long double term = expl(naive_score(p, b, h, t, j));
        sum += term;
        output += quantity == PLUMB_OUTPUT ? term * value[j * p->value_dim + i]
                  : j == i                 ? term
                                           : 0;
    }
    return quantity == PLUMB_LSE ? logl(sum) : sum > 0 ? output / sum : 0;
}

/* Ordinary numbers in that shape. */
static inline drawn_problem naive_problem(random_cases *cases, size_t shape) {
    return draw_problem(cases, naive_shapes[shape], ORDINARY);
}

/* Ordinary numbers in that shape, and keys of which a row sees some, or none. */
static inline drawn_problem naive_masked(random_cases *cases, size_t shape) {
    drawn_problem drawn = naive_problem(cases, shape);
    plumb_problem *p = &drawn.problem;
    size_t count = p->batch * p->query_heads * p->query_length * p->key_length;
    p->mask.allowed_query = p->key_length;
    p->mask.allowed_head = p->query_length * p->key_length;
    p->mask.allowed_batch = p->query_heads * p->mask.allowed_head;
    p->mask.allowed = drawn.allowed = malloc(count);
    for (size_t i = 0; i < count; i++)
        drawn.allowed[i] = random_below(cases, 3) > 0;
    return drawn;
}

/* Outputs so close to the middle between two neighbours in binary32 that balls of binary64 often leave open on which
   side they lie; a narrower ball tells some of them.  The first two keys weigh nearly a half each, the heavier of them
   by the sign of the query; one has the lower neighbour as its value, the other the upper one.  All other keys are
   hidden. */
static inline drawn_problem naive_boundary(random_cases *cases, size_t shape) {
    drawn_problem drawn = naive_masked(cases, shape);
    const plumb_problem *p = &drawn.problem;
    for (size_t i = 0; i < query_numbers(p) / p->head_dim * p->key_length; i++)
        drawn.allowed[i] = i % p->key_length < 2;
    for (size_t i = 0; i < query_numbers(p); i++)
        drawn.query[i] = i % p->head_dim == 0 ? random_scaled(cases, -30, -20) : 0;
    for (size_t i = 0; i < key_numbers(p); i++)
        drawn.key[i] = i / p->head_dim % p->key_length == 0 ? 1 : -1;
    for (size_t head = 0; head < p->batch * p->key_heads; head++)
        for (size_t c = 0; c < p->value_dim; c++) {
            double *value = drawn.value + head * p->key_length * p->value_dim + c;
            size_t upper = random_below(cases, 2);
            value[0] = value[p->value_dim] = 1 + (double)random_below(cases, 1000) / 1024;
            value[upper * p->value_dim] += 0x1p-23;
        }
    return drawn;
}

/* The output of such a problem in binary32. */
static inline double naive_nearest(const plumb_problem *p, size_t b, size_t h, size_t t, size_t c) {
    size_t head = h / (p->query_heads / p->key_heads);
    const double *value = p->value + (b * p->key_heads + head) * p->key_length * p->value_dim + c;
    const double *query = p->query + ((b * p->query_heads + h) * p->query_length + t) * p->head_dim;
    return value[query[0] > 0 ? 0 : p->value_dim];
}
#endif
