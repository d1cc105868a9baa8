/* scores.c - the keys are taken panel by panel, and panels that no row sees are skipped.  One product of the bundle's
   queries with a transposed panel gives the middles of the scores; their radii come from the norms of query and key,
   and of moved or mapped vectors from their own radii, too.  If the norms prove that every score of a softmax is small
   enough to be exponentiated without a shift, exponentials are computed as each panel is scored, before the largest
   score is known, and the sums may need no plane at all.  If rows have different keys, or add their own terms to the
   products, the minimal kernels score row by row. */
#include "bundle/scores.h"
#include "bundle/places.h"
#include "bundle/weights.h"
#include "fast/ball_panel.h"
#include "fast/exponential.h"
#include "fast/panel.h"
#include "fast/terms.h"
#include "row/stages.h"
#include "score/scaled_dot.h"
#include "weight/exponentials.h"
#include <math.h>
#include <string.h>

void plumb_find_widths(const plumb_rows *rows, size_t from, size_t *width) {
    for (size_t r = 0; r < rows->count; r++)
        width[r] = plumb_lane_width(rows->visible + r * rows->pitch + from, PLUMB_PANEL);
}

_Static_assert(PLUMB_BUNDLE_ROWS <= PLUMB_PANEL, "the queries of a bundle are one panel");

/* The norm of each query, and its part in the radius of a score.  Queries of other bundles are not looked at: they need
   not be there (case/borrowed.h). */
static void find_reaches(plumb_rows *rows) {
    const plumb_problem *p = rows->problem;
    const double *query = p->query + plumb_query_start(plumb_problem_shape(p), rows->b, rows->h, rows->first);
    plumb_panels_of(&rows->queries, query);
    const double *norm =
        plumb_panels_get(&rows->queries, query, 0, rows->count, p->head_dim) + p->head_dim * PLUMB_PANEL;
    for (size_t r = 0; r < rows->count; r++) {
        rows->norm[r] = norm[r];
        rows->reach[r] = plumb_score_reach(rows->norm[r], p->head_dim, rows->scale);
    }
}

/* Whether no product of these queries with a key before `end` is larger than a score may be that is
   not shifted, by their norms.  Keys whose panels are not kept are not looked at. */
static bool is_never_shifted(plumb_rows *rows, const double *key, size_t end) {
    const plumb_problem *p = rows->problem;
    double reach = 0;
    for (size_t r = 0; r < rows->count; r++)
        reach = fmax(reach, rows->norm[r] <= PLUMB_LARGEST ? rows->norm[r] : INFINITY);
    reach *= (fabs(rows->scale.mid) + rows->scale.rad) * 1.01; /* for the roundings */
    bool within = rows->panels.count > 1 || end <= PLUMB_PANEL;
    for (size_t from = 0; from < end && within; from += PLUMB_PANEL) {
        const double *panel = plumb_panels_get(&rows->panels, key, from, plumb_panel_keys(rows, from), p->head_dim);
        within = plumb_panel_is_within(panel + p->head_dim * PLUMB_PANEL, PLUMB_UNSHIFTED / reach);
    }
    return within;
}

/* The same for sinks. */
static bool sinks_need_no_shift(const plumb_rows *rows) {
    for (size_t r = 0; r < rows->count; r++)
        if (!(fabs(rows->sink[r].mid) <= PLUMB_UNSHIFTED))
            return false;
    return true;
}

/* Whether the radius of a score is at most 1 if its middle is no larger than a score may be that is not shifted. */
static bool is_precise(const plumb_rows *rows) {
    double reach = plumb_score_reach(1.0, rows->problem->head_dim, rows->scale);
    return reach <= fabs(rows->scale.mid) * 0x1p-8;
}

/* Whether exponentials can be taken a panel at a time, before all scores are known. */
static bool can_raise(plumb_rows *rows, const double *key, size_t end) {
    const plumb_problem *p = rows->problem;
    return plumb_has_log_sum_exp(p->op.kind) && !plumb_reads_scores(rows) && !plumb_adds_bias(p) &&
           !(p->op.softcap > 0) && (!plumb_sink_adds_logit(p->op.sink) || sinks_need_no_shift(rows)) &&
           is_precise(rows) && is_never_shifted(rows, key, end);
}

void plumb_multiply_keys(plumb_rows *rows, const double *key, size_t from, size_t keys,
                         plumb_panel_products *products) {
    const plumb_problem *p = rows->problem;
    const double *panel = plumb_panels_get(&rows->panels, key, from, keys, p->head_dim);
    plumb_find_widths(rows, from, products->width);
    plumb_panel_dots(plumb_query_of_row(rows, 0), rows->count, panel, p->head_dim, products->width, products->sum);
    products->norm = panel + p->head_dim * PLUMB_PANEL;
}

