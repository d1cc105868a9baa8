/* drawn_case.h - cases of one size and one precision, as trained models have them: normal numbers, queries scaled until
   the largest score is the one that is asked for, a causal mask, rotated or not; and what an honest engine answers. */
#ifndef PLUMB_TESTS_HONEST_DRAWN_CASE_H
#define PLUMB_TESTS_HONEST_DRAWN_CASE_H
#include "honest/engine.h"
#include "tests/compare/judged_engines.h"
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

/* A form that need not be one of those that the judge compares with (honest/form.h). */
static inline plumb_honest_form draw_form(random_cases *cases) {
    static const size_t blocks[] = {0, 16, 32, 48, 64, 96, 128, 256};
    uint64_t bits = random_bits(cases);
    return (plumb_honest_form){.name = "drawn",
                               .block = blocks[random_below(cases, sizeof blocks / sizeof *blocks)],
                               .scales_query = bits % 3 == 1,
                               .scales_both = bits % 3 == 2,
                               .divides_first = (bits & 16) != 0,
                               .base_two = (bits & 32) != 0,
                               .stores_steps = (bits & 64) != 0,
                               .coarse_angles = (bits & 128) != 0,
                               .backwards = (bits & 256) != 0,
                               .one_chain = (bits & 512) != 0,
                               .in_parts = (bits & 7168) == 7168};
}

/* output [rows][value_dim]: of an engine that evaluates p in that form and precision, in the format that is stored. */
static inline void answer_case(const plumb_problem *p, const plumb_precision *precision, const plumb_honest_form *form,
                               plumb_format format, double *output) {
    plumb_honest_engine engine;
    demand(plumb_honest_engine_init(&engine, p, precision, form) == 0, "memory is short");
    engine.without_lse = true;
    for (size_t row = 0; row < plumb_rows_of(p); row++) {
        size_t head = row / p->query_length;
        plumb_honest_evaluate(&engine, head / p->query_heads, head % p->query_heads, row % p->query_length);
        memcpy(output + row * p->value_dim, engine.result, p->value_dim * sizeof *output);
    }
    plumb_honest_engine_free(&engine);
    round_tensor(output, plumb_rows_of(p) * p->value_dim, format);
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
