/* rows.c - see rows.h. */
#include "bundle/rows.h"
#include "aggregate/aggregate.h"
#include "attention/weights.h"
#include "fast/aggregate.h"
#include "fast/ball_panel.h"
#include "fast/elu.h"
#include "fast/exponential.h"
#include "fast/normalised.h"
#include "fast/panel.h"
#include "fast/power_softmax.h"
#include "fast/rescaled.h"
#include "fast/sigmoid.h"
#include "fast/softcap.h"
#include "fast/softmax.h"
#include "fast/softpick.h"
#include "fast/terms.h"
#include "number/quotient.h"
#include "row/stages.h"
#include "row/visible.h"
#include "score/scaled_dot.h"
#include "weight/exponentials.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t plumb_rows_together(const plumb_problem *p, size_t most) {
    size_t bytes = (p->key_length + 1) * (2 * sizeof(plumb_ball) + 1);
    size_t rows = PLUMB_BUNDLE_BYTES / bytes;
    /* of short heads a larger part is at the end of what a bundle sees, and threads share them */
    size_t largest =
        p->query_length < 4 * PLUMB_BUNDLE_ROWS ? PLUMB_BUNDLE_ROWS / 2 : PLUMB_BUNDLE_ROWS;
    if (rows > largest)
        rows = largest;
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
    size_t dim = plumb_feature_dim(p);
    rows->mapped = malloc((rows->most * dim + 1) * sizeof *rows->mapped);
    size_t panel = (maps_keys(p) ? dim + 2 : p->head_dim + 1) * PLUMB_PANEL;
    rows->room = plumb_panels_alloc(3 * columns + p->value_dim);
    if (!rows->visible || !rows->score || !rows->weight || !rows->output || !rows->mapped ||
        !rows->room || plumb_panels_init(&rows->panels, p->key_length, panel) != 0 ||
        plumb_panels_init(&rows->queries, 0, (p->head_dim + 1) * PLUMB_PANEL) != 0)
        return -1;
    return plumb_panels_init(&rows->largest, p->key_length, PLUMB_PANEL_GROUPS * p->value_dim);
}

int plumb_rows_init(plumb_rows *rows, const plumb_problem *problem, size_t most,
                    plumb_rows_kept kept) {
    memset(rows, 0, sizeof *rows);
    rows->problem = problem;
    rows->scale = plumb_problem_scale(problem);
    rows->most = plumb_rows_together(problem, most);
    rows->pitch = plumb_planes_pitch(problem->key_length);
    rows->keeps_all = kept == PLUMB_KEEP_ALL ||
                      plumb_position_joins_products(problem->position.kind);
    int rooms = plumb_row_rooms_init(&rows->row, problem);
    rows->row.without_lse = kept == PLUMB_KEEP_OUTPUT;
    if (rooms == 0 && make_bundle(rows, problem) == 0)
        return 0;
    plumb_rows_free(rows);
    return -1;
}

void plumb_rows_free(plumb_rows *rows) {
    plumb_row_rooms_free(&rows->row);
    free(rows->visible);
    free(rows->mid);
    free(rows->rad);
    free(rows->score);
    free(rows->weight);
    free(rows->output);
    plumb_panels_free(&rows->panels);
    plumb_panels_free(&rows->largest);
    free(rows->mapped);
    plumb_panels_free(&rows->queries);
    free(rows->room);
    memset(rows, 0, sizeof *rows);
}

/* Makes rows->row row r of the bundle.  Unless all are kept, scores and weights have room for one row
   alone. */
static plumb_row *place_row(plumb_rows *rows, size_t r) {
    const plumb_problem *p = rows->problem;
    size_t start = rows->keeps_all ? r * p->key_length : 0;
    rows->row.visible = rows->visible + r * rows->pitch;
    rows->row.score = rows->score + start;
    rows->row.weight = rows->weight + start;
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
        if (plumb_lane_any(rows->visible + r * rows->pitch + from, keys))
            return true;
    return false;
}

