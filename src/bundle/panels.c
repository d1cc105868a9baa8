/* panels.c - see panels.h. */
#include "bundle/panels.h"
#include "fast/aggregate.h"
#include "fast/ball_panel.h"
#include "fast/panel.h"
#include <stdint.h>
#include <stdlib.h>

/* No key stands there. */
#define NONE SIZE_MAX

double *plumb_panels_alloc(size_t numbers) {
    size_t lines = (numbers * sizeof(double) + PLUMB_LINE - 1) / PLUMB_LINE;
    return aligned_alloc(PLUMB_LINE, (lines + 1) * PLUMB_LINE);
}

static void forget(plumb_panels *panels) {
    for (size_t i = 0; i < panels->count; i++)
        panels->held[i] = NONE;
}

int plumb_panels_init(plumb_panels *panels, size_t keys, size_t numbers) {
    *panels = (plumb_panels){.panel = numbers};
    size_t all = keys / PLUMB_PANEL + 1;
    bool fit = panels->panel == 0 || all <= PLUMB_PANELS_BYTES / sizeof *panels->number / panels->panel;
    panels->count = fit ? all : 1;
    panels->number = plumb_panels_alloc(panels->count * panels->panel);
    panels->held = malloc(panels->count * sizeof *panels->held);
    if (panels->number && panels->held) {
        forget(panels);
        return 0;
    }
    plumb_panels_free(panels);
    return -1;
}

void plumb_panels_free(plumb_panels *panels) {
    free(panels->number);
    free(panels->held);
    *panels = (plumb_panels){0};
}

void plumb_panels_of(plumb_panels *panels, const void *source) {
    if (source != panels->source)
        forget(panels);
    panels->source = source;
}

/* The place of a panel; *fill: whether it holds another panel and must be filled. */
static double *place(plumb_panels *panels, size_t from, bool *fill) {
    size_t index = panels->count > 1 ? from / PLUMB_PANEL : 0;
    *fill = panels->held[index] != from;
    panels->held[index] = from;
    return panels->number + index * panels->panel;
}

const double *plumb_panels_held(const plumb_panels *panels, size_t from) {
    size_t index = from / PLUMB_PANEL;
    bool held = index < panels->count && panels->held[index] == from;
    return held ? panels->number + index * panels->panel : NULL;
}

const double *plumb_panels_get(plumb_panels *panels, const double *key, size_t from, size_t keys, size_t dim) {
    bool fill;
    double *panel = place(panels, from, &fill);
    if (fill)
        plumb_panel_fill(key + from * dim, keys, dim, panel);
    return panel;
}

const double *plumb_panels_get_balls(plumb_panels *panels, const plumb_ball *key, size_t from, size_t keys,
                                     size_t dim) {
    bool fill;
    double *panel = place(panels, from, &fill);
    if (fill)
        plumb_ball_panel_fill(key + from * dim, keys, dim, panel);
    return panel;
}

const double *plumb_panels_get_largest(plumb_panels *panels, const double *value, size_t from, size_t keys,
                                       size_t value_dim) {
    bool fill;
    double *panel = place(panels, from, &fill);
    if (fill)
        plumb_largest_values(value + from * value_dim, keys, value_dim, panel);
    return panel;
}
