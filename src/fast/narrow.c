/* narrow.c - see narrow.h. */
#include "fast/narrow.h"
#include "attention/narrow.h"
#include "attention/stages.h"
#include "fast/exponential.h"
#include "fast/twofold.h"
#include "score/twofold_dot.h"
#include "weight/exponentials.h"
#include <stdlib.h>

/* Whether masks alone decide what a row's softmax is of. */
static bool is_softmax_of_products(const plumb_problem *p) {
    return p->op.kind == PLUMB_SOFTMAX &&
           (p->op.sink == PLUMB_SINK_NONE || p->op.sink == PLUMB_SINK_FIRST_KEYS) &&
           p->op.softcap == 0 && p->position.kind == PLUMB_POSITION_NONE && p->extra.bias == NULL &&
           p->extra.value_bias == NULL && p->extra.gate == NULL;
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

static void score_panel(plumb_narrow *narrow, const double *query, const double *key,
                        const unsigned char *visible, size_t from, size_t keys) {
    plumb_rows *rows = narrow->rows;
    size_t head_dim = rows->problem->head_dim;
    double mid[PLUMB_PANEL] PLUMB_ALIGNED, rad[PLUMB_PANEL] PLUMB_ALIGNED;
    plumb_panel_twofold_scores(query, plumb_panels_get(&rows->panels, key, from, keys, head_dim),
                               head_dim, visible + from, rows->scale, mid, rad);
    for (size_t j = 0; j < keys; j++)
        narrow->score[from + j] = (plumb_ball){mid[j], rad[j]};
}

/* As plumb_twofold_scaled_dot, but for keys that are not visible. */
static void score_panels(plumb_narrow *narrow, const double *query, const double *key,
                         const unsigned char *visible) {
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
    plumb_strides unused = {{0.0}, {0.0}}; /* no sum of theirs is asked for */
    for (size_t from = 0; from < length; from += PLUMB_PANEL) {
        size_t keys = length - from < PLUMB_PANEL ? length - from : PLUMB_PANEL;
        if (!plumb_lane_any(visible + from, keys))
            continue;
        double mid[PLUMB_PANEL] PLUMB_ALIGNED = {0.0}, rad[PLUMB_PANEL] PLUMB_ALIGNED = {0.0};
        for (size_t j = 0; j < keys; j++) {
            mid[j] = narrow->score[from + j].mid;
            rad[j] = narrow->score[from + j].rad;
        }
        plumb_panel_exponentials(visible + from, shift, 0.0, mid, rad, &unused);
        for (size_t j = 0; j < keys; j++)
            narrow->term[from + j] = (plumb_ball){mid[j], rad[j]};
    }
}

static void find_terms_in_lanes(plumb_narrow *narrow, const double *query, const double *key,
                                const unsigned char *visible) {
    size_t length = narrow->rows->problem->key_length;
    score_panels(narrow, query, key, visible);
    exponentiate(narrow, visible, plumb_largest_score(narrow->score, visible, length));
    narrow->sum = plumb_fast_twofold_total(narrow->term, visible, length);
}

static void find_terms_by_minimal_kernels(plumb_narrow *narrow, const double *query,
                                          const double *key, const unsigned char *visible) {
    const plumb_problem *p = narrow->rows->problem;
    plumb_twofold_scaled_dot(query, key, visible, p->key_length, p->head_dim, narrow->rows->scale,
                             narrow->score);
    narrow->sum = plumb_narrow_terms(narrow->score, visible, p->key_length,
                                     plumb_largest_score(narrow->score, visible, p->key_length),
                                     narrow->term);
}

static void find_terms(plumb_narrow *narrow, const unsigned char *visible, size_t b, size_t h,
                       size_t t) {
    const plumb_problem *p = narrow->rows->problem;
    plumb_shape shape = plumb_problem_shape(p);
    const double *query = p->query + plumb_query_start(shape, b, h, t);
    const double *key = p->key + plumb_key_start(shape, b, h);
    if (narrow->rows->minimal)
        find_terms_by_minimal_kernels(narrow, query, key, visible);
    else
        find_terms_in_lanes(narrow, query, key, visible);
    narrow->b = b;
    narrow->h = h;
    narrow->t = t;
    narrow->held = true;
}

plumb_ball plumb_narrow_element(plumb_narrow *narrow, size_t b, size_t h, size_t t, size_t column) {
    const plumb_problem *p = narrow->rows->problem;
    if (!narrow->applies)
        return plumb_ball_unknown();
    const unsigned char *visible = plumb_rows_get(narrow->rows, b, h, t)->visible;
    if (!narrow->held || narrow->b != b || narrow->h != h || narrow->t != t)
        find_terms(narrow, visible, b, h, t);
    const double *value = p->value + plumb_value_start(plumb_problem_shape(p), b, h);
    if (narrow->rows->minimal)
        return plumb_narrow_output(narrow->term, narrow->sum, visible, value, p->key_length,
                                   p->value_dim, column);
    return plumb_ball_divide(plumb_fast_twofold_weighted(narrow->term, visible, value,
                                                         p->key_length, p->value_dim, column),
                             narrow->sum);
}
