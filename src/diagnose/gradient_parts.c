#include "diagnose/gradient_parts.h"
#include "backward/gradients.h"
#include "exact/visible.h"
#include "infer/cholesky.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* So many tiles at most, of a power of two of queries or keys, 8 at least. */
enum { MOST_TILES = 64, LEAST_TILE = 8 };

/* ---- each part ---- */

typedef struct {
    const plumb_gradient_sample *sample;
    plumb_gradient gradient;
    plumb_take_part take;
    void *context;
    double *turned; /* [head_dim] a key, so that its part is of the query that was given */
} visit;

static void visit_keys(const visit *v, plumb_backward_row *row, size_t line) {
    const plumb_problem *p = row->problem;
    for (size_t j = 0; j < p->key_length; j++) {
        for (size_t c = 0; c < p->head_dim; c++)
            v->turned[c] = row->key[j * p->head_dim + c];
        plumb_turn_gradient(row, plumb_query_place(row->b, row->t), PLUMB_ROTATED_BACK, v->turned);
        v->take(v->context, line, row->h, j, row->scale * row->score_gradient[j] * row->slope[j], v->turned);
    }
}

static void visit_query(const visit *v, plumb_backward_row *row, size_t line) {
    const plumb_problem *p = row->problem;
    size_t j = v->sample->key[line];
    if (!row->row->visible[j])
        return;
    if (v->gradient == PLUMB_GRADIENT_OF_VALUE) {
        v->take(v->context, line, row->h, row->t, row->row->weight[j].mid, row->output_gradient);
        return;
    }
    for (size_t c = 0; c < p->head_dim; c++)
        v->turned[c] = row->query[c];
    plumb_turn_gradient(row, plumb_key_place(row->b, j), PLUMB_ROTATED_BACK, v->turned);
    v->take(v->context, line, row->h, row->t, row->scale * row->score_gradient[j] * row->slope[j], v->turned);
}

static void visit_row(const visit *v, plumb_backward_row *row) {
    const plumb_gradient_sample *of = v->sample;
    if (v->gradient == PLUMB_GRADIENT_OF_QUERY) {
        for (size_t n = 0; n < of->queries; n++)
            if (of->query[n][0] == row->h && of->query[n][1] == row->t)
                visit_keys(v, row, n);
        return;
    }
    for (size_t n = 0; n < of->keys; n++)
        visit_query(v, row, n);
}

static void visit_rows(const visit *v, plumb_rows *rows, plumb_backward_row *row) {
    const plumb_case *c = v->sample->of;
    const plumb_problem *p = &c->problem;
    size_t b = v->sample->b;
    for (size_t h = 0; h < p->query_heads; h++)
        for (size_t t = 0; plumb_gradient_reads(c, h, v->sample->key_head) && t < p->query_length; t++) {
            if (plumb_gradients_are_late(v->sample))
                return;
            plumb_backward_row_set(row, plumb_rows_get(rows, b, h, t), b, h, t);
            visit_row(v, row);
        }
}

/* Angles are computed for each query and key: too much for many of them. */
enum { MOST_TURNS = 1 << 15 };

static bool turns_too_often(const plumb_gradient_sample *s, plumb_gradient gradient) {
    const plumb_problem *p = &s->of->problem;
    return plumb_position_moves_vectors(p->position.kind) && gradient == PLUMB_GRADIENT_OF_KEY &&
           p->query_heads / p->key_heads * p->query_length * s->keys > MOST_TURNS;
}

int plumb_gradient_parts_visit(const plumb_gradient_sample *sample, plumb_gradient gradient, plumb_take_part take,
                               void *context) {
    const plumb_problem *p = &sample->of->problem;
    visit v = {sample, gradient, take, context, calloc(p->head_dim + 1, sizeof *v.turned)};
    plumb_rows rows;
    plumb_backward_row row;
    int status = -1;
    if (turns_too_often(sample, gradient)) {
        free(v.turned);
        return 0;
    }
    if (v.turned != NULL && plumb_rows_init(&rows, p, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_ALL) == 0) {
        if ((status = plumb_backward_row_init(&row, p)) == 0) {
            visit_rows(&v, &rows, &row);
            plumb_backward_row_free(&row);
        }
        plumb_rows_free(&rows);
    }
    free(v.turned);
    return status;
}

/* ---- of tiles ---- */

static void add_part(void *context, size_t line, size_t head, size_t place, double weight, const double *part) {
    plumb_gradient_parts *to = context;
    (void)head;
    for (size_t c = 0; c < to->of->width; c++)
        to->part[(line * to->of->width + c) * to->tiles + place / to->tile] += weight * part[c];
}

int plumb_gradient_parts_init(plumb_gradient_parts *parts, const plumb_gradient_sample *sample,
                              plumb_gradient gradient) {
    const plumb_problem *p = &sample->of->problem;
    *parts = (plumb_gradient_parts){.sample = sample, .gradient = gradient, .of = &sample->gradient[gradient]};
    parts->length = gradient == PLUMB_GRADIENT_OF_QUERY ? p->key_length : p->query_length;
    parts->tile = LEAST_TILE;
    while (parts->length > parts->tile * MOST_TILES)
        parts->tile *= 2;
    parts->tiles = (parts->length + parts->tile - 1) / parts->tile;
    parts->part = calloc(parts->of->lines * parts->of->width * parts->tiles + 1, sizeof *parts->part);
    return parts->part == NULL ? -1 : plumb_gradient_parts_visit(sample, gradient, add_part, parts);
}

void plumb_gradient_parts_free(plumb_gradient_parts *parts) {
    free(parts->part);
}

/* ---- how often each counts ---- */

/* What no equation tells stays at about 1. */
#define RIDGE 1e-6

static void add_equation(const double *x, double weight, double y, size_t count, double *gram, double *factor) {
    for (size_t i = 0; i < count; i++) {
        double scaled = weight * x[i];
        factor[i] += scaled * y;
        for (size_t k = i; k < count; k++)
            gram[i * count + k] += scaled * x[k];
    }
}

bool plumb_gradient_parts_solve(const plumb_sampled_gradient *g, size_t from, size_t to, const double *part,
                                size_t count, double *gram, double *factor) {
    memset(gram, 0, count * count * sizeof *gram);
    memset(factor, 0, count * sizeof *factor);
    for (size_t i = from * g->width; i < to * g->width; i++) {
        double off = g->engine[i] - g->exact[i], weight = 1 / (g->limit[i] * g->limit[i]);
        if (isfinite(off) && isfinite(weight))
            add_equation(part + (i - from * g->width) * count, weight, off, count, gram, factor);
    }
    for (size_t i = 0; i < count; i++)
        gram[i * count + i] += RIDGE * (1 + gram[i * count + i]);
    if (count > 0 && plumb_cholesky(gram, count) != 0)
        return false;
    plumb_cholesky_solve(gram, count, factor);
    return true;
}
