/* A thread takes a head; those of a batch are added up in order when all are known. */
#include "backward/position.h"
#include "bundle/gradients.h"
#include "thread/workers.h"
#include <math.h>
#include <stdlib.h>

typedef struct {
    const plumb_case *c;
    size_t parameters; /* of a head */
    plumb_ball *part;  /* [batch][query_heads][parameters] */
    bool short_of_memory;
} job;

static void fill_head(const job *j, plumb_gradients *g, plumb_ball *row, size_t head) {
    const plumb_problem *p = &j->c->problem;
    for (size_t t = 0; t < p->query_length; t += g->rows.count) {
        plumb_gradients_of_rows(g, head / p->query_heads, head % p->query_heads, t, PLUMB_BIAS_GRADIENTS);
        plumb_gradients_add_positions(g, row, j->part + head * j->parameters);
    }
}

static void fill_share(plumb_workers *workers, void *context) {
    job *j = context;
    plumb_gradients gradients;
    plumb_ball *row = malloc((j->parameters + 1) * sizeof *row);
    if (row == NULL || plumb_gradients_init(&gradients, &j->c->problem, false) != 0) {
        free(row);
        plumb_workers_lock(workers);
        j->short_of_memory = true;
        plumb_workers_unlock(workers);
        return;
    }
    for (size_t head; plumb_workers_take(workers, &head);)
        fill_head(j, &gradients, row, head);
    plumb_gradients_free(&gradients);
    free(row);
}

static void add_up_batch(const job *j, double *mid, double *radius) {
    const plumb_problem *p = &j->c->problem;
    for (size_t i = 0; i < j->parameters * p->query_heads; i++) {
        size_t h = i % p->query_heads, parameter = i / p->query_heads;
        plumb_ball sum = plumb_ball_zero();
        for (size_t b = 0; b < p->batch; b++) {
            plumb_ball part = j->part[(b * p->query_heads + h) * j->parameters + parameter];
            if (part.mid != 0 || part.rad != 0)
                sum = plumb_ball_add(sum, part);
        }
        mid[i] = sum.mid;
        radius[i] = isnan(sum.rad) ? INFINITY : sum.rad;
    }
}

int plumb_position_gradients_evaluate(const plumb_case *c, int threads, double *mid, double *radius,
                                      plumb_error *error) {
    const plumb_problem *p = &c->problem;
    job j = {.c = c, .parameters = plumb_position_parameters(p)};
    size_t heads = p->batch * p->query_heads;
    j.part = malloc((heads * j.parameters + 1) * sizeof *j.part);
    j.short_of_memory = j.part == NULL;
    for (size_t i = 0; !j.short_of_memory && i < heads * j.parameters; i++)
        j.part[i] = plumb_ball_zero();
    int result = j.short_of_memory ? -1 : plumb_workers_run(threads, heads, fill_share, &j, error);
    if (j.short_of_memory)
        result = plumb_fail(error, "%s: not enough memory for its gradients", c->source);
    if (result == 0)
        add_up_batch(&j, mid, radius);
    free(j.part);
    return result;
}