static size_t panel_keys(const plumb_rows *rows, size_t from) {
    size_t left = rows->problem->key_length - from;
    return left < PLUMB_PANEL ? left : PLUMB_PANEL;
}

static size_t panels_of(size_t keys) {
    return (keys + PLUMB_PANEL - 1) / PLUMB_PANEL;
}

/* The end of the last panel of which a row sees a key. */
static size_t seen_keys(const plumb_rows *rows) {
    for (size_t i = panels_of(rows->problem->key_length); i > 0; i--) {
        size_t from = (i - 1) * PLUMB_PANEL;
        if (panel_is_seen(rows, from, panel_keys(rows, from)))
            return from + panel_keys(rows, from);
    }
    return 0;
}

/* Room for scores and weights, which who sums the values at once does without; lanes that have no key are computed with
   like any other.  False if memory is short. */
static bool has_planes(plumb_rows *rows) {
    size_t lanes = rows->most * rows->pitch;
    if (rows->mid != NULL)
        return true;
    rows->mid = plumb_panels_alloc(lanes);
    rows->rad = plumb_panels_alloc(lanes);
    if (rows->mid != NULL && rows->rad != NULL) {
        plumb_lane_zero(rows->mid, lanes);
        plumb_lane_zero(rows->rad, lanes);
        return true;
    }
    free(rows->mid);
    free(rows->rad);
    rows->mid = rows->rad = NULL;
    return false;
}

/* Of each row the lanes up to the last key of a panel that it sees. */
static void find_widths(const plumb_rows *rows, size_t from, size_t *width) {
    for (size_t r = 0; r < rows->count; r++)
        width[r] = plumb_lane_width(rows->visible + r * rows->pitch + from, PLUMB_PANEL);
}

/* Keys up to the last that any row sees, in whole groups of the sums. */
static size_t seen_groups(const plumb_rows *rows, const plumb_panel_weights *weights, size_t keys) {
    size_t width = plumb_lane_widest(weights->width, rows->count, keys);
    size_t whole = (width + PLUMB_WEIGHT_GROUP - 1) / PLUMB_WEIGHT_GROUP * PLUMB_WEIGHT_GROUP;
    return whole < keys ? whole : keys;
}

/* What row r has in the planes becomes its balls, of the first keys; `hidden` where it sees nothing. */
static void join_row(const plumb_rows *rows, size_t r, size_t keys, plumb_ball hidden,
                     plumb_ball *ball) {
    size_t start = r * rows->pitch;
    plumb_planes_join(rows->mid + start, rows->rad + start, rows->visible + start, keys, hidden,
                      ball);
}

/* The way back. */
static void split_row(plumb_rows *rows, size_t r, size_t keys, const plumb_ball *ball) {
    size_t start = r * rows->pitch;
    plumb_planes_split(ball, keys, rows->mid + start, rows->rad + start);
}

static plumb_planes planes_of(const plumb_rows *rows) {
    return (plumb_planes){rows->count, rows->pitch, rows->visible, rows->mid, rows->rad};
}

/* The norm of each query, and its part in the radius of a score. */
static void find_reaches(plumb_rows *rows) {
    const plumb_problem *p = rows->problem;
    const double *query = p->query + plumb_query_start(plumb_problem_shape(p), rows->b, rows->h, 0);
    plumb_panels_of(&rows->queries, query);
    for (size_t r = 0; r < rows->count; r++) {
        size_t t = rows->first + r, from = t - t % PLUMB_PANEL, left = p->query_length - from;
        const double *panel = plumb_panels_get(
            &rows->queries, query, from, left < PLUMB_PANEL ? left : PLUMB_PANEL, p->head_dim);
        rows->norm[r] = panel[p->head_dim * PLUMB_PANEL + t - from];
        rows->reach[r] = plumb_score_reach(rows->norm[r], p->head_dim, rows->scale);
    }
}

