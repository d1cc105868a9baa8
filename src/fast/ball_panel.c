/* ball_panel.c - see ball_panel.h. */
#include "fast/ball_panel.h"

void plumb_ball_panel_fill(const plumb_ball *key, size_t keys, size_t dim, double *panel) {
    /*@ loop invariant index: 0 <= c <= dim;
        loop assigns c, panel[0 .. dim * 2 * PLUMB_PANEL - 1];
        loop variant dim - c;
    */
    for (size_t c = 0; c < dim; c++) {
        double *mid = panel + 2 * c * PLUMB_PANEL, *rad = mid + PLUMB_PANEL;
        /*@ loop invariant index: 0 <= j <= keys;
            loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
            loop variant keys - j;
        */
        for (size_t j = 0; j < keys; j++) {
            size_t element = plumb_element_offset(j, c, dim, keys);
            mid[j] = key[element].mid;
            rad[j] = key[element].rad;
        }
        /*@ loop invariant index: keys <= j <= PLUMB_PANEL;
            loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
            loop variant PLUMB_PANEL - j;
        */
        for (size_t j = keys; j < PLUMB_PANEL; j++)
            mid[j] = rad[j] = 0.0;
    }
}

/*@ requires reads: \valid_read(mid + (0 .. PLUMB_PANEL - 1)) && \valid_read(rad + (0 .. PLUMB_PANEL - 1));
    requires writes: \valid(sum + (0 .. PLUMB_PANEL - 1)) && \valid(radius + (0 .. PLUMB_PANEL - 1));
    requires apart: \separated(mid + (0 .. PLUMB_PANEL - 1), sum + (0 .. PLUMB_PANEL - 1), radius + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(rad + (0 .. PLUMB_PANEL - 1), sum + (0 .. PLUMB_PANEL - 1), radius + (0 .. PLUMB_PANEL - 1));
    assigns sum[0 .. PLUMB_PANEL - 1], radius[0 .. PLUMB_PANEL - 1];
*/
static inline void add_products(plumb_ball a, const double *restrict mid,
                                const double *restrict rad, double *restrict sum,
                                double *restrict radius) {
    double reach = plumb_lane_reach(a);
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, sum[0 .. PLUMB_PANEL - 1], radius[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball product = plumb_lane_multiply(a, reach, (plumb_ball){mid[j], rad[j]});
        plumb_ball next = plumb_lane_add((plumb_ball){sum[j], radius[j]}, product);
        sum[j] = next.mid;
        radius[j] = next.rad;
    }
}

/*@ requires writes: \valid(mid + (0 .. PLUMB_PANEL - 1)) && \valid(rad + (0 .. PLUMB_PANEL - 1));
    requires apart: \separated(mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1));
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
static inline void multiply_by(plumb_ball a, double *restrict mid, double *restrict rad) {
    double reach = plumb_lane_reach(a);
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball product = plumb_lane_multiply(a, reach, (plumb_ball){mid[j], rad[j]});
        mid[j] = product.mid;
        rad[j] = product.rad;
    }
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_ball_panel_scores(const plumb_ball *restrict query, const double *restrict panel,
                             size_t dim, const unsigned char *restrict visible, plumb_ball scale,
                             double *restrict mid, double *restrict rad) {
    plumb_lane_zero(mid, PLUMB_PANEL);
    plumb_lane_zero(rad, PLUMB_PANEL);
    /*@ loop invariant index: 0 <= c <= dim;
        loop assigns c, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant dim - c;
    */
    for (size_t c = 0; c < dim; c++)
        add_products(query[c], panel + 2 * c * PLUMB_PANEL, panel + (2 * c + 1) * PLUMB_PANEL, mid,
                     rad);
    multiply_by(scale, mid, rad);
    plumb_lane_hide(mid, rad, plumb_lane_unknown(), visible);
}
