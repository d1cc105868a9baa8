/* A thread takes a key head with all of the queries that read it, in the order of heads and then of queries, so that
   the sums of a key do not depend on how many threads there are.  The parts of a sink logit are added up in the order
   of the batch when all are known. */
#include "backward/gradients.h"
#include "backward/bias.h"
#include "backward/position.h"
#include "bundle/gradients.h"
#include "case/pages.h"
#include "thread/workers.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *plumb_gradient_name(plumb_gradient gradient) {
    return plumb_quantity_name(plumb_quantity_of_gradient(gradient));
}

bool plumb_gradient_named(const char *text, plumb_gradient *gradient) {
    for (int i = 0; i < PLUMB_GRADIENT_COUNT; i++)
        if (strcmp(text, plumb_gradient_name((plumb_gradient)i)) == 0) {
            *gradient = (plumb_gradient)i;
            return true;
        }
    return false;
}

/* What the gradient is in; NULL: it is there. */
static const char *missing(const plumb_problem *p, plumb_gradient gradient) {
    bool by_heads = p->position.kind == PLUMB_POSITION_T5 || p->position.kind == PLUMB_POSITION_RELATIVE_TABLE;
    switch (gradient) {
    case PLUMB_GRADIENT_OF_SINK:
        return plumb_sink_logit_of(p->op.sink) == PLUMB_LOGIT_STATED ? NULL : "sinks";
    case PLUMB_GRADIENT_OF_BIAS:
        return p->extra.bias != NULL ? NULL : "bias";
    case PLUMB_GRADIENT_OF_SLOPE:
        return p->position.kind == PLUMB_POSITION_ALIBI && p->position.slopes != NULL ? NULL : "slopes";
    case PLUMB_GRADIENT_OF_TABLE:
        return by_heads ? NULL : "position_table";
    default:
        return NULL;
    }
}

bool plumb_gradient_exists(const plumb_case *c, plumb_gradient gradient) {
    return missing(&c->problem, gradient) == NULL;
}

int plumb_gradients_check(const plumb_case *c, plumb_gradient gradient, const char *asked, plumb_error *error) {
    bool in_pages = c->cache[0] != NULL && !c->cache[0]->pages->is_sequence;
    const char *refusal = in_pages ? "keys and values in pages" : plumb_gradients_refusal(&c->problem);
    if (c->problem.loss.output == NULL)
        return plumb_fail(error, "%s: out_grad: missing; %s needs the gradient of the output", c->source, asked);
    if (refusal != NULL)
        return plumb_fail(error, "%s: %s: not available yet for %s", c->source, asked, refusal);
    const char *tensor = missing(&c->problem, gradient);
    if (tensor != NULL)
        return plumb_fail(error, "%s: %s: the case has no tensor %s", c->source, asked, tensor);
    return 0;
}

size_t plumb_gradient_key_heads(const plumb_case *c) {
    return c->tiled_heads > 0 ? c->tiled_heads : c->problem.key_heads;
}

void plumb_gradient_shape(const plumb_case *c, plumb_gradient gradient, size_t *rank, size_t shape[4]) {
    const plumb_problem *p = &c->problem;
    const plumb_bias_shape bias = plumb_bias_shape_of(p);
    const size_t sizes[PLUMB_GRADIENT_COUNT][4] = {{p->batch, p->query_heads, p->query_length, p->head_dim},
                                                   {p->batch, plumb_gradient_key_heads(c), p->key_length, p->head_dim},
                                                   {p->batch, plumb_gradient_key_heads(c), p->key_length, p->value_dim},
                                                   {p->query_heads, 1, 1, 1},
                                                   {bias.batch, bias.heads, bias.rows, p->key_length},
                                                   {p->query_heads, 1, 1, 1},
                                                   {plumb_position_parameters(p), p->query_heads, 1, 1}};
    bool by_head = gradient == PLUMB_GRADIENT_OF_SINK || gradient == PLUMB_GRADIENT_OF_SLOPE;
    *rank = by_head ? 1 : gradient == PLUMB_GRADIENT_OF_TABLE ? 2 : 4;
    memcpy(shape, sizes[gradient], sizeof sizes[gradient]);
}

