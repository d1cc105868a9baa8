/* sums.c - see sums.h. */
#include "bundle/sums.h"
#include "aggregate/aggregate.h"
#include "bundle/places.h"
#include "bundle/scores.h"
#include "bundle/weights.h"
#include "fast/aggregate.h"
#include "fast/softmax.h"
#include "row/stages.h"
#include <math.h>

static plumb_sums sums_of(plumb_rows *rows) {
    const plumb_problem *p = rows->problem;
    size_t numbers = rows->count * p->value_dim;
    plumb_sums sums = {rows->count,
                       p->value_dim,
                       plumb_roundings_up(plumb_weight_depth(p->key_length)),
                       rows->workspace,
                       rows->workspace + numbers,
                       rows->workspace + 2 * numbers,
                       rows->workspace + 3 * numbers};
    plumb_sums_clear(&sums);
    return sums;
}

static void weigh_panel(plumb_rows *rows, size_t from, double gamma, plumb_panel_weights *weights) {
    const plumb_weighing *way = plumb_weighing_of(rows->problem);
    bool multiplies = way->multiplies_in_sums && !rows->keeps_all;
    if (way->ends_with_product && !way->divides_sums && !multiplies)
        plumb_rows_multiply_panel(rows, from);
    plumb_panel_weigh(plumb_planes_of(rows), multiplies ? rows->inverse : NULL, from, gamma, weights);
}

/* Asks for numbers that are read soon: where all keys do not fit into the nearer caches, they arrive while
   exponentials are taken. */
static void prefetch(const double *number, size_t count) {
    for (size_t i = 0; number != NULL && i < count; i += PLUMB_LINE / sizeof *number)
        __builtin_prefetch(number + i, 0, 2);
}

/* The weights of a panel of keys that no plane holds. */
static void raise_panel(plumb_rows *rows, size_t from, size_t keys, double gamma, plumb_panel_weights *weights) {
    const plumb_problem *p = rows->problem;
    const double *key = p->key + plumb_key_start(plumb_problem_shape(p), rows->b, rows->h);
    const double *value = p->value + plumb_value_start(plumb_problem_shape(p), rows->b, rows->h);
    const double *next = plumb_panels_held(&rows->panels, from + PLUMB_PANEL);
    double rad[PLUMB_PANEL] PLUMB_ALIGNED;
    plumb_panel_products products;
    plumb_multiply_keys(rows, key, from, keys, &products);
    for (size_t r = 0; r < rows->count; r++) {
        prefetch(r < keys ? value + (from + r) * p->value_dim : NULL, p->value_dim);
        prefetch(next ? next + r * p->head_dim : NULL, p->head_dim);
        plumb_raise_row(rows, r, from, &products, weights->of + r * PLUMB_PANEL, rad);
        plumb_panel_weigh_row(rows->visible + r * rows->pitch + from, rad, gamma, r, weights);
    }
}

/* The outputs of rows whose sums are of exponentials; what sees nothing stays 0. */
static void divide_sums(plumb_rows *rows) {
    size_t columns = rows->problem->value_dim;
    if (plumb_rows_stream(rows))
        plumb_end_softmax(rows);
    for (size_t r = 0; r < rows->count; r++)
        if (plumb_lane_any(rows->visible + r * rows->pitch, rows->visible_keys))
            plumb_output_multiply(rows->inverse[r], columns, rows->output + r * columns);
}

void plumb_rows_aggregate(plumb_rows *rows) {
    const plumb_problem *p = rows->problem;
    const double *value = p->value + plumb_value_start(plumb_problem_shape(p), rows->b, rows->h);
    plumb_sums sums = sums_of(rows);
    plumb_panels_of(&rows->largest, value);
    size_t end = rows->visible_keys;
    plumb_panel_weights weights;
    for (size_t from = 0; from < end; from += PLUMB_PANEL) {
        size_t keys = plumb_panel_keys(rows, from);
        if (!plumb_panel_is_visible(rows, from, keys))
            continue;
        if (plumb_rows_stream(rows))
            raise_panel(rows, from, keys, sums.gamma, &weights);
        else
            weigh_panel(rows, from, sums.gamma, &weights);
        plumb_sums_add(&sums, &weights, plumb_visible_groups(&weights, rows->count, keys), value + from * p->value_dim,
                       plumb_panels_get_largest(&rows->largest, value, from, keys, p->value_dim));
    }
    plumb_sums_finish(&sums, rows->output);
    if (!plumb_weighing_of(p)->divides_sums)
        return;
    divide_sums(rows);
    if (rows->keeps_all)
        plumb_rows_finish_weights(rows);
}
