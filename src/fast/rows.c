/* rows.c - see rows.h. */
#include "fast/rows.h"
#include "aggregate/aggregate.h"
#include "attention/stages.h"
#include "attention/visible.h"
#include "attention/weights.h"
#include "fast/aggregate.h"
#include "fast/ball_panel.h"
#include "fast/panel.h"
#include "fast/softmax.h"
#include <stdlib.h>
#include <string.h>

size_t plumb_rows_together(const plumb_problem *p, size_t most) {
    size_t bytes = (p->key_length + 1) * (2 * sizeof(plumb_ball) + 1);
    size_t rows = PLUMB_BUNDLE_BYTES / bytes;
    if (rows > PLUMB_BUNDLE_ROWS)
        rows = PLUMB_BUNDLE_ROWS;
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

static size_t vector_dim(const plumb_rows *rows) {
    return plumb_has_features(rows->problem) ? rows->row.features.feature_dim
                                             : rows->problem->head_dim;
}

/* `row` was made for one row: its arrays become those of a bundle. */
static int make_bundle(plumb_rows *rows, const plumb_problem *p) {
    size_t keys = rows->most * p->key_length + 1, columns = rows->most * p->value_dim + 1;
    rows->visible = malloc(keys);
    rows->score = malloc(keys * sizeof *rows->score);
    rows->weight = malloc(keys * sizeof *rows->weight);
    rows->output = malloc(columns * sizeof *rows->output);
    size_t dim = vector_dim(rows);
    rows->mapped = malloc((rows->most * dim + 1) * sizeof *rows->mapped);
    size_t panel = (maps_keys(p) ? 2 * dim : p->head_dim + 1) * PLUMB_PANEL;
    rows->queries = plumb_panels_alloc((p->head_dim + 1) * PLUMB_PANEL);
    rows->room = plumb_panels_alloc(3 * columns + p->value_dim);
    if (!rows->visible || !rows->score || !rows->weight || !rows->output || !rows->mapped ||
        !rows->queries || !rows->room ||
        plumb_panels_init(&rows->panels, p->key_length, panel) != 0)
        return -1;
    return plumb_panels_init(&rows->largest, p->key_length, PLUMB_PANEL_GROUPS * p->value_dim);
}

int plumb_rows_init(plumb_rows *rows, const plumb_problem *problem, size_t most) {
    memset(rows, 0, sizeof *rows);
    rows->problem = problem;
    rows->scale = plumb_problem_scale(problem);
    rows->most = plumb_rows_together(problem, most);
    rows->scored = rows->weighed = problem->key_length;
    if (plumb_row_rooms_init(&rows->row, problem) == 0 && make_bundle(rows, problem) == 0)
        return 0;
    plumb_rows_free(rows);
    return -1;
}

void plumb_rows_free(plumb_rows *rows) {
    plumb_row_rooms_free(&rows->row);
    free(rows->visible);
    free(rows->score);
    free(rows->weight);
    free(rows->output);
    plumb_panels_free(&rows->panels);
    plumb_panels_free(&rows->largest);
    free(rows->mapped);
    free(rows->queries);
    free(rows->room);
    memset(rows, 0, sizeof *rows);
}

/* Makes rows->row row r of the bundle. */
static plumb_row *place_row(plumb_rows *rows, size_t r) {
    const plumb_problem *p = rows->problem;
    rows->row.visible = rows->visible + r * p->key_length;
    rows->row.score = rows->score + r * p->key_length;
    rows->row.weight = rows->weight + r * p->key_length;
    rows->row.output = rows->output + r * p->value_dim;
    rows->row.lse = rows->lse[r];
    return &rows->row;
}

static const double *query_of(const plumb_rows *rows, size_t r) {
    const plumb_problem *p = rows->problem;
    return p->query + plumb_query_start(plumb_problem_shape(p), rows->b, rows->h, rows->first + r);
}

static void show(plumb_rows *rows) {
    for (size_t r = 0; r < rows->count; r++) {
        plumb_row *row = place_row(rows, r);
        plumb_show_visible(rows->problem, rows->b, rows->h, rows->first + r, row->visible);
        rows->mean[r] = plumb_row_is_mean(rows->problem, row);
    }
}

static bool panel_is_seen(const plumb_rows *rows, size_t from, size_t keys) {
    for (size_t r = 0; r < rows->count; r++)
        if (plumb_lane_any(rows->visible + r * rows->problem->key_length + from, keys))
            return true;
    return false;
}

static size_t panel_keys(const plumb_rows *rows, size_t from) {
    size_t left = rows->problem->key_length - from;
    return left < PLUMB_PANEL ? left : PLUMB_PANEL;
}

/* The end of the last panel of which a row sees a key. */
static size_t seen_keys(const plumb_rows *rows) {
    size_t keys = rows->problem->key_length, panels = (keys + PLUMB_PANEL - 1) / PLUMB_PANEL;
    for (size_t i = panels; i > 0; i--) {
        size_t from = (i - 1) * PLUMB_PANEL;
        if (panel_is_seen(rows, from, panel_keys(rows, from)))
            return from + panel_keys(rows, from);
    }
    return 0;
}

/* Lanes up to the last key of a panel that a row sees. */
static size_t seen_width(const plumb_rows *rows, size_t from, size_t keys) {
    size_t width = 0;
    for (size_t r = 0; r < rows->count; r++) {
        const unsigned char *visible = rows->visible + r * rows->problem->key_length + from;
        size_t seen = keys;
        while (seen > width && !visible[seen - 1])
            seen--;
        width = seen > width ? seen : width;
    }
    return width;
}

/* From `from` on, no row has a score. */
static void hide_scores(plumb_rows *rows, size_t from) {
    size_t keys = rows->problem->key_length;
    for (size_t r = 0; r < rows->most; r++)
        for (size_t j = from; j < rows->scored; j++)
            rows->score[r * keys + j] = plumb_ball_unknown();
    rows->scored = from;
}

/* From `from` on, no row has a weight. */
static void clear_weights(plumb_rows *rows, size_t from) {
    size_t keys = rows->problem->key_length;
    for (size_t r = 0; r < rows->most; r++)
        if (from < rows->weighed)
            plumb_lane_clear(rows->weighed - from, rows->weight + r * keys + from);
    rows->weighed = from;
}

/* Kernels of single rows write wherever they want to. */
static void forget_ends(plumb_rows *rows) {
    rows->scored = rows->weighed = rows->problem->key_length;
}

/* How far the rounding of a product of each query with a key of norm 1 goes. */
static void find_reaches(plumb_rows *rows) {
    size_t dim = rows->problem->head_dim;
    double roundings = plumb_roundings_up(plumb_dot_depth(dim));
    plumb_panel_fill(query_of(rows, 0), rows->count, dim, rows->queries);
    for (size_t r = 0; r < rows->count; r++)
        rows->reach[r] = plumb_product_up(roundings, rows->queries[dim * PLUMB_PANEL + r]);
}

static void score_panel(plumb_rows *rows, const double *key, size_t from, size_t keys) {
    const plumb_problem *p = rows->problem;
    double sum[PLUMB_BUNDLE_ROWS * PLUMB_PANEL] PLUMB_ALIGNED;
    const double *panel = plumb_panels_get(&rows->panels, key, from, keys, p->head_dim);
    plumb_panel_dots(query_of(rows, 0), rows->count, panel, p->head_dim,
                     seen_width(rows, from, keys), sum);
    for (size_t r = 0; r < rows->count; r++) {
        size_t start = r * p->key_length + from;
        plumb_panel_scores(sum + r * PLUMB_PANEL, panel + p->head_dim * PLUMB_PANEL, rows->reach[r],
                           rows->visible + start, keys, rows->scale, rows->score + start);
    }
}

static void score_ball_panel(plumb_rows *rows, plumb_row_vectors phi, size_t from, size_t keys) {
    const double *panel = plumb_panels_get_balls(&rows->panels, phi.key, from, keys, phi.dim);
    for (size_t r = 0; r < rows->count; r++) {
        size_t start = r * rows->problem->key_length + from;
        plumb_ball_panel_scores(rows->mapped + r * phi.dim, panel, phi.dim, rows->visible + start,
                                keys, rows->scale, rows->score + start);
    }
}

static void hide_panel(plumb_rows *rows, size_t from, size_t keys) {
    for (size_t r = 0; r < rows->count; r++)
        for (size_t j = from; j < from + keys; j++)
            rows->score[r * rows->problem->key_length + j] = plumb_ball_unknown();
}

/* As plumb_scaled_dot or plumb_feature_dot, for all rows. */
static void score_panels(plumb_rows *rows, const double *key, plumb_row_vectors phi) {
    size_t seen = seen_keys(rows);
    plumb_panels_of(&rows->panels, key);
    if (phi.key == NULL)
        find_reaches(rows);
    for (size_t from = 0; from < seen; from += PLUMB_PANEL) {
        size_t keys = panel_keys(rows, from);
        if (!panel_is_seen(rows, from, keys))
            hide_panel(rows, from, keys);
        else if (phi.key != NULL)
            score_ball_panel(rows, phi, from, keys);
        else
            score_panel(rows, key, from, keys);
    }
    hide_scores(rows, seen);
}

/* Whether every row has keys of its own, or adds what is its own to the products. */
static bool scores_differ_by_row(const plumb_problem *p) {
    bool in_cache = p->mask.in_cache && plumb_position_moves_vectors(p->position.kind);
    return in_cache || p->position.kind == PLUMB_POSITION_SHAW;
}

static plumb_ball sink_of(plumb_rows *rows, size_t r) {
    return plumb_row_sink(rows->problem, rows->scale, query_of(rows, r), rows->h,
                          place_row(rows, r));
}

/* The mapped queries of all rows, and their sinks, which belong to them. */
static plumb_row_vectors map_rows(plumb_rows *rows, const double *key) {
    plumb_row_vectors phi = {NULL, NULL, 0};
    for (size_t r = 0; r < rows->count; r++) {
        phi = plumb_row_map(rows->problem, query_of(rows, r), key, rows->b, rows->first + r,
                            place_row(rows, r));
        if (phi.query != NULL)
            memcpy(rows->mapped + r * phi.dim, phi.query, phi.dim * sizeof *phi.query);
        rows->sink[r] = sink_of(rows, r);
    }
    return phi;
}

static void score(plumb_rows *rows) {
    const plumb_problem *p = rows->problem;
    const double *key = p->key + plumb_key_start(plumb_problem_shape(p), rows->b, rows->h);
    if (!scores_differ_by_row(p)) {
        score_panels(rows, key, map_rows(rows, key));
        return;
    }
    forget_ends(rows);
    for (size_t r = 0; r < rows->count; r++) {
        plumb_row_scores(p, rows->scale, query_of(rows, r), key, rows->b, rows->first + r,
                         place_row(rows, r));
        rows->sink[r] = sink_of(rows, r);
    }
}

static void finish_scores(plumb_rows *rows, size_t r) {
    const plumb_problem *p = rows->problem;
    plumb_row *row = place_row(rows, r);
    plumb_operator_scores(p->op.softcap_order, p->op.softcap,
                          plumb_row_bias(p, rows->scale, rows->b, rows->h, rows->first + r, row),
                          p->key_length, row->visible, row->score);
}

static void weigh_row(plumb_rows *rows, size_t r) {
    const plumb_problem *p = rows->problem;
    plumb_row *row = place_row(rows, r);
    rows->sink_weight[r] =
        plumb_operator_weights(p->op, row->score, row->visible, p->key_length,
                               plumb_sink_adds_logit(p->op.sink), rows->sink[r], row->weight);
}

/* The softmax, and what is made of its weights one by one. */
static bool begins_with_softmax(const plumb_problem *p) {
    return plumb_has_log_sum_exp(p->op.kind) && !plumb_sink_adds_logit(p->op.sink);
}

/* As plumb_operator_weights after its softmax. */
static void change_weights(plumb_rows *rows, size_t r) {
    const plumb_problem *p = rows->problem;
    plumb_ball *weight = rows->weight + r * p->key_length;
    if (p->op.kind != PLUMB_SOFTMAX)
        rows->weighed = p->key_length; /* what is clipped need not stay 0 */
    if (p->op.kind == PLUMB_SCALED_SOFTMAX)
        plumb_scale_weights(weight, p->key_length, p->op.alpha);
    else if (p->op.kind == PLUMB_CLIPPED_SOFTMAX)
        plumb_clip_weights(weight, p->key_length, p->op.gamma, p->op.zeta);
}

static void weigh(plumb_rows *rows) {
    const plumb_problem *p = rows->problem;
    for (size_t r = 0; r < rows->count; r++) {
        finish_scores(rows, r);
        rows->sink_weight[r] = plumb_ball_zero();
    }
    if (plumb_cap_unmasks(p->op.softcap_order, p->op.softcap))
        rows->scored = p->key_length;
    if (begins_with_softmax(p)) {
        size_t seen = seen_keys(rows);
        plumb_fast_softmax(rows->score, rows->visible, rows->count, seen, p->key_length,
                           rows->weight);
        clear_weights(rows, seen);
    } else {
        forget_ends(rows);
    }
    for (size_t r = 0; r < rows->count; r++)
        if (begins_with_softmax(p))
            change_weights(rows, r);
        else
            weigh_row(rows, r);
}

static plumb_sums sums_of(plumb_rows *rows) {
    const plumb_problem *p = rows->problem;
    size_t numbers = rows->count * p->value_dim;
    plumb_sums sums = {rows->count, p->value_dim,
                       plumb_roundings_up(plumb_weight_depth(p->key_length)), rows->room,
                       rows->room + numbers, rows->room + 2 * numbers, rows->room + 3 * numbers};
    plumb_sums_clear(&sums);
    return sums;
}

/* As plumb_aggregate, for all rows. */
static void aggregate(plumb_rows *rows) {
    const plumb_problem *p = rows->problem;
    const double *value = p->value + plumb_value_start(plumb_problem_shape(p), rows->b, rows->h);
    plumb_sums sums = sums_of(rows);
    plumb_panels_of(&rows->largest, value);
    size_t seen = seen_keys(rows);
    for (size_t from = 0; from < seen; from += PLUMB_PANEL) {
        size_t keys = panel_keys(rows, from);
        if (panel_is_seen(rows, from, keys))
            plumb_sums_add(&sums, rows->weight, rows->visible, p->key_length, from, keys,
                           value + from * p->value_dim,
                           plumb_panels_get_largest(&rows->largest, value, from, keys,
                                                    p->value_dim));
    }
    plumb_sums_finish(&sums, rows->output);
}

static void finish_output(plumb_rows *rows, size_t r) {
    const plumb_problem *p = rows->problem;
    plumb_row *row = place_row(rows, r);
    size_t t = rows->first + r;
    plumb_operator_output(plumb_row_parts(p, rows->b, rows->h, t), p->value_dim,
                          rows->sink_weight[r], row->output);
    if (p->position.kind == PLUMB_POSITION_SHAW)
        plumb_relative_values(&row->positions, p, rows->b, t, row->weight, row->output);
    rows->lse[r] = plumb_row_lse(p, rows->sink[r], row);
}

static void evaluate_alone(plumb_rows *rows, size_t r) {
    forget_ends(rows);
    plumb_row *row = place_row(rows, r);
    plumb_evaluate_row(rows->problem, rows->scale, rows->b, rows->h, rows->first + r, row);
    rows->lse[r] = row->lse;
}

static void evaluate_together(plumb_rows *rows) {
    show(rows);
    score(rows);
    weigh(rows);
    aggregate(rows);
    for (size_t r = 0; r < rows->count; r++)
        if (rows->mean[r])
            evaluate_alone(rows, r);
        else
            finish_output(rows, r);
}

static void evaluate(plumb_rows *rows) {
    if (!rows->minimal)
        evaluate_together(rows);
    else
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
    return place_row(rows, t - rows->first);
}
