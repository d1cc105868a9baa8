/* check.h - what must hold after a reading, whatever the bytes were. */
#ifndef PLUMB_FUZZ_CASE_CHECK_H
#define PLUMB_FUZZ_CASE_CHECK_H
#include "case/case.h"
#include "case/error.h"
#include "case/tensor.h"
#include <math.h>
#include <stddef.h>
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
    check_finite(e->bias, (p->batch - 1) * e->bias_batch + (p->query_heads - 1) * e->bias_head +
                              (p->query_length - 1) * e->bias_query + p->key_length);
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
    check_claim(&c->output, rows * p->value_dim);
    check_claim(&c->weights, rows * p->key_length);
    check_claim(&c->scores, rows * p->key_length);
    check_claim(&c->lse, rows);
    must(c->source != NULL && c->storage != NULL);
}
#endif
