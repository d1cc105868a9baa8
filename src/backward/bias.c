/* If each query has its own numbers, a thread takes the queries of a bundle, and adds the heads and batch entries that
   share them, in their order; otherwise it takes a head, and the heads are added in order at the end.  So sums do not
   depend on the number of threads. */
#include "backward/bias.h"
#include "bundle/gradients.h"
#include "exact/visible.h"
#include "thread/workers.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static size_t count_seeing(const plumb_problem *p, plumb_bias_rows rows, size_t key, size_t enough) {
    size_t count = 0;
    for (size_t b = rows.b; b < rows.b_end; b++)
        for (size_t h = rows.h; h < rows.h_end; h++)
            for (size_t t = rows.t; t < rows.t_end && count < enough; t++)
                count += plumb_exact_visible(p, b, h, t, key);
    return count;
}

size_t plumb_bias_rows_that_see(const plumb_problem *p, plumb_bias_rows rows, size_t key) {
    return count_seeing(p, rows, key, SIZE_MAX);
}

bool plumb_bias_is_visible(const plumb_problem *p, plumb_bias_rows rows, size_t key) {
    return count_seeing(p, rows, key, 1) > 0;
}

typedef struct {
    const plumb_case *c;
    double *mid, *radius;
    size_t together;  /* queries of a bundle */
    plumb_ball *part; /* [batch][query_heads][key_length] of biases that serve all queries; or NULL */
    bool short_of_memory;
} job;

/* What one thread works in. */
typedef struct {
    plumb_gradients gradients;
    plumb_ball *sum; /* [together][key_length] */
} thread_workspace;

static void set_zero(plumb_ball *ball, size_t count) {
    for (size_t i = 0; i < count; i++)
        ball[i] = plumb_ball_zero();
}

static void write_balls(const job *j, size_t at, const plumb_ball *ball, size_t count) {
    for (size_t i = 0; i < count; i++) {
        j->mid[at + i] = ball[i].mid;
        j->radius[at + i] = isnan(ball[i].rad) ? INFINITY : ball[i].rad;
    }
}

/* Some queries of a line of heads. */
static void fill_bundle(const job *j, thread_workspace *workspace, size_t item) {
    const plumb_problem *p = &j->c->problem;
    const plumb_bias_shape shape = plumb_bias_shape_of(p);
    size_t bundles = (shape.rows + j->together - 1) / j->together, head = item / bundles;
    size_t first = item % bundles * j->together, count = 0;
    plumb_bias_rows rows = plumb_bias_rows_of(p, head / shape.heads, head % shape.heads, first);
    set_zero(workspace->sum, j->together * p->key_length);
    for (size_t b = rows.b; b < rows.b_end; b++)
        for (size_t h = rows.h; h < rows.h_end; h++) {
            count = plumb_gradients_of_rows(&workspace->gradients, b, h, first, PLUMB_BIAS_GRADIENTS);
            plumb_gradients_add_biases(&workspace->gradients, workspace->sum);
        }
    write_balls(j, (head * shape.rows + first) * p->key_length, workspace->sum, count * p->key_length);
}

static void fill_head(const job *j, thread_workspace *workspace, size_t head) {
    const plumb_problem *p = &j->c->problem;
    plumb_gradients *g = &workspace->gradients;
    for (size_t t = 0; t < p->query_length; t += g->rows.count) {
        plumb_gradients_of_rows(g, head / p->query_heads, head % p->query_heads, t, PLUMB_BIAS_GRADIENTS);
        plumb_gradients_add_shared_bias(g, j->part + head * p->key_length);
    }
}

/* Of what no row of a head sees there is 0, without an error. */
static void add(plumb_ball *sum, plumb_ball part) {
    if (part.mid != 0 || part.rad != 0)
        *sum = plumb_ball_add(*sum, part);
}

static void add_up_heads(const job *j) {
    const plumb_problem *p = &j->c->problem;
    const plumb_bias_shape shape = plumb_bias_shape_of(p);
    for (size_t line = 0; line < shape.batch * shape.heads; line++) {
        plumb_bias_rows rows = plumb_bias_rows_of(p, line / shape.heads, line % shape.heads, 0);
        for (size_t i = 0; i < p->key_length; i++) {
            plumb_ball sum = plumb_ball_zero();
            for (size_t b = rows.b; b < rows.b_end; b++)
                for (size_t h = rows.h; h < rows.h_end; h++)
                    add(&sum, j->part[(b * p->query_heads + h) * p->key_length + i]);
            write_balls(j, line * p->key_length + i, &sum, 1);
        }
    }
}

static void fill_share(plumb_workers *workers, void *context) {
    job *j = context;
    const plumb_problem *p = &j->c->problem;
    thread_workspace workspace = {.sum = malloc((j->together * p->key_length + 1) * sizeof *workspace.sum)};
    if (workspace.sum == NULL || plumb_gradients_init(&workspace.gradients, p, false) != 0) {
        free(workspace.sum);
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
    plumb_gradients_free(&workspace.gradients);
    free(workspace.sum);
}

int plumb_bias_gradients_evaluate(const plumb_case *c, int threads, double *mid, double *radius, plumb_error *error) {
    const plumb_problem *p = &c->problem;
    const plumb_bias_shape shape = plumb_bias_shape_of(p);
    job j = {.c = c, .mid = mid, .radius = radius, .together = plumb_rows_together(p, PLUMB_BUNDLE_ROWS)};
    size_t heads = p->batch * p->query_heads, lines = shape.batch * shape.heads;
    bool shared = shape.rows < p->query_length;
    j.part = shared ? malloc((heads * p->key_length + 1) * sizeof *j.part) : NULL;
    j.short_of_memory = shared && j.part == NULL;
    if (j.part != NULL)
        set_zero(j.part, heads * p->key_length);
    size_t items = shared ? heads : lines * ((shape.rows + j.together - 1) / j.together);
    int result = j.short_of_memory ? -1 : plumb_workers_run(threads, items, fill_share, &j, error);
    if (j.short_of_memory)
        result = plumb_fail(error, "%s: not enough memory for its gradients", c->source);
    if (result == 0 && shared)
        add_up_heads(&j);
    free(j.part);
    return result;
}
