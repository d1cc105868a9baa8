/* expected_bias.c - like the evaluation of the gradient (bias.c), a thread takes some queries of the heads and batch
   entries that share a bias; or a head, if all queries share the bias. */
#include "backward/expected_bias.h"
#include "backward/bias.h"
#include "backward/deviation_rows.h"
#include "thread/workers.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    const plumb_case *c;
    const plumb_precision *precision;
    const plumb_expected_gradients *to;
    double *part; /* [batch][query_heads][key_length] variances, of a bias that serves all queries; or NULL */
    bool short_of_memory;
} job;

static void add_row(plumb_deviation_rows *workspace, size_t b, size_t h, size_t t, double *variance) {
    const plumb_gradient_variances to = {.bias = variance};
    plumb_deviation_rows_add(workspace, b, h, t, &to);
}

/* Variances become deviations of the numbers of a line. */
static void finish(const job *j, const plumb_deviation_rows *workspace, size_t line) {
    size_t keys = j->c->problem.key_length;
    double *deviation = j->to->deviation[PLUMB_GRADIENT_OF_BIAS] + line * keys;
    const double *exact = j->to->exact.mid[PLUMB_GRADIENT_OF_BIAS] + line * keys;
    for (size_t i = 0; i < keys; i++)
        deviation[i] = plumb_gradient_deviation_of(&workspace->deviation, PLUMB_GRADIENT_OF_BIAS, deviation[i],
                                                   exact[i], j->to->format[PLUMB_GRADIENT_OF_BIAS]);
}

static size_t bundles_of(const plumb_problem *p) {
    return (p->query_length + PLUMB_BUNDLE_ROWS - 1) / PLUMB_BUNDLE_ROWS;
}

static void fill_bundle(const job *j, plumb_deviation_rows *workspace, size_t item) {
    const plumb_problem *p = &j->c->problem;
    const plumb_bias_shape shape = plumb_bias_shape_of(p);
    size_t head = item / bundles_of(p), first = item % bundles_of(p) * PLUMB_BUNDLE_ROWS;
    size_t end = first + PLUMB_BUNDLE_ROWS < p->query_length ? first + PLUMB_BUNDLE_ROWS : p->query_length;
    plumb_bias_rows rows = plumb_bias_rows_of(p, head / shape.heads, head % shape.heads, first);
    double *variance = j->to->deviation[PLUMB_GRADIENT_OF_BIAS] + head * shape.rows * p->key_length;
    for (size_t b = rows.b; b < rows.b_end; b++)
        for (size_t h = rows.h; h < rows.h_end; h++)
            for (size_t t = first; t < end; t++)
                add_row(workspace, b, h, t, variance + t * p->key_length);
    for (size_t t = first; t < end; t++)
        finish(j, workspace, head * shape.rows + t);
}

static void fill_head(const job *j, plumb_deviation_rows *workspace, size_t head) {
    const plumb_problem *p = &j->c->problem;
    for (size_t t = 0; t < p->query_length; t++)
        add_row(workspace, head / p->query_heads, head % p->query_heads, t, j->part + head * p->key_length);
}

static void add_up_heads(const job *j, const plumb_deviation_rows *workspace) {
    const plumb_problem *p = &j->c->problem;
    double *deviation = j->to->deviation[PLUMB_GRADIENT_OF_BIAS];
    const plumb_bias_shape shape = plumb_bias_shape_of(p);
    for (size_t head = 0; head < p->batch * p->query_heads; head++) {
        size_t line = plumb_bias_line(p, head / p->query_heads, head % p->query_heads, 0);
        for (size_t i = 0; i < p->key_length; i++)
            deviation[line * p->key_length + i] += j->part[head * p->key_length + i];
    }
    for (size_t line = 0; line < shape.batch * shape.heads; line++)
        finish(j, workspace, line);
}

static void fill_share(plumb_workers *workers, void *context) {
    job *j = context;
    plumb_deviation_rows workspace;
    if (plumb_deviation_rows_init(&workspace, &j->c->problem, j->precision, j->c->problem.query_length) != 0) {
        plumb_workers_lock(workers);
        j->short_of_memory = true;
        plumb_workers_unlock(workers);
        return;
    }
    for (size_t item; plumb_workers_take(workers, &item);)
        if (j->part != NULL)
            fill_head(j, &workspace, item);
        else
            fill_bundle(j, &workspace, item);
    plumb_deviation_rows_free(&workspace);
}

static int finish_heads(job *j) {
    plumb_deviation_rows workspace;
    if (plumb_deviation_rows_init(&workspace, &j->c->problem, j->precision, j->c->problem.query_length) != 0)
        return -1;
    add_up_heads(j, &workspace);
    plumb_deviation_rows_free(&workspace);
    return 0;
}

int plumb_expected_biases_find(const plumb_case *c, const plumb_precision *precision, int threads,
                               const plumb_expected_gradients *expected, plumb_error *error) {
    const plumb_problem *p = &c->problem;
    const plumb_bias_shape shape = plumb_bias_shape_of(p);
    job j = {.c = c, .precision = precision, .to = expected};
    size_t heads = p->batch * p->query_heads, lines = shape.batch * shape.heads;
    bool shared = shape.rows < p->query_length;
    memset(expected->deviation[PLUMB_GRADIENT_OF_BIAS], 0, lines * shape.rows * p->key_length * sizeof(double));
    j.part = shared ? calloc(heads * p->key_length + 1, sizeof *j.part) : NULL;
    j.short_of_memory = shared && j.part == NULL;
    int result = j.short_of_memory
                     ? -1
                     : plumb_workers_run(threads, shared ? heads : lines * bundles_of(p), fill_share, &j, error);
    j.short_of_memory = j.short_of_memory || (result == 0 && shared && finish_heads(&j) != 0);
    free(j.part);
    return j.short_of_memory ? plumb_fail(error, "%s: not enough memory to compare", c->source) : result;
}