/* Whether something joins the scores. */
static bool adds_bias(const plumb_problem *p) {
    return p->extra.bias != NULL || plumb_sink_is(p->op.sink, PLUMB_BIASES_FIRST_KEY) ||
           plumb_position_adds_bias(p->position.kind);
}

/* How the weights of a bundle come about. */
typedef struct {
    /* of visible keys, in this many panels of each row */
    void (*weigh)(plumb_rows *rows, size_t panels);
    /* whether the last step is a product of each weight and what is made of that alone, which may wait until the
       weight is asked for */
    bool ends_with_product;
    /* which the weighted sums take in, where nobody else needs it */
    bool multiplies_in_sums;
    /* or which is taken of the weighted sums themselves */
    bool divides_sums;
} weighing;
static const weighing *weighing_of(const plumb_problem *p);

static bool has_sink_logit(const plumb_problem *p) {
    return plumb_operator_is(p->op.kind, PLUMB_IS_SOFTMAX) && plumb_sink_adds_logit(p->op.sink);
}

/* Whether the weighted sums are taken of exponentials, and divided. */
static bool divides_sums(const plumb_problem *p) {
    return weighing_of(p)->divides_sums;
}

/* Whether no product of these queries with a key of the first `seen` is larger than a score may be that is
   not shifted, by their norms.  Keys whose panels are not kept are not looked at. */
static bool is_never_shifted(plumb_rows *rows, const double *key, size_t seen) {
    const plumb_problem *p = rows->problem;
    double reach = 0;
    for (size_t r = 0; r < rows->count; r++)
        reach = fmax(reach, rows->norm[r] <= PLUMB_LARGEST ? rows->norm[r] : INFINITY);
    reach *= (fabs(rows->scale.mid) + rows->scale.rad) * 1.01; /* for the roundings */
    bool within = rows->panels.count > 1 || seen <= PLUMB_PANEL;
    for (size_t from = 0; from < seen && within; from += PLUMB_PANEL) {
        const double *panel =
            plumb_panels_get(&rows->panels, key, from, panel_keys(rows, from), p->head_dim);
        within = plumb_panel_is_within(panel + p->head_dim * PLUMB_PANEL, PLUMB_UNSHIFTED / reach);
    }
    return within;
}

/* Likewise of their sinks. */
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
static bool can_raise(plumb_rows *rows, const double *key, size_t seen) {
    const plumb_problem *p = rows->problem;
    return plumb_has_log_sum_exp(p->op.kind) && !rows->keeps_all && !adds_bias(p) &&
           !(p->op.softcap > 0) &&
           (!plumb_sink_adds_logit(p->op.sink) || sinks_need_no_shift(rows)) && is_precise(rows) &&
           is_never_shifted(rows, key, seen);
}

/* The products of the queries with a panel of keys, and the norms of these. */
typedef struct {
    double sum[PLUMB_BUNDLE_ROWS * PLUMB_PANEL] PLUMB_ALIGNED;
    size_t width[PLUMB_BUNDLE_ROWS]; /* keys up to the last that a row sees */
    const double *norm;
} panel_products;

static void multiply_keys(plumb_rows *rows, const double *key, size_t from, size_t keys,
                          panel_products *products) {
    const plumb_problem *p = rows->problem;
    const double *panel = plumb_panels_get(&rows->panels, key, from, keys, p->head_dim);
    find_widths(rows, from, products->width);
    plumb_panel_dots(query_of(rows, 0), rows->count, panel, p->head_dim, products->width,
                     products->sum);
    products->norm = panel + p->head_dim * PLUMB_PANEL;
}

/* The exponentials of a row and a panel, which join the row's total. */
static void raise_row(plumb_rows *rows, size_t r, size_t from, const panel_products *products,
                      double *mid, double *rad) {
    const unsigned char *visible = rows->visible + r * rows->pitch + from;
    plumb_panel_terms(products->sum + r * PLUMB_PANEL, products->norm, rows->reach[r], rows->scale,
                      products->width[r], mid, rad);
    plumb_lane_hide(mid, rad, 0.0, visible);
    plumb_strides_add(mid, rad, &rows->strides[r]);
}

