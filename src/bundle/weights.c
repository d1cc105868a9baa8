/* weights.c - weights replace the scores in their planes.  First softcap and biases finish the scores, in lanes where
   the softcap is all there is, else by the minimal kernels.  Then the operator's function (problem/operators.def) turns
   panels into weights.  The last step of most operators, a product with the reciprocal of the divisor, can wait: the
   weighted sums multiply once for each output, or the product is taken panel by panel where the weights are read, while
   the panel is still in the nearest cache.  The planes of the weights' sources are copied first if gradients will need
   them. */
#include "bundle/weights.h"
#include "attention/weights.h"
#include "bundle/activations.h"
#include "bundle/places.h"
#include "fast/normalised.h"
#include "fast/panel.h"
#include "fast/power_softmax.h"
#include "fast/rescaled.h"
#include "fast/softcap.h"
#include "fast/softmax.h"
#include "fast/softpick.h"
#include "number/quotient.h"
#include "row/stages.h"
#include <math.h>
#include <string.h>

static bool has_sink_logit(const plumb_problem *p) {
    return plumb_operator_is(p->op.kind, PLUMB_IS_SOFTMAX) && plumb_sink_adds_logit(p->op.sink);
}

bool plumb_rows_stream(const plumb_rows *rows) {
    return rows->raised && !rows->keeps_weights && plumb_weighing_of(rows->problem)->divides_sums;
}

/* Whether the scores of visible keys are capped, and nothing else changes. */
static bool caps_in_lanes(const plumb_problem *p) {
    return p->op.softcap > 0 && isfinite(p->op.softcap) && !plumb_adds_bias(p) &&
           !plumb_cap_unmasks(p->op.softcap_order, p->op.softcap);
}

static void cap_row(const plumb_rows *rows, size_t r, double *mid, double *rad) {
    for (size_t from = 0; from < rows->problem->key_length; from += PLUMB_PANEL) {
        size_t start = r * rows->pitch + from;
        if (plumb_lane_any(rows->visible + start, PLUMB_PANEL))
            plumb_panel_softcap(rows->visible + start, rows->problem->op.softcap, mid + start, rad + start);
    }
}

/* Whether the weights of keys one by one are divided by what they sum to. */
static bool is_normalised(const plumb_problem *p) {
    return plumb_operator_is(p->op.kind, PLUMB_IS_NORMALISED) &&
           plumb_normalisation_is(p->op.normalisation, PLUMB_DIVIDES);
}

/* How many of the first keys have a score that is read: others only where all are kept, or shown by the cap. */
static size_t scored_keys(const plumb_rows *rows) {
    const plumb_problem *p = rows->problem;
    bool all = plumb_reads_scores(rows) || plumb_cap_unmasks(p->op.softcap_order, p->op.softcap);
    return all ? p->key_length : rows->visible_keys;
}

/* Applies softcap and biases, to balls where somebody reads these or lanes cannot. */
static void finish_scores(plumb_rows *rows, size_t r, size_t keys) {
    const plumb_problem *p = rows->problem;
    bool changes = plumb_adds_bias(p) || (p->op.softcap > 0 && !caps_in_lanes(p));
    plumb_row *row = plumb_place_row(rows, r);
    if (caps_in_lanes(p))
        cap_row(rows, r, rows->mid, rows->rad);
    if (!changes && !plumb_reads_scores(rows))
        return;
    plumb_join_row(rows, r, keys, plumb_ball_unknown(), row->score);
    if (!changes)
        return;
    plumb_operator_scores(p->op.softcap_order, p->op.softcap,
                          plumb_row_bias(p, rows->scale, rows->b, rows->h, rows->first + r, keys, row), keys,
                          row->visible, row->score);
    plumb_split_row(rows, r, keys, row->score);
}

/* Whether the softcap comes before what joins the scores. */
static bool caps_first(const plumb_problem *p) {
    return p->op.softcap_order == PLUMB_CAP_BIAS_MASK && plumb_adds_bias(p);
}

/* Keeps the capped scores, capped here if biases follow. */
static void keep_capped(plumb_rows *rows, size_t r, bool made) {
    if (rows->capped_mid == NULL || made == caps_first(rows->problem))
        return;
    size_t start = r * rows->pitch;
    memcpy(rows->capped_mid + start, rows->mid + start, rows->pitch * sizeof *rows->mid);
    memcpy(rows->capped_rad + start, rows->rad + start, rows->pitch * sizeof *rows->rad);
    if (!made)
        cap_row(rows, r, rows->capped_mid, rows->capped_rad);
}

