/* gradients.c - delta is a sum over all keys of a row, so the panels are passed twice: the first pass computes each
   dP_j and adds it to delta, the second turns dP_j into dz_j or db_j in lanes. dq is summed over keys like outputs.
   For dk and dv the planes are transposed, panel by panel: keys become the rows of the sums, and the rows of the bundle
   their terms.  So each key has one sum for each bundle, which is added to those before it as a ball; the order is that
   of the rows, whatever thread computes it. */
#include "bundle/gradients.h"
#include "attention/place.h"
#include "bundle/places.h"
#include "bundle/scores.h"
#include "bundle/slopes.h"
#include "bundle/weights.h"
#include "fast/aggregate.h"
#include "fast/gradient.h"
#include "fast/panel.h"
#include "fast/sharp.h"
#include "fast/transposed.h"
#include "gradient/score_gradient.h"
#include "row/stages.h"
#include "score/scaled_dot.h"
#include <stdlib.h>
#include <string.h>

const char *plumb_gradients_refusal(const plumb_problem *p) {
    if (!plumb_operator_is(p->op.kind, PLUMB_BEGINS_WITH_SOFTMAX) && !plumb_weighs_by_map(&p->op))
        return "this operator";
    if (plumb_operator_is(p->op.kind, PLUMB_IS_LINEAR) &&
        plumb_normalisation_is(p->op.normalisation, PLUMB_TAKES_ABSOLUTES))
        return "absolute values of scores";
    if (p->loss.lse != NULL && !plumb_has_log_sum_exp(p->op.kind))
        return "a log-sum-exp of an operator that has none";
    if (plumb_sink_logit_of(p->op.sink) == PLUMB_LOGIT_PRODUCT)
        return "a sink with a key of its own";
    if (plumb_position_joins_products(p->position.kind))
        return "a positional encoding that joins keys and values";
    if (p->position.temperature.factor != 0)
        return "a temperature of queries";
    if (plumb_position_moves_vectors(p->position.kind) && p->mask.in_cache)
        return "positions that each query counts in its cache";
    if (p->op.softcap > 0 && p->op.softcap_order == PLUMB_BIAS_MASK_CAP)
        return "a softcap after the mask";
    if (p->extra.gate != NULL)
        return "a gate";
    if (p->empty_row != PLUMB_EMPTY_ROW_ZERO)
        return "empty rows that are not zeros";
    return p->loss.lse != NULL && p->op.sink_outside_lse ? "a log-sum-exp without its sink" : NULL;
}

static plumb_planes planes_like(const plumb_rows *rows) {
    size_t lanes = rows->most * rows->pitch;
    plumb_planes planes = plumb_planes_of(rows);
    planes.mid = plumb_panels_alloc(lanes);
    planes.rad = plumb_panels_alloc(lanes);
    return planes;
}

static int get_workspace(plumb_gradients *g, const plumb_problem *p) {
    size_t most = p->head_dim > p->value_dim ? p->head_dim : p->value_dim, dim = most > 0 ? most : 1;
    g->weight_gradient = planes_like(&g->rows);
    g->pair_gradient = planes_like(&g->rows);
    g->workspace = plumb_panels_alloc((4 * PLUMB_PANEL + 1) * dim);
    g->part = malloc((PLUMB_PANEL * dim + 1) * sizeof *g->part);
    g->vector = malloc((p->head_dim + 1) * sizeof *g->vector);
    return g->weight_gradient.mid && g->weight_gradient.rad && g->pair_gradient.mid && g->pair_gradient.rad &&
                   g->workspace && g->part && g->vector && plumb_moved_vectors_init(&g->moved, p) == 0 &&
                   plumb_panels_init(&g->values, p->key_length, (p->value_dim + 1) * PLUMB_PANEL) == 0 &&
                   plumb_panels_init(&g->output_gradients, 0, (p->value_dim + 1) * PLUMB_PANEL) == 0 &&
                   plumb_panels_init(&g->key_sizes, p->key_length, PLUMB_PANEL_GROUPS * p->head_dim) == 0
               ? 0
               : -1;
}