size_t plumb_gradient_count(const plumb_case *c, plumb_gradient gradient) {
    size_t rank, shape[4];
    plumb_gradient_shape(c, gradient, &rank, shape);
    return shape[0] * shape[1] * shape[2] * shape[3];
}

typedef struct {
    const plumb_case *c;
    const plumb_gradient_balls *to;
    plumb_ball *sink; /* [batch][query_heads] */
    bool short_of_memory;
} job;

/* What one thread works in. */
typedef struct {
    plumb_gradients gradients;
    plumb_ball *query; /* [PLUMB_BUNDLE_ROWS][head_dim] */
    plumb_ball *key;   /* [key_length][head_dim] */
    plumb_ball *value; /* [key_length][value_dim] */
} thread_workspace;

static void workspace_free(thread_workspace *workspace) {
    plumb_gradients_free(&workspace->gradients);
    free(workspace->query);
    free(workspace->key);
    free(workspace->value);
}

static int workspace_init(thread_workspace *workspace, const plumb_case *c) {
    const plumb_problem *p = &c->problem;
    if (plumb_gradients_init(&workspace->gradients, p, false) != 0)
        return -1;
    workspace->query = malloc((PLUMB_BUNDLE_ROWS * p->head_dim + 1) * sizeof *workspace->query);
    workspace->key = malloc((p->key_length * p->head_dim + 1) * sizeof *workspace->key);
    workspace->value = malloc((p->key_length * p->value_dim + 1) * sizeof *workspace->value);
    if (workspace->query != NULL && workspace->key != NULL && workspace->value != NULL)
        return 0;
    workspace_free(workspace);
    return -1;
}

static void write_balls(const plumb_gradient_balls *to, plumb_gradient gradient, size_t at, const plumb_ball *ball,
                        size_t count) {
    for (size_t i = 0; i < count && to->mid[gradient] != NULL; i++) {
        to->mid[gradient][at + i] = ball[i].mid;
        to->radius[gradient][at + i] = isnan(ball[i].rad) ? INFINITY : ball[i].rad;
    }
}

bool plumb_gradient_reads(const plumb_case *c, size_t h, size_t key_head) {
    const plumb_problem *p = &c->problem;
    return c->tiled_heads > 0 ? h % c->tiled_heads == key_head : h / (p->query_heads / p->key_heads) == key_head;
}

static void add_head(const job *j, thread_workspace *workspace, size_t b, size_t h) {
    const plumb_problem *p = &j->c->problem;
    plumb_gradients *g = &workspace->gradients;
    double *const *mid = j->to->mid;
    bool of_products = mid[PLUMB_GRADIENT_OF_QUERY] || mid[PLUMB_GRADIENT_OF_KEY] || mid[PLUMB_GRADIENT_OF_SINK];
    size_t head = b * p->query_heads + h;
    for (size_t t = 0; t < p->query_length; t += g->rows.count) {
        plumb_gradients_of_rows(g, b, h, t, of_products ? PLUMB_PRODUCT_GRADIENTS : PLUMB_WEIGHTS_ALONE);
        if (mid[PLUMB_GRADIENT_OF_QUERY] != NULL)
            plumb_gradients_of_queries(g, workspace->query);
        write_balls(j->to, PLUMB_GRADIENT_OF_QUERY, (head * p->query_length + t) * p->head_dim, workspace->query,
                    g->rows.count * p->head_dim);
        if (mid[PLUMB_GRADIENT_OF_KEY] != NULL)
            plumb_gradients_add_keys(g, workspace->key);
        if (mid[PLUMB_GRADIENT_OF_VALUE] != NULL)
            plumb_gradients_add_values(g, workspace->value);
        if (mid[PLUMB_GRADIENT_OF_SINK] != NULL)
            plumb_gradients_add_sink(g, &j->sink[head]);
    }
}

