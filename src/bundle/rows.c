/* rows.c - a row that is not in the bundle is evaluated together with the rows after it, stage by stage: visible keys,
   scores, weights, weighted sums, each for all rows of the bundle before the next begins.  A panel of keys is thus
   transposed once for many rows.  The last steps of a row (gate, value bias, log-sum-exp) are the minimal kernels, row
   by row.  They evaluate entire rows that are the mean of all values, and all rows if there is not enough memory for
   the planes: the bits are the same either way. */
#include "bundle/rows.h"
#include "bundle/places.h"
#include "bundle/scores.h"
#include "bundle/sums.h"
#include "bundle/weights.h"
#include "fast/aggregate.h"
#include "fast/panel.h"
#include "row/stages.h"
#include "row/visible.h"
#include <stdlib.h>
#include <string.h>

size_t plumb_rows_together(const plumb_problem *p, size_t most) {
    size_t bytes = (p->key_length + 1) * (2 * sizeof(plumb_ball) + 1);
    size_t rows = PLUMB_BUNDLE_BYTES / bytes;
    /* of short heads a larger part is at the end of what a bundle sees, and threads share them */
    size_t largest = p->query_length < 4 * PLUMB_BUNDLE_ROWS ? PLUMB_BUNDLE_ROWS / 2 : PLUMB_BUNDLE_ROWS;
    if (rows > largest)
        rows = largest;
    if (rows < PLUMB_LEAST_ROWS)
        rows = PLUMB_LEAST_ROWS;
    if (rows > most)
        rows = most;
    if (rows > p->query_length)
        rows = p->query_length;
    return rows > 0 ? rows : 1;
}

/* Whether the scores are products of balls. */
static bool maps_keys(const plumb_problem *p) {
    return plumb_has_features(p) || plumb_position_moves_vectors(p->position.kind);
}

/* `row` was made for one row: its arrays become those of a bundle. */
static int make_bundle(plumb_rows *rows, const plumb_problem *p) {
    size_t lanes = rows->most * rows->pitch, columns = rows->most * p->value_dim + 1;
    size_t balls = (rows->keeps_all ? rows->most : 1) * p->key_length + 1;
    rows->visible = calloc(lanes, 1);
    rows->score = malloc(balls * sizeof *rows->score);
    rows->weight = malloc(balls * sizeof *rows->weight);
    rows->output = malloc(columns * sizeof *rows->output);
    bool turns = plumb_rotates_output(&p->position);
    rows->unrotated = turns ? malloc(columns * sizeof *rows->unrotated) : NULL;
    size_t dim = plumb_feature_dim(p);
    rows->mapped = malloc((rows->most * dim + 1) * sizeof *rows->mapped);
    size_t panel = (maps_keys(p) ? dim + 2 : p->head_dim + 1) * PLUMB_PANEL;
    rows->workspace = plumb_panels_alloc(3 * columns + p->value_dim);
    if ((turns && !rows->unrotated) || !rows->visible || !rows->score || !rows->weight || !rows->output ||
        !rows->mapped || !rows->workspace ||
        plumb_panels_init(&rows->panels, p->key_length, panel) != 0 ||
        plumb_panels_init(&rows->queries, 0, (p->head_dim + 1) * PLUMB_PANEL) != 0)
        return -1;
    return plumb_panels_init(&rows->largest, p->key_length, PLUMB_PANEL_GROUPS * p->value_dim);
}

int plumb_rows_init(plumb_rows *rows, const plumb_problem *problem, size_t most, plumb_rows_kept kept) {
    memset(rows, 0, sizeof *rows);
    rows->problem = problem;
    rows->scale = plumb_problem_scale(problem);
    rows->most = plumb_rows_together(problem, most);
    rows->pitch = plumb_planes_pitch(problem->key_length);
    rows->keeps_all = kept == PLUMB_KEEP_ALL || plumb_position_joins_products(problem->position.kind);
    int workspaces = plumb_row_workspaces_init(&rows->row, problem);
    rows->keeps_weights = kept == PLUMB_KEEP_WEIGHTS;
    rows->row.without_lse = kept == PLUMB_KEEP_OUTPUT;
    if (workspaces == 0 && make_bundle(rows, problem) == 0 && (!rows->keeps_weights || plumb_planes_make(rows)))
        return 0;
    plumb_rows_free(rows);
    return -1;
}

