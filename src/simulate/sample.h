/* sample.h - some rows of a problem, spread over its heads and queries: the same each time. */
#ifndef PLUMB_SIMULATED_SAMPLE_H
#define PLUMB_SIMULATED_SAMPLE_H
#include "problem/problem.h"
#include <stddef.h>

enum { PLUMB_SAMPLE_HEADS = 8, PLUMB_SAMPLE_ROWS = 32 };

/* If rows have more than PLUMB_SAMPLE_KEYS / PLUMB_SAMPLE_ROWS keys, there are fewer, but at least one of each head. */
enum { PLUMB_SAMPLE_KEYS = 1 << 21 };

typedef struct {
    const plumb_problem *problem;
    size_t from, to; /* the queries that count */
    size_t heads;    /* in the sample; at most PLUMB_SAMPLE_HEADS */
    size_t rows;     /* of each head; at most PLUMB_SAMPLE_ROWS */
} plumb_simulated_sample;

plumb_simulated_sample plumb_sample_of(const plumb_problem *problem, size_t from, size_t to);

/* Returns head number `item` of the sample: its batch entry, its head and its queries [rows]. */
void plumb_sample_head(const plumb_simulated_sample *sample, size_t item, size_t *b, size_t *h, size_t *query);
#endif