void plumb_raise_row(plumb_rows *rows, size_t r, size_t from, const plumb_panel_products *products, double *mid,
                     double *rad) {
    const unsigned char *visible = rows->visible + r * rows->pitch + from;
    plumb_panel_terms(products->sum + r * PLUMB_PANEL, products->norm, rows->reach[r], rows->scale, products->width[r],
                      mid, rad);
    plumb_lane_hide(mid, rad, 0.0, visible);
    plumb_strides_add(mid, rad, &rows->strides[r]);
}

static void score_panel(plumb_rows *rows, const double *key, size_t from, size_t keys) {
    plumb_panel_products products;
    plumb_multiply_keys(rows, key, from, keys, &products);
    for (size_t r = 0; r < rows->count; r++) {
        size_t start = r * rows->pitch + from;
        if (rows->raised)
            plumb_raise_row(rows, r, from, &products, rows->mid + start, rows->rad + start);
        else
            plumb_panel_scores(products.sum + r * PLUMB_PANEL, products.norm, rows->reach[r], rows->visible + start,
                               rows->scale, rows->mid + start, rows->rad + start);
    }
}

static void score_ball_panel(plumb_rows *rows, plumb_row_vectors phi, size_t from, size_t keys) {
    double sum[PLUMB_BUNDLE_ROWS * PLUMB_PANEL] PLUMB_ALIGNED;
    size_t width[PLUMB_BUNDLE_ROWS];
    const double *panel = plumb_panels_get_balls(&rows->panels, phi.key, from, keys, phi.dim);
    plumb_find_widths(rows, from, width);
    plumb_panel_dots(rows->mapped, rows->count, panel, phi.dim, width, sum);
    for (size_t r = 0; r < rows->count; r++) {
        size_t start = r * rows->pitch + from;
        plumb_ball_panel_scores(sum + r * PLUMB_PANEL, panel + phi.dim * PLUMB_PANEL, rows->mapped_reach[r],
                                rows->visible + start, rows->scale, rows->mid + start, rows->rad + start);
    }
}

/* As plumb_scaled_dot or plumb_feature_dot, for all rows; or nothing yet, if the sums will do it.  False if memory is
   short. */
static bool score_panels(plumb_rows *rows, const double *key, plumb_row_vectors phi) {
    size_t end = rows->visible_keys;
    plumb_panels_of(&rows->panels, key);
    memset(rows->strides, 0, rows->count * sizeof *rows->strides);
    if (phi.key == NULL) {
        find_reaches(rows);
        rows->raised = can_raise(rows, key, end);
    }
    if (plumb_rows_stream(rows))
        return true;
    if (!plumb_planes_make(rows))
        return false;
    for (size_t from = 0; from < end; from += PLUMB_PANEL) {
        size_t keys = plumb_panel_keys(rows, from);
        if (!plumb_panel_is_visible(rows, from, keys))
            continue;
        if (phi.key != NULL)
            score_ball_panel(rows, phi, from, keys);
        else
            score_panel(rows, key, from, keys);
    }
    return true;
}

/* Whether every row has keys of its own, or adds terms of its own to the products. */
static bool scores_differ_by_row(const plumb_problem *p) {
    bool in_cache = p->mask.in_cache && plumb_position_moves_vectors(p->position.kind);
    return in_cache || plumb_position_joins_products(p->position.kind);
}

static plumb_ball sink_of(plumb_rows *rows, size_t r) {
    return plumb_row_sink(rows->problem, rows->scale, plumb_query_of_row(rows, r), rows->h, plumb_place_row(rows, r));
}

/* What the products need of the mapped query of a row. */
static void keep_mapped(plumb_rows *rows, size_t r, plumb_row_vectors phi) {
    for (size_t c = 0; c < phi.dim; c++)
        rows->mapped[r * phi.dim + c] = phi.query[c].mid;
    rows->mapped_reach[r] = plumb_ball_reach(phi.query, phi.dim);
}

/* The mapped queries of all rows, and their sinks, which belong to them. */
static plumb_row_vectors map_rows(plumb_rows *rows, const double *key) {
    plumb_row_vectors phi = {NULL, NULL, 0};
    for (size_t r = 0; r < rows->count; r++) {
        phi = plumb_row_map(rows->problem, plumb_query_of_row(rows, r), key, rows->b, rows->first + r,
                            plumb_place_row(rows, r));
        if (phi.query != NULL)
            keep_mapped(rows, r, phi);
        rows->sink[r] = sink_of(rows, r);
    }
    return phi;
}

bool plumb_rows_score(plumb_rows *rows) {
    const plumb_problem *p = rows->problem;
    rows->raised = false;
    const double *key = p->key + plumb_key_start(plumb_problem_shape(p), rows->b, rows->h);
    if (!scores_differ_by_row(p))
        return score_panels(rows, key, map_rows(rows, key));
    if (!plumb_planes_make(rows))
        return false;
    for (size_t r = 0; r < rows->count; r++) {
        plumb_row *row = plumb_place_row(rows, r);
        plumb_row_scores(p, rows->scale, plumb_query_of_row(rows, r), key, rows->b, rows->first + r, row);
        plumb_split_row(rows, r, p->key_length, row->score);
        rows->sink[r] = sink_of(rows, r);
    }
    return true;
}