void plumb_rows_free(plumb_rows *rows) {
    plumb_row_workspaces_free(&rows->row);
    free(rows->visible);
    free(rows->mid);
    free(rows->rad);
    free(rows->capped_mid);
    free(rows->capped_rad);
    free(rows->source_mid);
    free(rows->source_rad);
    free(rows->score);
    free(rows->weight);
    free(rows->output);
    free(rows->unrotated);
    plumb_panels_free(&rows->panels);
    plumb_panels_free(&rows->largest);
    free(rows->mapped);
    plumb_panels_free(&rows->queries);
    free(rows->workspace);
    memset(rows, 0, sizeof *rows);
}

static void show(plumb_rows *rows) {
    for (size_t r = 0; r < rows->count; r++) {
        plumb_row *row = plumb_place_row(rows, r);
        plumb_show_visible(rows->problem, rows->b, rows->h, rows->first + r, row->visible);
        rows->mean[r] = plumb_row_is_mean(rows->problem, row);
    }
    rows->visible_keys = plumb_find_visible_keys(rows);
}

static void finish_output(plumb_rows *rows, size_t r) {
    const plumb_problem *p = rows->problem;
    plumb_row *row = plumb_place_row(rows, r);
    size_t t = rows->first + r;
    if (rows->keeps_all)
        plumb_join_row(rows, r, p->key_length, plumb_hidden_weight(rows, r), row->weight);
    plumb_operator_output(plumb_row_parts(p, rows->b, rows->h, t), p->value_dim, rows->sink_weight[r], row->output);
    if (plumb_position_joins_products(p->position.kind))
        plumb_relative_values(&row->positions, p, rows->b, t, row->weight, row->output);
    plumb_row_rotate_output(p, rows->b, t, row);
    rows->lse[r] = plumb_row_lse(p, rows->sink[r], row);
}

static void evaluate_alone(plumb_rows *rows, size_t r) {
    plumb_row *row = plumb_place_row(rows, r);
    plumb_evaluate_row(rows->problem, rows->scale, rows->b, rows->h, rows->first + r, row);
    rows->lse[r] = row->lse;
}

/* False if memory is short: the minimal kernels need less. */
static bool evaluate_together(plumb_rows *rows) {
    show(rows);
    if (!plumb_rows_score(rows))
        return false;
    plumb_rows_weigh(rows);
    if (rows->keeps_weights) {
        plumb_rows_finish_weights(rows);
        return true;
    }
    plumb_rows_aggregate(rows);
    for (size_t r = 0; r < rows->count; r++)
        if (rows->mean[r])
            evaluate_alone(rows, r);
        else
            finish_output(rows, r);
    return true;
}

static void evaluate(plumb_rows *rows) {
    if (!rows->minimal && evaluate_together(rows))
        return;
    for (size_t r = 0; r < rows->count; r++)
        evaluate_alone(rows, r);
}

static bool is_held(const plumb_rows *rows, size_t b, size_t h, size_t t) {
    return b == rows->b && h == rows->h && rows->first <= t && t - rows->first < rows->count;
}

plumb_row *plumb_rows_get(plumb_rows *rows, size_t b, size_t h, size_t t) {
    if (!is_held(rows, b, h, t)) {
        size_t left = rows->problem->query_length - t;
        rows->b = b;
        rows->h = h;
        rows->first = t;
        rows->count = left < rows->most ? left : rows->most;
        evaluate(rows);
    }
    return plumb_place_row(rows, t - rows->first);
}

plumb_row *plumb_rows_number(plumb_rows *rows, size_t n) {
    const plumb_problem *p = rows->problem;
    size_t head = n / p->query_length;
    return plumb_rows_get(rows, head / p->query_heads, head % p->query_heads, n % p->query_length);
}
