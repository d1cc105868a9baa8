/* expected.c - a thread takes a key head with all of the queries that read it, as those that evaluate gradients do
   (gradients.c). */
#include "backward/expected.h"
#include "backward/deviation_rows.h"
#include "backward/expected_bias.h"
#include "backward/expected_position.h"
#include "backward/rotated.h"
#include "thread/workers.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    const plumb_case *c;
    const plumb_precision *precision;
    const plumb_expected_gradients *to;
    double *sink; /* [batch][query_heads] variances */
    bool short_of_memory;
} job;

/* So many queries are added up for a key. */
static size_t queries_of_key(const plumb_case *c) {
    return c->problem.query_length * c->problem.query_heads / plumb_gradient_key_heads(c);
}

static double *from(double *array, size_t place) {
    return array != NULL ? array + place : NULL;
}

/* Variances become deviations of the numbers that stand there. */
static void finish(const job *j, const plumb_deviation_rows *workspace, plumb_gradient gradient, size_t first,
                   size_t count) {
    double *deviation = from(j->to->deviation[gradient], first);
    for (size_t i = 0; deviation != NULL && i < count; i++)
        deviation[i] = plumb_gradient_deviation_of(&workspace->deviation, gradient, deviation[i],
                                                   j->to->exact.mid[gradient][first + i], j->to->format[gradient]);
}

/* Variances of the gradient in a vector at its position, to those in the vector as it was given. */
static void turn_back(const job *j, plumb_deviation_rows *workspace, plumb_gradient gradient, plumb_rotated_place at,
                      size_t first) {
    double *variance = from(j->to->deviation[gradient], first);
    if (variance != NULL)
        plumb_turn_variance_back(&workspace->row, at, j->precision, j->to->exact.mid[gradient] + first, variance);
}

static void add_head(const job *j, plumb_deviation_rows *workspace, size_t b, size_t h, size_t item) {
    const plumb_problem *p = &j->c->problem;
    double *const *to = j->to->deviation;
    size_t keys = item * p->key_length, head = b * p->query_heads + h;
    for (size_t t = 0; t < p->query_length; t++) {
        size_t query = (head * p->query_length + t) * p->head_dim;
        const plumb_gradient_variances sums = {.query = from(to[PLUMB_GRADIENT_OF_QUERY], query),
                                               .key = from(to[PLUMB_GRADIENT_OF_KEY], keys * p->head_dim),
                                               .value = from(to[PLUMB_GRADIENT_OF_VALUE], keys * p->value_dim),
                                               .sink = from(j->sink, head)};
        plumb_deviation_rows_add(workspace, b, h, t, &sums);
        turn_back(j, workspace, PLUMB_GRADIENT_OF_QUERY, plumb_query_place(b, t), query);
        finish(j, workspace, PLUMB_GRADIENT_OF_QUERY, query, p->head_dim);
    }
}

static void fill_key_head(const job *j, plumb_deviation_rows *workspace, size_t item) {
    const plumb_problem *p = &j->c->problem;
    size_t heads = plumb_gradient_key_heads(j->c), keys = p->key_length;
    for (size_t h = 0; h < p->query_heads; h++)
        if (plumb_gradient_reads(j->c, h, item % heads))
            add_head(j, workspace, item / heads, h, item);
    plumb_gradient_deviation_end(&workspace->deviation);
    for (size_t i = 0; i < keys; i++)
        turn_back(j, workspace, PLUMB_GRADIENT_OF_KEY, plumb_key_place(item / heads, i),
                  (item * keys + i) * p->head_dim);
    finish(j, workspace, PLUMB_GRADIENT_OF_KEY, item * keys * p->head_dim, keys * p->head_dim);
    finish(j, workspace, PLUMB_GRADIENT_OF_VALUE, item * keys * p->value_dim, keys * p->value_dim);
}

static void add_up_sinks(const job *j, const plumb_deviation_rows *workspace) {
    const plumb_problem *p = &j->c->problem;
    double *deviation = j->to->deviation[PLUMB_GRADIENT_OF_SINK];
    for (size_t i = 0; deviation != NULL && i < p->batch * p->query_heads; i++)
        deviation[i % p->query_heads] += j->sink[i];
    finish(j, workspace, PLUMB_GRADIENT_OF_SINK, 0, p->query_heads);
}

static void fill_share(plumb_workers *workers, void *context) {
    job *j = context;
    plumb_deviation_rows workspace;
    if (plumb_deviation_rows_init(&workspace, &j->c->problem, j->precision, queries_of_key(j->c)) != 0) {
        plumb_workers_lock(workers);
        j->short_of_memory = true;
        plumb_workers_unlock(workers);
        return;
    }
    for (size_t item; plumb_workers_take(workers, &item);)
        fill_key_head(j, &workspace, item);
    plumb_deviation_rows_free(&workspace);
}

/* Room for sums of a sink, whose format and order are those of the rows. */
static int finish_sinks(job *j, plumb_error *error) {
    plumb_deviation_rows workspace;
    if (j->short_of_memory ||
        plumb_deviation_rows_init(&workspace, &j->c->problem, j->precision, queries_of_key(j->c)) != 0)
        return plumb_fail(error, "%s: not enough memory to compare", j->c->source);
    add_up_sinks(j, &workspace);
    plumb_deviation_rows_free(&workspace);
    return 0;
}

/* All but those of what joins the scores. */
static int find(const plumb_case *c, const plumb_precision *precision, int threads,
                const plumb_expected_gradients *expected, plumb_error *error) {
    const plumb_problem *p = &c->problem;
    job j = {.c = c, .precision = precision, .to = expected};
    bool sinks = expected->deviation[PLUMB_GRADIENT_OF_SINK] != NULL;
    for (int i = 0; i < PLUMB_GRADIENT_OF_BIAS; i++)
        if (expected->deviation[i] != NULL)
            memset(expected->deviation[i], 0, plumb_gradient_count(c, (plumb_gradient)i) * sizeof(double));
    j.sink = sinks ? calloc(p->batch * p->query_heads + 1, sizeof *j.sink) : NULL;
    if (sinks && j.sink == NULL)
        return plumb_fail(error, "%s: not enough memory to compare", c->source);
    int result = plumb_workers_run(threads, p->batch * plumb_gradient_key_heads(c), fill_share, &j, error);
    result = result == 0 ? finish_sinks(&j, error) : result;
    free(j.sink);
    return result;
}

int plumb_expected_gradients_find(const plumb_case *c, const plumb_precision *precision, int threads,
                                  const plumb_expected_gradients *expected, plumb_error *error) {
    bool others = false;
    for (int i = 0; i < PLUMB_GRADIENT_OF_BIAS; i++)
        others = others || expected->deviation[i] != NULL;
    int result = others ? find(c, precision, threads, expected, error) : 0;
    for (int i = PLUMB_GRADIENT_OF_BIAS; i < PLUMB_GRADIENT_COUNT && result == 0; i++)
        if (expected->deviation[i] != NULL)
            result = i == PLUMB_GRADIENT_OF_BIAS
                         ? plumb_expected_biases_find(c, precision, threads, expected, error)
                         : plumb_expected_positions_find(c, precision, threads, (plumb_gradient)i, expected, error);
    return result;
}
