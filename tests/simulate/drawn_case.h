/* drawn_case.h - random cases of one size and one precision, as in trained models: normal numbers, queries scaled until
   the largest score is the requested one, a causal mask, with or without rotation; and the results of simulated engines
   that keep to a precision. */
#ifndef PLUMB_TESTS_SIMULATED_DRAWN_CASE_H
#define PLUMB_TESTS_SIMULATED_DRAWN_CASE_H
#include "tests/judge/judged_engines.h"
#include "tests/simulate/within.h"
#include <stdio.h>
#include <stdlib.h>

/* These programs are no tests: Check's assertions do not work in them. */
static inline void demand(bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "%s\n", what);
        exit(2);
    }
}

typedef struct {
    size_t heads, queries, keys, dim;
    double largest; /* score, before rotation */
    bool rotated;
    const char *model;
    plumb_format format;
} drawn_size;

static inline double largest_score(const drawn_problem *drawn) {
    const plumb_problem *p = &drawn->problem;
    double most = 0;
    for (size_t h = 0; h < p->query_heads; h++)
        for (size_t t = 0; t < p->query_length; t++)
            for (size_t j = 0; j < p->key_length; j++) {
                const double *q = drawn->query + (h * p->query_length + t) * p->head_dim;
                const double *k = drawn->key + (h * p->key_length + j) * p->head_dim;
                double sum = 0;
                for (size_t c = 0; c < p->head_dim; c++)
                    sum += q[c] * k[c];
                most = fmax(most, fabs(sum) / sqrt((double)p->head_dim));
            }
    return most;
}

static inline drawn_problem draw_case(random_cases *cases, const drawn_size *size) {
    plumb_problem shape = one_head(size->queries, size->keys, size->dim, size->dim);
    shape.query_heads = shape.key_heads = size->heads;
    shape.causal = (plumb_causal){true, (int64_t)size->keys - (int64_t)size->queries};
    if (size->rotated) {
        shape.position.kind = PLUMB_POSITION_ROPE;
        shape.position.rope = (plumb_rope){.dim = size->dim, .base = 10000};
    }
    drawn_problem drawn = draw_problem(cases, shape, ORDINARY);
    double factor = size->largest / largest_score(&drawn);
    for (size_t i = 0; i < query_numbers(&drawn.problem); i++)
        drawn.query[i] *= factor;
    round_problem(&drawn, size->format);
    return drawn;
}

/* output [rows][value_dim]: of an engine that evaluates p, in the format that is stored. */
static inline void answer_case(const plumb_problem *p, const simulated_engine *engine, plumb_format format,
                               double *output) {
    simulated_answers answers = simulate(engine, p, false);
    memcpy(output, answers.output, plumb_rows_of(p) * p->value_dim * sizeof *output);
    free_simulated(&answers);
    round_tensor(output, plumb_rows_of(p) * p->value_dim, format);
}

/* An engine of that precision, of a form that is not drawn from those of src/simulate. */
static inline simulated_engine draw_engine(random_cases *cases, const drawn_size *size) {
    return draw_engine_within(cases, plumb_precision_find(size->model));
}

static inline plumb_report judge_case(const plumb_problem *p, const drawn_size *size, double *output) {
    plumb_case c = {.problem = *p,
                    .input_format = size->format,
                    .precision = size->model,
                    .source = "drawn",
                    .output = {true, size->format, plumb_rows_of(p) * p->value_dim, output}};
    plumb_compare_options how = {.threads = 1};
    plumb_report report;
    plumb_error error;
    demand(plumb_compare(&c, &how, &report, &error) == 0, error.text);
    return report;
}
#endif