/* Whether the values are summed while the scores are found, with no plane between. */
static bool streams(const plumb_rows *rows) {
    return rows->raised && divides_sums(rows->problem);
}

static void score_panel(plumb_rows *rows, const double *key, size_t from, size_t keys) {
    panel_products products;
    multiply_keys(rows, key, from, keys, &products);
    for (size_t r = 0; r < rows->count; r++) {
        size_t start = r * rows->pitch + from;
        if (rows->raised)
            raise_row(rows, r, from, &products, rows->mid + start, rows->rad + start);
        else
            plumb_panel_scores(products.sum + r * PLUMB_PANEL, products.norm, rows->reach[r],
                               rows->visible + start, rows->scale, rows->mid + start,
                               rows->rad + start);
    }
}

static void score_ball_panel(plumb_rows *rows, plumb_row_vectors phi, size_t from, size_t keys) {
    double sum[PLUMB_BUNDLE_ROWS * PLUMB_PANEL] PLUMB_ALIGNED;
    size_t width[PLUMB_BUNDLE_ROWS];
    const double *panel = plumb_panels_get_balls(&rows->panels, phi.key, from, keys, phi.dim);
    find_widths(rows, from, width);
    plumb_panel_dots(rows->mapped, rows->count, panel, phi.dim, width, sum);
    for (size_t r = 0; r < rows->count; r++) {
        size_t start = r * rows->pitch + from;
        plumb_ball_panel_scores(sum + r * PLUMB_PANEL, panel + phi.dim * PLUMB_PANEL,
                                rows->mapped_reach[r], rows->visible + start, rows->scale,
                                rows->mid + start, rows->rad + start);
    }
}

/* As plumb_scaled_dot or plumb_feature_dot, for all rows; or nothing yet, if the sums will do it.  False if memory is
   short. */
static bool score_panels(plumb_rows *rows, const double *key, plumb_row_vectors phi) {
    size_t seen = seen_keys(rows);
    plumb_panels_of(&rows->panels, key);
    memset(rows->strides, 0, rows->count * sizeof *rows->strides);
    if (phi.key == NULL) {
        find_reaches(rows);
        rows->raised = can_raise(rows, key, seen);
    }
    if (streams(rows))
        return true;
    if (!has_planes(rows))
        return false;
    for (size_t from = 0; from < seen; from += PLUMB_PANEL) {
        size_t keys = panel_keys(rows, from);
        if (!panel_is_seen(rows, from, keys))
            continue;
        if (phi.key != NULL)
            score_ball_panel(rows, phi, from, keys);
        else
            score_panel(rows, key, from, keys);
    }
    return true;
}

/* Whether every row has keys of its own, or adds what is its own to the products. */
static bool scores_differ_by_row(const plumb_problem *p) {
    bool in_cache = p->mask.in_cache && plumb_position_moves_vectors(p->position.kind);
    return in_cache || plumb_position_joins_products(p->position.kind);
}

static plumb_ball sink_of(plumb_rows *rows, size_t r) {
    return plumb_row_sink(rows->problem, rows->scale, query_of(rows, r), rows->h,
                          place_row(rows, r));
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
        phi = plumb_row_map(rows->problem, query_of(rows, r), key, rows->b, rows->first + r,
                            place_row(rows, r));
        if (phi.query != NULL)
            keep_mapped(rows, r, phi);
        rows->sink[r] = sink_of(rows, r);
    }
    return phi;
}