int plumb_gradients_init(plumb_gradients *g, const plumb_problem *problem, bool with_lse) {
    memset(g, 0, sizeof *g);
    if (plumb_rows_init(&g->rows, problem, PLUMB_BUNDLE_ROWS, PLUMB_KEEP_WEIGHTS) != 0)
        return -1;
    g->rows.row.without_lse = !with_lse;
    if (get_workspace(g, problem) == 0)
        return 0;
    plumb_gradients_free(g);
    return -1;
}

void plumb_gradients_free(plumb_gradients *g) {
    plumb_rows_free(&g->rows);
    free(g->weight_gradient.mid);
    free(g->weight_gradient.rad);
    free(g->pair_gradient.mid);
    free(g->pair_gradient.rad);
    free(g->workspace);
    free(g->part);
    free(g->vector);
    plumb_moved_vectors_free(&g->moved);
    plumb_panels_free(&g->values);
    plumb_panels_free(&g->output_gradients);
    plumb_panels_free(&g->key_sizes);
    memset(g, 0, sizeof *g);
}

/* Row r of the bundle among all. */
static size_t row_number(const plumb_rows *rows, size_t r) {
    const plumb_problem *p = rows->problem;
    return (rows->b * p->query_heads + rows->h) * p->query_length + rows->first + r;
}

static const double *output_gradients_of(const plumb_rows *rows) {
    return rows->problem->loss.output + row_number(rows, 0) * rows->problem->value_dim;
}

/* The keys of the head, and the queries of the bundle, as they are multiplied. */
static const double *keys_of(const plumb_gradients *g) {
    const plumb_rows *rows = &g->rows;
    return g->moved.moves ? g->moved.key
                          : rows->problem->key + plumb_key_start(plumb_problem_shape(rows->problem), rows->b, rows->h);
}

static const double *queries_of(const plumb_gradients *g) {
    return g->moved.moves ? g->moved.query : plumb_query_of_row(&g->rows, 0);
}

static const double *values_of(const plumb_rows *rows) {
    return rows->problem->value + plumb_value_start(plumb_problem_shape(rows->problem), rows->b, rows->h);
}

/* The part of each row's output gradient in the radius of a product with it. */
static void find_reaches(plumb_gradients *g, double *reach) {
    const plumb_rows *rows = &g->rows;
    size_t dim = rows->problem->value_dim;
    const double *gradient = output_gradients_of(rows);
    plumb_panels_of(&g->output_gradients, gradient);
    const double *norm = plumb_panels_get(&g->output_gradients, gradient, 0, rows->count, dim) + dim * PLUMB_PANEL;
    for (size_t r = 0; r < rows->count; r++)
        reach[r] = plumb_score_reach(norm[r], dim, plumb_ball_of(1.0));
}

/* The weights' gradients of a panel, which join each row's delta. */
static void begin_panel(plumb_gradients *g, size_t from, const double *reach, plumb_strides *delta) {
    const plumb_rows *rows = &g->rows;
    size_t dim = rows->problem->value_dim, width[PLUMB_BUNDLE_ROWS];
    plumb_planes softmax = plumb_softmax_planes(rows);
    double sum[PLUMB_BUNDLE_ROWS * PLUMB_PANEL] PLUMB_ALIGNED;
    const double *panel = plumb_panels_get(&g->values, values_of(rows), from, plumb_panel_keys(rows, from), dim);
    plumb_find_widths(rows, from, width);
    plumb_panel_dots(output_gradients_of(rows), rows->count, panel, dim, width, sum);
    for (size_t r = 0; r < rows->count; r++) {
        size_t start = r * rows->pitch + from;
        const unsigned char *visible = rows->visible + start;
        double *mid = g->weight_gradient.mid + start, *rad = g->weight_gradient.rad + start;
        plumb_panel_scores(sum + r * PLUMB_PANEL, panel + dim * PLUMB_PANEL, reach[r], visible, plumb_ball_of(1.0), mid,
                           rad);
        plumb_softmax_gradients(rows, start, mid, rad);
        plumb_delta_add(softmax.mid + start, softmax.rad + start, mid, rad, visible, &delta[r]);
    }
}

