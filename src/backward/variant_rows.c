/* variant_rows.c - numbers of all rows, which a wrong backward pass may read instead of its own. */
#include "backward/variant.h"
#include "exact/visible.h"
#include <math.h>
#include <stdlib.h>

static void set_rows(plumb_variant_rows *of, const plumb_case *c, plumb_rows *rows, size_t n) {
    const plumb_problem *p = &c->problem;
    size_t head = n / p->query_length, b = head / p->query_heads, h = head % p->query_heads, t = n % p->query_length;
    const plumb_row *row = plumb_rows_get(rows, b, h, t);
    of->lse[n] = row->lse.mid;
    of->largest[n] = -INFINITY;
    for (size_t j = 0; j < p->key_length; j++)
        if (row->visible[j])
            of->largest[n] = fmax(of->largest[n], row->score[j].mid);
    for (size_t i = 0; c->output.present && i < p->value_dim; i++) {
        const double *bias = plumb_exact_value_bias(p, h, i);
        double output = c->output.value[n * p->value_dim + i] - (bias != NULL ? *bias : 0);
        of->delta[n] += p->loss.output[n * p->value_dim + i] * output;
    }
}

int plumb_variant_rows_init(plumb_variant_rows *of, const plumb_case *c) {
    size_t count = plumb_rows_of(&c->problem);
    plumb_rows rows;
    if (plumb_rows_init(&rows, &c->problem, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_ALL) != 0)
        return -1;
    of->delta = calloc(3 * count + 1, sizeof *of->delta);
    of->lse = of->delta + count;
    of->largest = of->lse + count;
    for (size_t n = 0; of->delta != NULL && n < count; n++)
        set_rows(of, c, &rows, n);
    plumb_rows_free(&rows);
    return of->delta != NULL ? 0 : -1;
}

void plumb_variant_rows_free(plumb_variant_rows *of) {
    free(of->delta);
}