/* False if memory is short. */
static bool score(plumb_rows *rows) {
    const plumb_problem *p = rows->problem;
    rows->raised = false;
    const double *key = p->key + plumb_key_start(plumb_problem_shape(p), rows->b, rows->h);
    if (!scores_differ_by_row(p))
        return score_panels(rows, key, map_rows(rows, key));
    if (!has_planes(rows))
        return false;
    for (size_t r = 0; r < rows->count; r++) {
        plumb_row *row = place_row(rows, r);
        plumb_row_scores(p, rows->scale, query_of(rows, r), key, rows->b, rows->first + r, row);
        split_row(rows, r, p->key_length, row->score);
        rows->sink[r] = sink_of(rows, r);
    }
    return true;
}

/* Whether the scores of visible keys are capped, and nothing else changes. */
static bool caps_in_lanes(const plumb_problem *p) {
    return p->op.softcap > 0 && isfinite(p->op.softcap) && !adds_bias(p) &&
           !plumb_cap_unmasks(p->op.softcap_order, p->op.softcap);
}

static void cap_row(plumb_rows *rows, size_t r) {
    for (size_t from = 0; from < rows->problem->key_length; from += PLUMB_PANEL) {
        size_t start = r * rows->pitch + from;
        if (plumb_lane_any(rows->visible + start, PLUMB_PANEL))
            plumb_panel_softcap(rows->visible + start, rows->problem->op.softcap, rows->mid + start,
                                rows->rad + start);
    }
}

/* Whether the weights of keys one by one are divided by what they sum to. */
static bool is_normalised(const plumb_problem *p) {
    return plumb_operator_is(p->op.kind, PLUMB_IS_NORMALISED) &&
           p->op.normalisation != PLUMB_UNNORMALISED;
}

/* How many of the first keys have a score that is read: others only where all are kept, or shown by the cap. */
static size_t scored_keys(const plumb_rows *rows) {
    const plumb_problem *p = rows->problem;
    bool all = rows->keeps_all || plumb_cap_unmasks(p->op.softcap_order, p->op.softcap);
    return all ? p->key_length : seen_keys(rows);
}

/* The balls of these scores, where somebody reads them, with what joins them. */
static void finish_scores(plumb_rows *rows, size_t r, size_t keys) {
    const plumb_problem *p = rows->problem;
    bool changes = adds_bias(p) || (p->op.softcap > 0 && !caps_in_lanes(p));
    plumb_row *row = place_row(rows, r);
    if (caps_in_lanes(p))
        cap_row(rows, r);
    if (!changes && !rows->keeps_all)
        return;
    join_row(rows, r, keys, plumb_ball_unknown(), row->score);
    if (!changes)
        return;
    plumb_operator_scores(
        p->op.softcap_order, p->op.softcap,
        plumb_row_bias(p, rows->scale, rows->b, rows->h, rows->first + r, keys, row), keys,
        row->visible, row->score);
    split_row(rows, r, keys, row->score);
}

/* The denominators of rows whose exponentials are there. */
static void end_softmax(plumb_rows *rows) {
    bool with_sink = has_sink_logit(rows->problem);
    for (size_t r = 0; r < rows->count; r++)
        rows->inverse[r] = with_sink ? plumb_sink_softmax_inverse(&rows->strides[r], rows->sink[r],
                                                                  0.0, &rows->sink_weight[r])
                                     : plumb_softmax_inverse(&rows->strides[r]);
}

/* Up to the product with the reciprocal of the denominator. */
static void begin_softmax(plumb_rows *rows, size_t panels) {
    if (rows->raised)
        end_softmax(rows);
    else if (has_sink_logit(rows->problem))
        plumb_fast_sink_softmax(planes_of(rows), panels, rows->sink, rows->inverse,
                                rows->sink_weight);
    else
        plumb_fast_softmax(planes_of(rows), panels, rows->inverse);
}

/* a_j of a panel of scores. */
typedef void activation(const unsigned char *visible, double *mid, double *rad);

static void identities(const unsigned char *visible, double *mid, double *rad) {
    plumb_lane_hide(mid, rad, 0.0, visible);
}