/* The gradients of a row's weights in a panel become those of its products, or of its biases. */
static void end_row(plumb_gradients *g, size_t r, size_t from, plumb_gradients_kept kept) {
    const plumb_rows *rows = &g->rows;
    const plumb_problem *p = rows->problem;
    size_t start = r * rows->pitch + from;
    const unsigned char *visible = rows->visible + start;
    double *mid = g->pair_gradient.mid + start, *rad = g->pair_gradient.rad + start;
    const double *y_mid = g->weight_gradient.mid + start, *y_rad = g->weight_gradient.rad + start;
    plumb_planes softmax = plumb_softmax_planes(rows);
    if (plumb_maps_scores(rows))
        plumb_map_gradients(rows, r, start, g->delta[r], y_mid, y_rad, mid, rad);
    else
        plumb_panel_score_gradients(softmax.mid + start, softmax.rad + start, y_mid, y_rad,
                                    plumb_ball_subtract(g->lse_gradient[r], g->delta[r]), visible, mid, rad);
    if (p->op.softcap > 0 && (kept == PLUMB_PRODUCT_GRADIENTS || p->op.softcap_order == PLUMB_BIAS_CAP_MASK))
        plumb_panel_capped_gradients(rows->capped_mid + start, rows->capped_rad + start, p->op.softcap, visible, mid,
                                     rad);
    if (kept == PLUMB_PRODUCT_GRADIENTS)
        plumb_panel_scaled_gradients(rows->scale, visible, mid, rad);
}

/* The first panel from `from` on with a visible key; the end if there is none. */
static size_t next_visible(const plumb_rows *rows, size_t from) {
    while (from < rows->problem->key_length && !plumb_panel_is_visible(rows, from, plumb_panel_keys(rows, from)))
        from += PLUMB_PANEL;
    return from;
}

static void find_pair_gradients(plumb_gradients *g, plumb_gradients_kept kept) {
    const plumb_rows *rows = &g->rows;
    const plumb_problem *p = rows->problem;
    size_t keys = p->key_length;
    double reach[PLUMB_BUNDLE_ROWS];
    plumb_strides delta[PLUMB_BUNDLE_ROWS] = {{{0}, {0}}};
    plumb_panels_of(&g->values, values_of(rows));
    find_reaches(g, reach);
    for (size_t from = next_visible(rows, 0); from < keys; from = next_visible(rows, from + PLUMB_PANEL))
        begin_panel(g, from, reach, delta);
    for (size_t r = 0; r < rows->count; r++) {
        g->delta[r] = plumb_strides_total(&delta[r]);
        g->lse_gradient[r] = plumb_ball_of(p->loss.lse == NULL ? 0 : p->loss.lse[row_number(rows, r)]);
    }
    for (size_t from = next_visible(rows, 0); from < keys; from = next_visible(rows, from + PLUMB_PANEL))
        for (size_t r = 0; r < rows->count; r++)
            end_row(g, r, from, kept);
}

size_t plumb_gradients_of_rows(plumb_gradients *g, size_t b, size_t h, size_t first, plumb_gradients_kept kept) {
    g->rows.count = 0; /* a bundle that is held may begin elsewhere */
    plumb_rows_get(&g->rows, b, h, first);
    g->weight = plumb_planes_of(&g->rows);
    g->weight_gradient.rows = g->pair_gradient.rows = g->rows.count;
    if (kept != PLUMB_WEIGHTS_ALONE)
        find_pair_gradients(g, kept);
    if (kept == PLUMB_PRODUCT_GRADIENTS && plumb_moved_vectors_set(&g->moved, &g->rows))
        plumb_panels_of(&g->key_sizes, NULL);
    return g->rows.count;
}

/* Begins sums of so many rows, of so many terms each. */
static plumb_sums begin_sums(const plumb_gradients *g, size_t rows, size_t dim, size_t terms) {
    size_t numbers = rows * dim;
    plumb_sums sums = {rows,
                       dim,
                       plumb_roundings_up(plumb_weight_depth(terms)),
                       g->workspace,
                       g->workspace + numbers,
                       g->workspace + 2 * numbers,
                       g->workspace + 3 * numbers};
    plumb_sums_clear(&sums);
    return sums;
}

