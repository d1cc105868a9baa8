/* narrow.c - see narrow.h. */
#include "bundle/narrow.h"
#include "attention/narrow.h"
#include "fast/exponential.h"
#include "fast/twofold.h"
#include "row/stages.h"
#include "score/twofold_dot.h"
#include "weight/exponentials.h"
#include "weight/sink_softmax.h"
#include <stdlib.h>

/* Whether a row's softmax is of visible products alone, and of a logit that is given. */
static bool is_softmax_of_products(const plumb_problem *p) {
    return plumb_operator_is(p->op.kind, PLUMB_IS_SOFTMAX) && plumb_sink_logit_of(p->op.sink) != PLUMB_LOGIT_PRODUCT &&
           !plumb_sink_is(p->op.sink, PLUMB_BIASES_FIRST_KEY) && p->op.softcap == 0 &&
           p->position.kind == PLUMB_POSITION_NONE && p->extra.bias == NULL && p->extra.value_bias == NULL &&
           p->extra.gate == NULL;
}

int plumb_narrow_init(plumb_narrow *narrow, plumb_rows *rows) {
    *narrow = (plumb_narrow){.rows = rows, .applies = is_softmax_of_products(rows->problem)};
    if (!narrow->applies)
        return 0;
    size_t balls = rows->problem->key_length + 1;
    narrow->score = malloc(balls * sizeof *narrow->score);
    narrow->term = malloc(balls * sizeof *narrow->term);
    if (narrow->score && narrow->term)
        return 0;
    plumb_narrow_free(narrow);
    return -1;
}

void plumb_narrow_free(plumb_narrow *narrow) {
    free(narrow->score);
    free(narrow->term);
    *narrow = (plumb_narrow){.rows = NULL};
}

static void score_panel(plumb_narrow *narrow, const double *query, const double *key, const unsigned char *visible,
                        size_t from, size_t keys) {
    plumb_rows *rows = narrow->rows;
    size_t head_dim = rows->problem->head_dim;
    double mid[PLUMB_PANEL] PLUMB_ALIGNED, rad[PLUMB_PANEL] PLUMB_ALIGNED;
    plumb_panel_twofold_scores(query, plumb_panels_get(&rows->panels, key, from, keys, head_dim), head_dim,
                               visible + from, rows->scale, mid, rad);
    for (size_t j = 0; j < keys; j++)
        narrow->score[from + j] = (plumb_ball){mid[j], rad[j]};
}

/* As plumb_twofold_scaled_dot, but for keys that are not visible. */
static void score_panels(plumb_narrow *narrow, const double *query, const double *key, const unsigned char *visible) {
    size_t length = narrow->rows->problem->key_length;
    plumb_panels_of(&narrow->rows->panels, key);
    for (size_t from = 0; from < length; from += PLUMB_PANEL) {
        size_t keys = length - from < PLUMB_PANEL ? length - from : PLUMB_PANEL;
        if (plumb_lane_any(visible + from, keys))
            score_panel(narrow, query, key, visible, from, keys);
    }
}

/* The balls of the exponentials that plumb_exponentials finds, of visible keys. */
static void exponentiate(plumb_narrow *narrow, const unsigned char *visible, double shift) {
    size_t length = narrow->rows->problem->key_length;
    for (size_t from = 0; from < length; from += PLUMB_PANEL) {
        size_t keys = length - from < PLUMB_PANEL ? length - from : PLUMB_PANEL;
        if (!plumb_lane_any(visible + from, keys))
            continue;
        double mid[PLUMB_PANEL] PLUMB_ALIGNED = {0.0}, rad[PLUMB_PANEL] PLUMB_ALIGNED = {0.0};
        for (size_t j = 0; j < keys; j++) {
            mid[j] = narrow->score[from + j].mid;
            rad[j] = narrow->score[from + j].rad;
        }
        if (shift == 0)
            plumb_panel_unshifted(visible + from, mid, rad);
        else
            plumb_panel_exponentials(visible + from, shift, mid, rad);
        for (size_t j = 0; j < keys; j++)
            narrow->term[from + j] = (plumb_ball){mid[j], rad[j]};
    }
}

static void score(plumb_narrow *narrow, const double *query, const unsigned char *visible, size_t b, size_t h) {
    const plumb_problem *p = narrow->rows->problem;
    const double *key = p->key + plumb_key_start(plumb_problem_shape(p), b, h);
    if (narrow->rows->minimal)
        plumb_twofold_scaled_dot(query, key, visible, p->key_length, p->head_dim, narrow->rows->scale, narrow->score);
    else
        score_panels(narrow, query, key, visible);
}

/* Terms and their sum. */
static plumb_ball sum_terms(plumb_narrow *narrow, const unsigned char *visible, double shift) {
    size_t length = narrow->rows->problem->key_length;
    if (narrow->rows->minimal)
        return plumb_narrow_terms(narrow->score, visible, length, shift, narrow->term);
    exponentiate(narrow, visible, shift);
    return plumb_fast_twofold_total(narrow->term, visible, length);
}

static void find_terms(plumb_narrow *narrow, plumb_row *row, size_t b, size_t h, size_t t) {
    const plumb_problem *p = narrow->rows->problem;
    const double *query = p->query + plumb_query_start(plumb_problem_shape(p), b, h, t);
    score(narrow, query, row->visible, b, h);
    double largest = plumb_largest_score(narrow->score, row->visible, p->key_length);
    if (plumb_sink_adds_logit(p->op.sink)) {
        plumb_ball sink = plumb_row_sink(p, narrow->rows->scale, query, h, row);
        double shift = plumb_sink_shift(largest, sink);
        narrow->sum = plumb_narrow_sum_with_sink(sum_terms(narrow, row->visible, shift), sink, shift);
    } else {
        narrow->sum = sum_terms(narrow, row->visible, plumb_score_shift(largest));
    }
    narrow->b = b;
    narrow->h = h;
    narrow->t = t;
    narrow->held = true;
}

plumb_ball plumb_narrow_element(plumb_narrow *narrow, size_t b, size_t h, size_t t, size_t column) {
    const plumb_problem *p = narrow->rows->problem;
    if (!narrow->applies)
        return plumb_ball_unknown();
    plumb_row *row = plumb_rows_get(narrow->rows, b, h, t);
    const unsigned char *visible = row->visible;
    if (!narrow->held || narrow->b != b || narrow->h != h || narrow->t != t)
        find_terms(narrow, row, b, h, t);
    const double *value = p->value + plumb_value_start(plumb_problem_shape(p), b, h);
    if (narrow->rows->minimal)
        return plumb_narrow_output(narrow->term, narrow->sum, visible, value, p->key_length, p->value_dim, column);
    return plumb_ball_divide(
        plumb_fast_twofold_weighted(narrow->term, visible, value, p->key_length, p->value_dim, column), narrow->sum);
}