static void keep_source(const plumb_rows *rows, size_t start, size_t count) {
    memcpy(rows->source_mid + start, rows->mid + start, count * sizeof *rows->mid);
    memcpy(rows->source_rad + start, rows->rad + start, count * sizeof *rows->rad);
}

void plumb_end_softmax(plumb_rows *rows) {
    bool with_sink = has_sink_logit(rows->problem);
    for (size_t r = 0; r < rows->count; r++)
        rows->inverse[r] =
            with_sink ? plumb_sink_softmax_inverse(&rows->strides[r], rows->sink[r], 0.0, &rows->sink_weight[r])
                      : plumb_softmax_inverse(&rows->strides[r]);
}

/* Up to the product with the reciprocal of the denominator. */
static void begin_softmax(plumb_rows *rows, size_t panels) {
    if (rows->raised)
        plumb_end_softmax(rows);
    else if (has_sink_logit(rows->problem))
        plumb_fast_sink_softmax(plumb_planes_of(rows), panels, rows->sink, rows->inverse, rows->sink_weight);
    else
        plumb_fast_softmax(plumb_planes_of(rows), panels, rows->inverse);
}

static plumb_activation *const activations[] = {
#define OPERATOR(kind, features, lanes, activation, ...) [kind] = PLUMB_LANES_##activation,
#include "problem/operators.def"
};

static void weigh_lanes(plumb_operator op, const unsigned char *visible, double *mid, double *rad) {
    activations[op.kind](visible, mid, rad);
    if (plumb_normalisation_is(op.normalisation, PLUMB_TAKES_ABSOLUTES))
        plumb_panel_absolutes(mid, rad);
}

/* What plumb_normalise divides by. */
typedef plumb_ball divisor(const plumb_problem *p, plumb_ball total);

static plumb_ball sum(const plumb_problem *p, plumb_ball total) {
    return plumb_ball_add(total, plumb_ball_of(p->op.epsilon));
}

static plumb_ball at_least_one(const plumb_problem *p, plumb_ball total) {
    (void)p;
    return plumb_ball_maximum(plumb_ball_absolute(total), plumb_ball_of(1.0));
}

static plumb_ball key_length(const plumb_problem *p, plumb_ball total) {
    (void)total;
    return plumb_ball_of((double)p->key_length);
}

#define DIVISOR_none NULL
#define DIVISOR_sum sum
#define DIVISOR_at_least_one at_least_one
#define DIVISOR_key_length key_length
static divisor *const divisors[] = {
#define NORMALISATION(normalisation, divisor, traits) [normalisation] = DIVISOR_##divisor,
#include "problem/normalisations.def"
};

plumb_ball plumb_hidden_weight(const plumb_rows *rows, size_t r) {
    const plumb_operator *op = &rows->problem->op;
    plumb_ball weight = plumb_ball_zero();
    if (plumb_operator_is(op->kind, PLUMB_IS_CLIPPED))
        plumb_clip_weights(&weight, 1, op->gamma, op->zeta);
    return is_normalised(rows->problem) ? plumb_ball_quotient(weight, rows->inverse[r]) : weight;
}

static void divide_row(plumb_rows *rows, size_t r, size_t panels) {
    double hidden = plumb_hidden_weight(rows, r).rad;
    for (size_t i = 0; i < panels; i++) {
        size_t start = r * rows->pitch + i * PLUMB_PANEL;
        if (plumb_lane_any(rows->visible + start, PLUMB_PANEL))
            plumb_panel_quotients(rows->inverse[r], hidden, rows->visible + start, rows->mid + start,
                                  rows->rad + start);
    }
}

/* As plumb_normalise; absolute values, if needed, are taken already. */
static void normalise_row(plumb_rows *rows, size_t r, size_t panels) {
    double *mid = rows->mid + r * rows->pitch, *rad = rows->rad + r * rows->pitch;
    const unsigned char *visible = rows->visible + r * rows->pitch;
    rows->total[r] = plumb_fast_total(mid, rad, visible, panels);
    rows->inverse[r] = divisors[rows->problem->op.normalisation](rows->problem, rows->total[r]);
    divide_row(rows, r, panels);
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
    plumb_fast_softpick(plumb_planes_of(rows), panels, rows->problem->op.epsilon, rows->inverse);
    for (size_t r = 0; r < rows->count; r++)
        divide_row(rows, r, panels);
}