static void fill_key_head(const job *j, thread_workspace *workspace, size_t item) {
    const plumb_problem *p = &j->c->problem;
    size_t heads = plumb_gradient_key_heads(j->c), keys = p->key_length;
    for (size_t i = 0; i < keys * p->head_dim; i++)
        workspace->key[i] = plumb_ball_zero();
    for (size_t i = 0; i < keys * p->value_dim; i++)
        workspace->value[i] = plumb_ball_zero();
    for (size_t h = 0; h < p->query_heads; h++)
        if (plumb_gradient_reads(j->c, h, item % heads))
            add_head(j, workspace, item / heads, h);
    if (j->to->mid[PLUMB_GRADIENT_OF_KEY] != NULL)
        plumb_gradients_end_keys(&workspace->gradients, item / heads, workspace->key);
    write_balls(j->to, PLUMB_GRADIENT_OF_KEY, item * keys * p->head_dim, workspace->key, keys * p->head_dim);
    write_balls(j->to, PLUMB_GRADIENT_OF_VALUE, item * keys * p->value_dim, workspace->value, keys * p->value_dim);
}

static void fill_share(plumb_workers *workers, void *context) {
    job *j = context;
    thread_workspace workspace;
    if (workspace_init(&workspace, j->c) != 0) {
        plumb_workers_lock(workers);
        j->short_of_memory = true;
        plumb_workers_unlock(workers);
        return;
    }
    for (size_t item; plumb_workers_take(workers, &item);)
        fill_key_head(j, &workspace, item);
    workspace_free(&workspace);
}

static void add_up_sinks(const job *j) {
    const plumb_problem *p = &j->c->problem;
    for (size_t h = 0; h < p->query_heads; h++) {
        plumb_ball sum = plumb_ball_zero();
        for (size_t b = 0; b < p->batch; b++)
            sum = plumb_ball_add(sum, j->sink[b * p->query_heads + h]);
        write_balls(j->to, PLUMB_GRADIENT_OF_SINK, h, &sum, 1);
    }
}

/* All but those of what joins the scores. */
static int evaluate(const plumb_case *c, int threads, const plumb_gradient_balls *to, plumb_error *error) {
    const plumb_problem *p = &c->problem;
    job j = {.c = c, .to = to, .sink = malloc((p->batch * p->query_heads + 1) * sizeof *j.sink)};
    for (size_t i = 0; j.sink != NULL && i < p->batch * p->query_heads; i++)
        j.sink[i] = plumb_ball_zero();
    int result =
        j.sink == NULL ? -1 : plumb_workers_run(threads, p->batch * plumb_gradient_key_heads(c), fill_share, &j, error);
    if (j.sink == NULL || j.short_of_memory)
        result = plumb_fail(error, "%s: not enough memory for its gradients", c->source);
    if (result == 0)
        add_up_sinks(&j);
    free(j.sink);
    return result;
}

int plumb_gradients_evaluate(const plumb_case *c, int threads, const plumb_gradient_balls *to, plumb_error *error) {
    bool others = false;
    for (int i = 0; i < PLUMB_GRADIENT_OF_BIAS; i++)
        others = others || to->mid[i] != NULL;
    int result = others ? evaluate(c, threads, to, error) : 0;
    for (int i = PLUMB_GRADIENT_OF_BIAS; i < PLUMB_GRADIENT_COUNT && result == 0; i++)
        if (to->mid[i] != NULL)
            result = i == PLUMB_GRADIENT_OF_BIAS
                         ? plumb_bias_gradients_evaluate(c, threads, to->mid[i], to->radius[i], error)
                         : plumb_position_gradients_evaluate(c, threads, to->mid[i], to->radius[i], error);
    return result;
}