static plumb_ball size_of_pair(const plumb_gradients *g, size_t r, size_t j) {
    const plumb_planes *planes = &g->pair_gradient;
    size_t at = r * planes->pitch + j;
    return planes->visible[at] ? plumb_ball_absolute((plumb_ball){planes->mid[at], planes->rad[at]})
                               : plumb_ball_zero();
}

/* Widens a sum of multiples of vectors that are off by a radius; sizes: of the multiples. */
static void widen(plumb_ball sizes, double radius, plumb_ball *sum, size_t dim) {
    plumb_ball off = plumb_ball_multiply(sizes, (plumb_ball){0, radius});
    for (size_t c = 0; c < dim; c++)
        sum[c] = plumb_ball_add(sum[c], off);
}

/* From gradients in the moved queries to those in the queries. */
static void end_queries(plumb_gradients *g, plumb_ball *query) {
    plumb_rows *rows = &g->rows;
    size_t dim = rows->problem->head_dim;
    for (size_t r = 0; r < rows->count; r++) {
        plumb_ball sizes = plumb_ball_zero();
        for (size_t j = 0; j < rows->problem->key_length; j++)
            sizes = plumb_ball_add(sizes, size_of_pair(g, r, j));
        memcpy(g->vector, query + r * dim, dim * sizeof *g->vector);
        widen(sizes, g->moved.of_key, g->vector, dim);
        plumb_query_gradient(&rows->row.positions, rows->problem, rows->b, rows->first + r, g->vector, query + r * dim);
    }
}

void plumb_gradients_of_queries(plumb_gradients *g, plumb_ball *query_gradient) {
    const plumb_rows *rows = &g->rows;
    const plumb_problem *p = rows->problem;
    const double *key = keys_of(g);
    plumb_sums sums = begin_sums(g, rows->count, p->head_dim, p->key_length);
    plumb_panel_weights weights;
    plumb_panels_of(&g->key_sizes, key);
    for (size_t from = next_visible(rows, 0); from < p->key_length; from = next_visible(rows, from + PLUMB_PANEL)) {
        size_t keys = plumb_panel_keys(rows, from);
        plumb_panel_weigh(g->pair_gradient, NULL, from, sums.gamma, &weights);
        plumb_sums_add(&sums, &weights, plumb_visible_groups(&weights, rows->count, keys), key + from * p->head_dim,
                       plumb_panels_get_largest(&g->key_sizes, key, from, keys, p->head_dim));
    }
    plumb_sums_finish(&sums, query_gradient);
    if (g->moved.moves)
        end_queries(g, query_gradient);
}

/* What the columns of a panel weigh: keys are the rows of the sums, and rows of the bundle their terms. */
static void weigh_columns(plumb_planes planes, size_t from, size_t keys, plumb_sharp_weights *weights) {
    plumb_panel_transpose(planes.mid + from, planes.pitch, planes.rows, weights->of);
    plumb_panel_transpose(planes.rad + from, planes.pitch, planes.rows, weights->share);
    plumb_panel_transpose_mask(planes.visible + from, planes.pitch, planes.rows, weights->visible);
    plumb_sharp_weigh(keys, plumb_roundings_up(plumb_dot_depth(planes.rows)), weights);
}

/* Vectors of the rows, weighed by a plane's columns, join the sums of the keys; vector [rows][dim], sum
   [key_length][dim]. */
static void add_columns(const plumb_gradients *g, plumb_planes planes, const double *vector, size_t dim,
                        plumb_ball *sum) {
    const plumb_rows *rows = &g->rows;
    size_t count = rows->count, end = rows->problem->key_length;
    double *size = g->workspace + (3 * PLUMB_PANEL + 1) * dim;
    plumb_sharp_weights weights;
    plumb_sizes(vector, count * dim, size);
    for (size_t from = next_visible(rows, 0); from < end; from = next_visible(rows, from + PLUMB_PANEL)) {
        size_t keys = plumb_panel_keys(rows, from);
        plumb_sums sums = begin_sums(g, keys, dim, count);
        weigh_columns(planes, from, keys, &weights);
        plumb_sharp_add(&sums, &weights, count, vector, size);
        plumb_sums_finish(&sums, g->part);
        for (size_t j = 0; j < keys; j++)
            if (weights.width[j] > 0)
                plumb_output_add(g->part + j * dim, dim, sum + (from + j) * dim);
    }
}