static activation *activation_of(plumb_operator_kind kind) {
#define ACTIVATION_none NULL
#define ACTIVATION_sigmoid plumb_panel_sigmoids
#define ACTIVATION_elu plumb_panel_elus
#define ACTIVATION_identity identities
    static activation *const activations[] = {
#define OPERATOR(kind, features, lanes, activation, ...) [kind] = ACTIVATION_##activation,
#include "problem/operators.def"
    };
    return activations[kind];
}

static void weigh_lanes(plumb_operator op, const unsigned char *visible, double *mid, double *rad) {
    activation_of(op.kind)(visible, mid, rad);
    if (op.normalisation == PLUMB_ABSOLUTE_SUM)
        plumb_panel_absolutes(mid, rad);
}

/* What plumb_normalise divides by. */
static plumb_ball divisor_of(plumb_operator op, plumb_ball total) {
    if (op.normalisation == PLUMB_AT_LEAST_ONE)
        return plumb_ball_maximum(plumb_ball_absolute(total), plumb_ball_of(1.0));
    return plumb_ball_add(total, plumb_ball_of(op.epsilon));
}

/* What the weight of a key becomes that a row does not see: 0, unless nothing is known of what it is divided by, or
   0 is clipped to something else. */
static plumb_ball hidden_weight(const plumb_rows *rows, size_t r) {
    const plumb_operator *op = &rows->problem->op;
    plumb_ball weight = plumb_ball_zero();
    if (plumb_operator_is(op->kind, PLUMB_IS_CLIPPED))
        plumb_clip_weights(&weight, 1, op->gamma, op->zeta);
    return is_normalised(rows->problem) ? plumb_ball_quotient(weight, rows->inverse[r]) : weight;
}

static void divide_row(plumb_rows *rows, size_t r, size_t panels) {
    double hidden = hidden_weight(rows, r).rad;
    for (size_t i = 0; i < panels; i++) {
        size_t start = r * rows->pitch + i * PLUMB_PANEL;
        if (plumb_lane_any(rows->visible + start, PLUMB_PANEL))
            plumb_panel_quotients(rows->inverse[r], hidden, rows->visible + start,
                                  rows->mid + start, rows->rad + start);
    }
}

/* As plumb_normalise, of absolute values already if they are asked for. */
static void normalise_row(plumb_rows *rows, size_t r, size_t panels) {
    double *mid = rows->mid + r * rows->pitch, *rad = rows->rad + r * rows->pitch;
    const unsigned char *visible = rows->visible + r * rows->pitch;
    rows->inverse[r] = divisor_of(rows->problem->op, plumb_fast_total(mid, rad, visible, panels));
    divide_row(rows, r, panels);
}

static void weigh_by_power(plumb_rows *rows, size_t panels) {
    plumb_fast_power_softmax(planes_of(rows), panels, rows->problem->op.power, rows->inverse);
}

static void weigh_by_similarity(plumb_rows *rows, size_t panels) {
    const plumb_problem *p = rows->problem;
    for (size_t r = 0; r < rows->count; r++) {
        for (size_t i = 0; i < panels; i++) {
            size_t start = r * rows->pitch + i * PLUMB_PANEL;
            if (plumb_lane_any(rows->visible + start, PLUMB_PANEL))
                weigh_lanes(p->op, rows->visible + start, rows->mid + start, rows->rad + start);
        }
        if (is_normalised(p))
            normalise_row(rows, r, panels);
    }
}

static void weigh_by_softpick(plumb_rows *rows, size_t panels) {
    plumb_fast_softpick(planes_of(rows), panels, rows->problem->op.epsilon, rows->inverse);
    for (size_t r = 0; r < rows->count; r++)
        divide_row(rows, r, panels);
}

