/* ball_panel.c - see ball_panel.h. */
#include "fast/ball_panel.h"
#include "fast/panel.h"

/* So many dimensions of a key lie in one line of the cache. */
#define LINE 4

/* A line of the balls of each key, from dimension `first`: fewer than LINE dimensions at the end of a key. */
/*@ requires inside: keys <= PLUMB_PANEL && keys * dim <= PLUMB_MOST_ELEMENTS &&
                     dim * PLUMB_PANEL <= PLUMB_MOST_ELEMENTS && first + dimensions <= dim;
    requires reads: \valid_read(key + (0 .. keys * dim - 1));
    requires writes: \valid(panel + (0 .. dim * PLUMB_PANEL - 1));
    requires apart: \separated(panel + (0 .. dim * PLUMB_PANEL - 1), key + (0 .. keys * dim - 1));
    assigns panel[0 .. dim * PLUMB_PANEL - 1];
*/
static void fill_dimensions(const plumb_ball *key, size_t keys, size_t dim, size_t first,
                            size_t dimensions, int radii, double *panel) {
    double *line = panel + first * PLUMB_PANEL;
    /*@ loop invariant index: 0 <= j <= keys;
        loop assigns j, panel[0 .. dim * PLUMB_PANEL - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        const plumb_ball *row = key + plumb_row_offset(j, dim, keys) + first;
        /*@ loop invariant index: 0 <= c <= dimensions;
            loop assigns c, panel[0 .. dim * PLUMB_PANEL - 1];
            loop variant dimensions - c;
        */
        for (size_t c = 0; c < dimensions; c++)
            line[c * PLUMB_PANEL + j] = radii ? row[c].rad : row[c].mid;
    }
}

/* The middles or the radii, and their norms. */
/*@ requires inside: keys <= PLUMB_PANEL && keys * dim <= PLUMB_MOST_ELEMENTS &&
                     dim * PLUMB_PANEL <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(key + (0 .. keys * dim - 1));
    requires writes: \valid(panel + (0 .. dim * PLUMB_PANEL - 1)) && \valid(norm + (0 .. PLUMB_PANEL - 1));
    requires apart: \separated(panel + (0 .. dim * PLUMB_PANEL - 1), key + (0 .. keys * dim - 1)) &&
                    \separated(norm + (0 .. PLUMB_PANEL - 1), panel + (0 .. dim * PLUMB_PANEL - 1));
    assigns panel[0 .. dim * PLUMB_PANEL - 1], norm[0 .. PLUMB_PANEL - 1];
*/
static void fill(const plumb_ball *key, size_t keys, size_t dim, int radii, double *panel,
                 double *norm) {
    /*@ loop invariant index: 0 <= c < dim + LINE;
        loop assigns c, panel[0 .. dim * PLUMB_PANEL - 1];
        loop variant dim + LINE - c;
    */
    for (size_t c = 0; c < dim; c += LINE)
        fill_dimensions(key, keys, dim, c, dim - c < LINE ? dim - c : LINE, radii, panel);
    plumb_panel_norms(panel, dim, norm);
}

void plumb_ball_panel_fill(const plumb_ball *key, size_t keys, size_t dim, double *panel) {
    double *norms = panel + dim * PLUMB_PANEL;
    plumb_lane_zero(panel, dim * PLUMB_PANEL);
    fill(key, keys, dim, 1, panel, norms + PLUMB_PANEL); /* what is kept of the radii */
    fill(key, keys, dim, 0, panel, norms);
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_ball_panel_scores(const double *restrict sum, const double *restrict norms,
                             plumb_reach reach, const unsigned char *restrict visible,
                             plumb_ball scale, double *restrict mid, double *restrict rad) {
    const double *restrict radius_norm = norms + PLUMB_PANEL;
    double reach_of_scale = plumb_lane_reach(scale);
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        double moved = plumb_sum_up(reach.of_middles * norms[j], reach.of_radii * radius_norm[j]);
        plumb_ball product = {sum[j], plumb_lane_radius(sum[j], moved)};
        plumb_ball scaled = plumb_lane_multiply(scale, reach_of_scale, product);
        mid[j] = scaled.mid;
        rad[j] = scaled.rad;
    }
    plumb_lane_hide(mid, rad, plumb_lane_unknown(), visible);
}
