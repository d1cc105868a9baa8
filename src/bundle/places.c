/* places.c - see places.h. */
#include "bundle/places.h"
#include "fast/lanes.h"
#include "row/stages.h"
#include <stdlib.h>

plumb_row *plumb_place_row(plumb_rows *rows, size_t r) {
    const plumb_problem *p = rows->problem;
    size_t start = rows->keeps_all ? r * p->key_length : 0;
    rows->row.visible = rows->visible + r * rows->pitch;
    rows->row.score = rows->score + start;
    rows->row.weight = rows->weight + start;
    rows->row.output = rows->output + r * p->value_dim;
    rows->row.unrotated = rows->unrotated != NULL ? rows->unrotated + r * p->value_dim : NULL;
    rows->row.lse = rows->lse[r];
    return &rows->row;
}

const double *plumb_query_of_row(const plumb_rows *rows, size_t r) {
    const plumb_problem *p = rows->problem;
    return p->query + plumb_query_start(plumb_problem_shape(p), rows->b, rows->h, rows->first + r);
}

bool plumb_panel_is_visible(const plumb_rows *rows, size_t from, size_t keys) {
    for (size_t r = 0; r < rows->count; r++)
        if (plumb_lane_any(rows->visible + r * rows->pitch + from, keys))
            return true;
    return false;
}

size_t plumb_panel_keys(const plumb_rows *rows, size_t from) {
    size_t left = rows->problem->key_length - from;
    return left < PLUMB_PANEL ? left : PLUMB_PANEL;
}

size_t plumb_panels_in(size_t keys) {
    return (keys + PLUMB_PANEL - 1) / PLUMB_PANEL;
}

/* Goes backwards, as later rows often see more: every other row is read only beyond the keys found so far. */
size_t plumb_find_visible_keys(const plumb_rows *rows) {
    size_t keys = rows->problem->key_length, end = 0;
    for (size_t r = rows->count; r > 0 && end < keys; r--) {
        const unsigned char *visible = rows->visible + (r - 1) * rows->pitch;
        if (!plumb_lane_any(visible + end, keys - end))
            continue;
        size_t from = plumb_panels_in(keys) * PLUMB_PANEL - PLUMB_PANEL;
        while (!plumb_lane_any(visible + from, plumb_panel_keys(rows, from)))
            from -= PLUMB_PANEL;
        end = from + plumb_panel_keys(rows, from);
    }
    return end;
}

void plumb_join_row(const plumb_rows *rows, size_t r, size_t keys, plumb_ball hidden, plumb_ball *ball) {
    size_t start = r * rows->pitch;
    plumb_planes_join(rows->mid + start, rows->rad + start, rows->visible + start, keys, hidden, ball);
}

void plumb_split_row(plumb_rows *rows, size_t r, size_t keys, const plumb_ball *ball) {
    size_t start = r * rows->pitch;
    plumb_planes_split(ball, keys, rows->mid + start, rows->rad + start);
}

plumb_planes plumb_planes_of(const plumb_rows *rows) {
    return (plumb_planes){rows->count, rows->pitch, rows->visible, rows->mid, rows->rad};
}

/* 0 everywhere; NULL if memory is short. */
static double *make_plane(const plumb_rows *rows) {
    size_t lanes = rows->most * rows->pitch;
    double *plane = plumb_panels_alloc(lanes);
    if (plane != NULL)
        plumb_lane_zero(plane, lanes);
    return plane;
}

static bool make_planes(const plumb_rows *rows, double **mid, double **rad) {
    if (*mid != NULL)
        return true;
    *mid = make_plane(rows);
    *rad = make_plane(rows);
    if (*mid != NULL && *rad != NULL)
        return true;
    free(*mid);
    free(*rad);
    *mid = *rad = NULL;
    return false;
}

/* Whether weights are a softmax's, each changed by itself, or maps of scores. */
static bool have_sources(plumb_operator op) {
    return plumb_weighs_by_map(&op) ||
           (plumb_operator_is(op.kind, PLUMB_BEGINS_WITH_SOFTMAX) && !plumb_operator_is(op.kind, PLUMB_IS_SOFTMAX));
}

bool plumb_planes_make(plumb_rows *rows) {
    bool caps = rows->keeps_weights && rows->problem->op.softcap > 0;
    bool sources = rows->keeps_weights && have_sources(rows->problem->op);
    return make_planes(rows, &rows->mid, &rows->rad) &&
           (!caps || make_planes(rows, &rows->capped_mid, &rows->capped_rad)) &&
           (!sources || make_planes(rows, &rows->source_mid, &rows->source_rad));
}

bool plumb_reads_scores(const plumb_rows *rows) {
    return rows->keeps_all || (rows->keeps_weights && !rows->row.without_lse);
}