static const weighing *weighing_of(const plumb_problem *p) {
    static const weighing quotient = {begin_softmax, .ends_with_product = true,
                                      .divides_sums = true};
    static const weighing softmax = {begin_softmax, .ends_with_product = true};
    static const weighing power = {weigh_by_power, .ends_with_product = true,
                                   .multiplies_in_sums = true};
    static const weighing softpick = {.weigh = weigh_by_softpick};
    static const weighing similarity = {.weigh = weigh_by_similarity};
    static const weighing *const weighings[] = {
#define OPERATOR(kind, features, lanes, ...) [kind] = &(lanes),
#include "problem/operators.def"
    };
    return weighings[p->op.kind];
}

static void weigh(plumb_rows *rows) {
    size_t scored = scored_keys(rows);
    for (size_t r = 0; r < rows->count; r++) {
        rows->sink_weight[r] = plumb_ball_zero();
        finish_scores(rows, r, scored);
    }
    if (!streams(rows))
        weighing_of(rows->problem)->weigh(rows, panels_of(seen_keys(rows)));
}

static plumb_sums sums_of(plumb_rows *rows) {
    const plumb_problem *p = rows->problem;
    size_t numbers = rows->count * p->value_dim;
    plumb_sums sums = {rows->count,
                       p->value_dim,
                       plumb_roundings_up(plumb_weight_depth(p->key_length)),
                       rows->room,
                       rows->room + numbers,
                       rows->room + 2 * numbers,
                       rows->room + 3 * numbers};
    plumb_sums_clear(&sums);
    return sums;
}

/* What becomes of a panel of the softmax's weights. */
typedef void change(const plumb_operator *op, double *mid, double *rad);

static void scale(const plumb_operator *op, double *mid, double *rad) {
    plumb_panel_scale(op->alpha, mid, rad);
}

static void clip(const plumb_operator *op, double *mid, double *rad) {
    plumb_panel_clip(op->gamma, op->zeta, mid, rad);
}

static change *last_change_of(plumb_operator_kind kind) {
#define LAST_none NULL
#define LAST_scale scale
#define LAST_clip clip
    static change *const changes[] = {
#define OPERATOR(kind, features, lanes, activation, last, ...) [kind] = LAST_##last,
#include "problem/operators.def"
    };
    return changes[kind];
}

/* The last steps of the softmax where the weights of a panel are asked for, so that they are still in the
   nearest cache. */
static void multiply_panel(plumb_rows *rows, size_t from) {
    const plumb_operator *op = &rows->problem->op;
    change *last = last_change_of(op->kind);
    for (size_t r = 0; r < rows->count; r++) {
        size_t start = r * rows->pitch + from;
        plumb_panel_multiply(rows->inverse[r], rows->visible + start, rows->mid + start,
                             rows->rad + start);
        if (last != NULL)
            last(op, rows->mid + start, rows->rad + start);
    }
}

static void weigh_panel(plumb_rows *rows, size_t from, double gamma, plumb_panel_weights *weights) {
    const weighing *way = weighing_of(rows->problem);
    bool multiplies = way->multiplies_in_sums && !rows->keeps_all;
    if (way->ends_with_product && !way->divides_sums && !multiplies)
        multiply_panel(rows, from);
    plumb_panel_weigh(planes_of(rows), multiplies ? rows->inverse : NULL, from, gamma, weights);
}

/* Asks for numbers that are read soon: where all keys do not fit into the nearer caches, they arrive while
   exponentials are taken. */
static void prefetch(const double *number, size_t count) {
    for (size_t i = 0; number != NULL && i < count; i += PLUMB_LINE / sizeof *number)
        __builtin_prefetch(number + i, 0, 2);
}