void plumb_gradients_add_keys(plumb_gradients *g, plumb_ball *key) {
    size_t dim = g->rows.problem->head_dim;
    add_columns(g, g->pair_gradient, queries_of(g), dim, key);
    for (size_t j = 0; j < g->rows.problem->key_length && g->moved.moves; j++) {
        plumb_ball sizes = plumb_ball_zero();
        for (size_t r = 0; r < g->rows.count; r++)
            sizes = plumb_ball_add(sizes, size_of_pair(g, r, j));
        widen(sizes, g->moved.of_query, key + j * dim, dim);
    }
}

void plumb_gradients_end_keys(plumb_gradients *g, size_t b, plumb_ball *key) {
    const plumb_problem *p = g->rows.problem;
    size_t dim = p->head_dim;
    for (size_t j = 0; j < p->key_length && g->moved.moves; j++) {
        memcpy(g->vector, key + j * dim, dim * sizeof *g->vector);
        plumb_key_gradient(&g->rows.row.positions, p, b, j, g->vector, key + j * dim);
    }
}

void plumb_gradients_add_values(plumb_gradients *g, plumb_ball *value) {
    add_columns(g, g->weight, output_gradients_of(&g->rows), g->rows.problem->value_dim, value);
}

void plumb_gradients_add_sink(const plumb_gradients *g, plumb_ball *sink) {
    for (size_t r = 0; r < g->rows.count; r++)
        *sink = plumb_ball_add(*sink, plumb_sink_gradient(g->rows.sink_weight[r], g->lse_gradient[r], g->delta[r]));
}

void plumb_gradients_add_biases(const plumb_gradients *g, plumb_ball *bias) {
    const plumb_planes *planes = &g->pair_gradient;
    size_t keys = g->rows.problem->key_length;
    for (size_t r = 0; r < g->rows.count; r++)
        for (size_t j = 0; j < keys; j++) {
            size_t at = r * planes->pitch + j;
            if (planes->visible[at])
                bias[r * keys + j] =
                    plumb_ball_add(bias[r * keys + j], (plumb_ball){planes->mid[at], planes->rad[at]});
        }
}

/* Adds a row's sums to those of the head; a parameter that no visible key has adds nothing. */
static void end_positions(const plumb_ball *row, size_t parameters, plumb_ball *sum) {
    for (size_t i = 0; i < parameters; i++)
        if (row[i].mid != 0 || row[i].rad != 0)
            sum[i] = plumb_ball_add(sum[i], row[i]);
}

void plumb_gradients_add_positions(plumb_gradients *g, plumb_ball *row, plumb_ball *position) {
    const plumb_planes *planes = &g->pair_gradient;
    const plumb_problem *p = g->rows.problem;
    plumb_positions *workspace = &g->rows.row.positions;
    size_t parameters = plumb_position_parameters(p);
    bool by_distance = p->position.kind == PLUMB_POSITION_ALIBI;
    for (size_t r = 0; r < g->rows.count; r++) {
        plumb_position_parts(workspace, p, g->rows.scale, g->rows.b, g->rows.first + r, p->key_length);
        for (size_t i = 0; i < parameters; i++)
            row[i] = plumb_ball_zero();
        for (size_t j = 0; j < p->key_length; j++) {
            size_t at = r * planes->pitch + j;
            plumb_ball part = {planes->mid[at], planes->rad[at]};
            if (planes->visible[at])
                row[workspace->index[j]] = plumb_ball_add(
                    row[workspace->index[j]], by_distance ? plumb_ball_multiply(part, workspace->bias[j]) : part);
        }
        end_positions(row, parameters, position);
    }
}

void plumb_gradients_add_shared_bias(plumb_gradients *g, plumb_ball *bias) {
    double one[PLUMB_BUNDLE_ROWS];
    for (size_t r = 0; r < g->rows.count; r++)
        one[r] = 1;
    add_columns(g, g->pair_gradient, one, 1, bias);
}