static void weigh_by_power(plumb_rows *rows, size_t panels) {
    plumb_fast_power_softmax(plumb_planes_of(rows), panels, rows->problem->op.power, rows->inverse);
}

const plumb_weighing *plumb_weighing_of(const plumb_problem *p) {
    static const plumb_weighing quotient = {begin_softmax, .ends_with_product = true, .divides_sums = true};
    static const plumb_weighing softmax = {begin_softmax, .ends_with_product = true};
    static const plumb_weighing power = {weigh_by_power, .ends_with_product = true, .multiplies_in_sums = true};
    static const plumb_weighing softpick = {.weigh = weigh_by_softpick};
    static const plumb_weighing similarity = {.weigh = weigh_by_similarity};
    static const plumb_weighing *const weighings[] = {
#define OPERATOR(kind, features, lanes, ...) [kind] = &(lanes),
#include "problem/operators.def"
    };
    return weighings[p->op.kind];
}

void plumb_rows_weigh(plumb_rows *rows) {
    size_t scored = scored_keys(rows);
    for (size_t r = 0; r < rows->count; r++) {
        rows->sink_weight[r] = plumb_ball_zero();
        keep_capped(rows, r, false);
        finish_scores(rows, r, scored);
        keep_capped(rows, r, true);
        if (rows->source_mid != NULL && plumb_weighs_by_map(&rows->problem->op))
            keep_source(rows, r * rows->pitch, rows->pitch);
        if (rows->keeps_weights)
            rows->lse[r] = plumb_row_lse(rows->problem, rows->sink[r], plumb_place_row(rows, r));
    }
    /* a bias may hide keys, and a softcap after the mask shows them */
    if (plumb_adds_bias(rows->problem) || rows->problem->op.softcap > 0)
        rows->visible_keys = plumb_find_visible_keys(rows);
    if (!plumb_rows_stream(rows))
        plumb_weighing_of(rows->problem)->weigh(rows, plumb_panels_in(rows->visible_keys));
}

/* The last change of a panel of softmax weights. */
typedef void change(const plumb_operator *op, double *mid, double *rad);

static void scale(const plumb_operator *op, double *mid, double *rad) {
    plumb_panel_scale(op->alpha, mid, rad);
}

static void clip(const plumb_operator *op, double *mid, double *rad) {
    plumb_panel_clip(op->gamma, op->zeta, mid, rad);
}

#define LAST_none NULL
#define LAST_scale scale
#define LAST_clip clip
static change *const changes[] = {
#define OPERATOR(kind, features, lanes, activation, last, ...) [kind] = LAST_##last,
#include "problem/operators.def"
};

void plumb_rows_multiply_panel(plumb_rows *rows, size_t from) {
    const plumb_operator *op = &rows->problem->op;
    change *last = changes[op->kind];
    for (size_t r = 0; r < rows->count; r++) {
        size_t start = r * rows->pitch + from;
        plumb_panel_multiply(rows->inverse[r], rows->visible + start, rows->mid + start, rows->rad + start);
        if (last != NULL && rows->source_mid != NULL)
            keep_source(rows, start, PLUMB_PANEL);
        if (last != NULL)
            last(op, rows->mid + start, rows->rad + start);
    }
}

void plumb_rows_finish_weights(plumb_rows *rows) {
    size_t end = plumb_weighing_of(rows->problem)->ends_with_product ? rows->visible_keys : 0;
    for (size_t from = 0; from < end; from += PLUMB_PANEL)
        if (plumb_panel_is_visible(rows, from, plumb_panel_keys(rows, from)))
            plumb_rows_multiply_panel(rows, from);
}

size_t plumb_visible_groups(const plumb_panel_weights *weights, size_t rows, size_t keys) {
    size_t width = plumb_lane_widest(weights->width, rows, keys);
    size_t whole = (width + PLUMB_WEIGHT_GROUP - 1) / PLUMB_WEIGHT_GROUP * PLUMB_WEIGHT_GROUP;
    return whole < keys ? whole : keys;
}
