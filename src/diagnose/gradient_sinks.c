/* gradient_sinks.c - a sink has one number for each head, so only few sums are tried: over the first or last queries,
   over one batch entry, and of the weights without delta. */
#include "diagnose/gradient_sinks.h"
#include "backward/gradients.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const plumb_gradient_sample *sample;
    double *term, *weight; /* [rows] of dsinks, and of the weights of the sink */
    double *numbers;
    size_t *explained;
    char *says;
    size_t size;
} asking;

/* The rows of a sum: batch entries and queries from the first up to those before the last. */
typedef struct {
    size_t b, b_end, t, t_end;
} range;

static int set_terms(asking *a) {
    const plumb_case *c = a->sample->of;
    const plumb_problem *p = &c->problem;
    plumb_rows rows;
    plumb_backward_row row;
    a->term = calloc(2 * plumb_rows_of(p) + 1, sizeof *a->term);
    a->weight = a->term + plumb_rows_of(p);
    if (a->term == NULL || plumb_rows_init(&rows, p, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_ALL) != 0)
        return -1;
    int status = plumb_backward_row_init(&row, p);
    for (size_t n = 0; status == 0 && n < plumb_rows_of(p); n++) {
        size_t head = n / p->query_length, b = head / p->query_heads, h = head % p->query_heads;
        size_t t = n % p->query_length;
        if (!plumb_gradient_reads(c, h, a->sample->key_head))
            continue;
        plumb_backward_row_set(&row, plumb_rows_get(&rows, b, h, t), b, h, t);
        a->weight[n] = -row.sink;
        a->term[n] = row.sink * (row.lse_gradient - row.delta);
    }
    if (status == 0)
        plumb_backward_row_free(&row);
    plumb_rows_free(&rows);
    return status;
}

static bool explains_sinks(const asking *a) {
    *a->explained = plumb_numbers_explain(a->sample, PLUMB_GRADIENT_OF_SINK, a->numbers);
    return *a->explained > 0;
}

static bool explains(const asking *a, const double *term, range of) {
    const plumb_problem *p = &a->sample->of->problem;
    memset(a->numbers, 0, p->query_heads * sizeof *a->numbers);
    for (size_t b = of.b; b < of.b_end; b++)
        for (size_t h = 0; h < p->query_heads; h++)
            for (size_t t = of.t; t < of.t_end; t++)
                a->numbers[h] += term[(b * p->query_heads + h) * p->query_length + t];
    return explains_sinks(a);
}

static bool try_entries(const asking *a) {
    const plumb_problem *p = &a->sample->of->problem;
    for (size_t b = 0; p->batch > 1 && b < p->batch; b++)
        if (explains(a, a->term, (range){b, b + 1, 0, p->query_length})) {
            snprintf(a->says, a->size, "in dsinks, only batch entry %zu counts", b);
            return true;
        }
    return false;
}

/* Sums over the first or the last queries, of any number: one such number, or the only one that is a whole number of
   tiles. */
enum { TILE = 16 };

static range first_queries(const plumb_problem *p, size_t count) {
    return (range){0, p->batch, 0, count};
}

static range last_queries(const plumb_problem *p, size_t count) {
    return (range){0, p->batch, p->query_length - count, p->query_length};
}

static bool try_queries_of(const asking *a, range (*of)(const plumb_problem *p, size_t count), const char *which) {
    const plumb_problem *p = &a->sample->of->problem;
    size_t found = 0, whole = 0, at = 0, at_whole = 0;
    for (size_t count = 1; count < p->query_length; count++)
        if (explains(a, a->term, of(p, count))) {
            bool tiles = count % TILE == 0 || (p->query_length - count) % TILE == 0;
            found++;
            whole += tiles;
            at = count;
            at_whole = tiles ? count : at_whole;
        }
    if (found != 1 && whole != 1)
        return false;
    at = found == 1 ? at : at_whole;
    (void)explains(a, a->term, of(p, at));
    snprintf(a->says, a->size, "in dsinks, only the %s %zu queries count", which, at);
    return true;
}

static bool try_queries(const asking *a) {
    return try_queries_of(a, last_queries, "last") || try_queries_of(a, first_queries, "first");
}

static bool try_weights(const asking *a) {
    const plumb_problem *p = &a->sample->of->problem;
    if (!explains(a, a->weight, (range){0, p->batch, 0, p->query_length}))
        return false;
    snprintf(a->says, a->size, "in dsinks, the weights of the sink are summed, without delta");
    return true;
}

static bool try_heads(const asking *a) {
    const double *exact = a->sample->all->mid[PLUMB_GRADIENT_OF_SINK];
    size_t heads = a->sample->of->problem.query_heads;
    for (size_t by = 1; by < heads; by += heads > 2 ? heads - 2 : 1) {
        for (size_t h = 0; h < heads; h++)
            a->numbers[h] = exact[(h + by) % heads];
        if (!explains_sinks(a))
            continue;
        snprintf(a->says, a->size, "dsinks of each head is that of the %s", by == 1 ? "next head" : "head before");
        return true;
    }
    return false;
}

int plumb_gradient_sinks(const plumb_gradient_sample *sample, plumb_gradient gradient, double *numbers,
                         size_t *explained, char *says, size_t size) {
    asking a = {.sample = sample, .numbers = numbers, .explained = explained, .says = says, .size = size};
    *explained = 0;
    if (gradient != PLUMB_GRADIENT_OF_SINK)
        return 0;
    int status = set_terms(&a);
    if (status == 0 && !try_entries(&a) && !try_queries(&a) && !try_weights(&a))
        (void)try_heads(&a);
    free(a.term);
    return status;
}