/* The weights of a panel of keys that no plane holds. */
static void raise_panel(plumb_rows *rows, size_t from, size_t keys, double gamma,
                        plumb_panel_weights *weights) {
    const plumb_problem *p = rows->problem;
    const double *key = p->key + plumb_key_start(plumb_problem_shape(p), rows->b, rows->h);
    const double *value = p->value + plumb_value_start(plumb_problem_shape(p), rows->b, rows->h);
    const double *next = plumb_panels_held(&rows->panels, from + PLUMB_PANEL);
    double rad[PLUMB_PANEL] PLUMB_ALIGNED;
    panel_products products;
    multiply_keys(rows, key, from, keys, &products);
    for (size_t r = 0; r < rows->count; r++) {
        prefetch(r < keys ? value + (from + r) * p->value_dim : NULL, p->value_dim);
        prefetch(next ? next + r * p->head_dim : NULL, p->head_dim);
        raise_row(rows, r, from, &products, weights->of + r * PLUMB_PANEL, rad);
        plumb_panel_weigh_row(rows->visible + r * rows->pitch + from, rad, gamma, r, weights);
    }
}

/* The outputs of rows whose sums are of exponentials; what sees nothing stays 0. */
static void divide_sums(plumb_rows *rows) {
    size_t columns = rows->problem->value_dim;
    if (streams(rows))
        end_softmax(rows);
    for (size_t r = 0; r < rows->count; r++)
        if (plumb_lane_any(rows->visible + r * rows->pitch, rows->problem->key_length))
            plumb_output_multiply(rows->inverse[r], columns, rows->output + r * columns);
}

/* As plumb_operator_values, for all rows. */
static void aggregate(plumb_rows *rows) {
    const plumb_problem *p = rows->problem;
    const double *value = p->value + plumb_value_start(plumb_problem_shape(p), rows->b, rows->h);
    plumb_sums sums = sums_of(rows);
    plumb_panels_of(&rows->largest, value);
    size_t seen = seen_keys(rows);
    plumb_panel_weights weights;
    for (size_t from = 0; from < seen; from += PLUMB_PANEL) {
        size_t keys = panel_keys(rows, from);
        if (!panel_is_seen(rows, from, keys))
            continue;
        if (streams(rows))
            raise_panel(rows, from, keys, sums.gamma, &weights);
        else
            weigh_panel(rows, from, sums.gamma, &weights);
        plumb_sums_add(&sums, &weights, seen_groups(rows, &weights, keys),
                       value + from * p->value_dim,
                       plumb_panels_get_largest(&rows->largest, value, from, keys, p->value_dim));
    }
    plumb_sums_finish(&sums, rows->output);
    if (divides_sums(p))
        divide_sums(rows);
}

/* The weights of which only the exponentials were summed, where somebody asks for them. */
static void finish_weights(plumb_rows *rows) {
    size_t seen = seen_keys(rows);
    for (size_t from = 0; from < seen; from += PLUMB_PANEL)
        if (panel_is_seen(rows, from, panel_keys(rows, from)))
            multiply_panel(rows, from);
}

static void finish_output(plumb_rows *rows, size_t r) {
    const plumb_problem *p = rows->problem;
    plumb_row *row = place_row(rows, r);
    size_t t = rows->first + r;
    if (rows->keeps_all)
        join_row(rows, r, p->key_length, hidden_weight(rows, r), row->weight);
    plumb_operator_output(plumb_row_parts(p, rows->b, rows->h, t), p->value_dim,
                          rows->sink_weight[r], row->output);
    if (plumb_position_joins_products(p->position.kind))
        plumb_relative_values(&row->positions, p, rows->b, t, row->weight, row->output);
    rows->lse[r] = plumb_row_lse(p, rows->sink[r], row);
}

static void evaluate_alone(plumb_rows *rows, size_t r) {
    plumb_row *row = place_row(rows, r);
    plumb_evaluate_row(rows->problem, rows->scale, rows->b, rows->h, rows->first + r, row);
    rows->lse[r] = row->lse;
}

/* False if memory is short: the minimal kernels need less. */
static bool evaluate_together(plumb_rows *rows) {
    show(rows);
    if (!score(rows))
        return false;
    weigh(rows);
    aggregate(rows);
    if (divides_sums(rows->problem) && rows->keeps_all)
        finish_weights(rows);
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
    return place_row(rows, t - rows->first);
}
