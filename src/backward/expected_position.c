/* expected_position.c - a thread takes a head, as those that evaluate the gradients do (position.c). */
#include "backward/expected_position.h"
#include "backward/deviation_rows.h"
#include "thread/workers.h"
#include <stdlib.h>

typedef struct {
    const plumb_case *c;
    const plumb_precision *precision;
    size_t parameters;
    double *part; /* [batch][query_heads][parameters] variances */
} job;

static int fill_head(void *context, size_t head) {
    const job *j = context;
    const plumb_problem *p = &j->c->problem;
    const plumb_gradient_variances to = {.position = j->part + head * j->parameters};
    plumb_deviation_rows rows;
    if (plumb_deviation_rows_init(&rows, p, j->precision, p->query_length) != 0)
        return -1;
    for (size_t t = 0; t < p->query_length; t++)
        plumb_deviation_rows_add(&rows, head / p->query_heads, head % p->query_heads, t, &to);
    plumb_deviation_rows_free(&rows);
    return 0;
}

/* Variances become deviations, [parameters][query_heads]. */
static int finish(const job *j, plumb_gradient gradient, const plumb_expected_gradients *expected) {
    const plumb_problem *p = &j->c->problem;
    plumb_gradient_deviation d;
    if (plumb_gradient_deviation_init(&d, p, j->precision, p->query_length) != 0)
        return -1;
    for (size_t i = 0; i < j->parameters * p->query_heads; i++) {
        double variance = 0;
        for (size_t b = 0; b < p->batch; b++)
            variance += j->part[(b * p->query_heads + i % p->query_heads) * j->parameters + i / p->query_heads];
        expected->deviation[gradient][i] = plumb_gradient_deviation_of(
            &d, gradient, variance, expected->exact.mid[gradient][i], expected->format[gradient]);
    }
    plumb_gradient_deviation_free(&d);
    return 0;
}

int plumb_expected_positions_find(const plumb_case *c, const plumb_precision *precision, int threads,
                                  plumb_gradient gradient, const plumb_expected_gradients *expected,
                                  plumb_error *error) {
    const plumb_problem *p = &c->problem;
    job j = {.c = c, .precision = precision, .parameters = plumb_position_parameters(p)};
    size_t heads = p->batch * p->query_heads;
    plumb_error own = {""};
    j.part = calloc(heads * j.parameters + 1, sizeof *j.part);
    int status = j.part == NULL ? -1 : plumb_workers_each(threads, heads, fill_head, &j, &own);
    status = status == 0 ? finish(&j, gradient, expected) : status;
    free(j.part);
    if (status == 0)
        return 0;
    return own.text[0] != 0 ? plumb_fail(error, "%s", own.text)
                            : plumb_fail(error, "%s: not enough memory to compare", c->source);
}
