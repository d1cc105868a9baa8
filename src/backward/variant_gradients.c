#include "backward/variant_gradients.h"
#include "backward/bias.h"
#include "backward/gradients.h"
#include "backward/rotated.h"
#include "bundle/rows.h"
#include <string.h>

typedef struct {
    const plumb_case *c;
    const plumb_backward_variant *as;
    double *const *to;
    plumb_rows rows;
    plumb_backward_row row;
    plumb_variant_row variant;
} pass;

static void add_keys(const pass *w, size_t first) {
    const plumb_problem *p = &w->c->problem;
    for (size_t j = 0; j < p->key_length; j++)
        plumb_variant_row_add_key(&w->variant, &w->row, j, w->to[PLUMB_GRADIENT_OF_KEY] + (first + j) * p->head_dim,
                                  w->to[PLUMB_GRADIENT_OF_VALUE] + (first + j) * p->value_dim);
}

static void add_row(pass *w, size_t b, size_t h, size_t t, size_t key_head) {
    const plumb_problem *p = &w->c->problem;
    size_t row = (b * p->query_heads + h) * p->query_length + t;
    double *bias = w->to[PLUMB_GRADIENT_OF_BIAS];
    plumb_backward_row_set(&w->row, plumb_rows_get(&w->rows, b, h, t), b, h, t);
    plumb_variant_row_score(&w->variant, &w->row);
    plumb_variant_row_set(&w->variant, &w->row, w->as);
    plumb_variant_row_add_query(&w->variant, &w->row, w->to[PLUMB_GRADIENT_OF_QUERY] + row * p->head_dim);
    plumb_turn_gradient(&w->row, plumb_query_place(b, t), w->as->query_turn,
                        w->to[PLUMB_GRADIENT_OF_QUERY] + row * p->head_dim);
    add_keys(w, (b * plumb_gradient_key_heads(w->c) + key_head) * p->key_length);
    if (w->to[PLUMB_GRADIENT_OF_SINK] != NULL)
        w->to[PLUMB_GRADIENT_OF_SINK][h] += w->variant.sink;
    for (size_t j = 0; j < p->key_length && bias != NULL; j++)
        bias[plumb_bias_line(p, b, h, t) * p->key_length + j] += w->variant.bias_gradient[j];
}

static void add_rows(pass *w) {
    const plumb_problem *p = &w->c->problem;
    size_t heads = plumb_gradient_key_heads(w->c);
    for (int i = 0; i < PLUMB_GRADIENT_COUNT; i++)
        if (w->to[i] != NULL)
            memset(w->to[i], 0, plumb_gradient_count(w->c, (plumb_gradient)i) * sizeof *w->to[i]);
    for (size_t b = 0; b < p->batch; b++)
        for (size_t h = 0; h < p->query_heads; h++)
            for (size_t key_head = 0; key_head < heads; key_head++)
                for (size_t t = 0; plumb_gradient_reads(w->c, h, key_head) && t < p->query_length; t++)
                    add_row(w, b, h, t, key_head);
    for (size_t row = 0; row < p->batch * heads * p->key_length; row++)
        plumb_turn_gradient(&w->row, plumb_key_place(row / p->key_length / heads, row % p->key_length),
                            w->as->key_turn, w->to[PLUMB_GRADIENT_OF_KEY] + row * p->head_dim);
}

int plumb_variant_gradients(const plumb_case *c, const plumb_variant_rows *rows, const plumb_backward_variant *as,
                            double *const to[PLUMB_GRADIENT_COUNT]) {
    pass w = {.c = c, .as = as, .to = to};
    int status = plumb_rows_init(&w.rows, &c->problem, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_ALL);
    if (status != 0)
        return -1;
    if ((status = plumb_backward_row_init(&w.row, &c->problem)) == 0) {
        if ((status = plumb_variant_row_init(&w.variant, c, rows)) == 0) {
            add_rows(&w);
            plumb_variant_row_free(&w.variant);
        }
        plumb_backward_row_free(&w.row);
    }
    plumb_rows_free(&w.rows);
    return status;
}
