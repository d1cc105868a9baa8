/* panel.c - see panel.h. */
#include "fast/panel.h"

/* So many dimensions of a key lie in one line of the cache. */
#define LINE 8

/* A line of each key, from dimension `first`: fewer than LINE dimensions at the end of a key. */
/*@ requires inside: keys <= PLUMB_PANEL && keys * head_dim <= PLUMB_MOST_ELEMENTS &&
                     head_dim * PLUMB_PANEL <= PLUMB_MOST_ELEMENTS && first + dimensions <= head_dim;
    requires reads: \valid_read(key + (0 .. keys * head_dim - 1));
    requires writes: \valid(panel + (0 .. head_dim * PLUMB_PANEL - 1));
    requires apart: \separated(panel + (0 .. head_dim * PLUMB_PANEL - 1), key + (0 .. keys * head_dim - 1));
    assigns panel[0 .. head_dim * PLUMB_PANEL - 1];
*/
static void fill_dimensions(const double *key, size_t keys, size_t head_dim, size_t first,
                            size_t dimensions, double *panel) {
    double *line = panel + first * PLUMB_PANEL;
    /*@ loop invariant index: 0 <= j <= keys;
        loop assigns j, panel[0 .. head_dim * PLUMB_PANEL - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        const double *row = key + plumb_row_offset(j, head_dim, keys) + first;
        /*@ loop invariant index: 0 <= c <= dimensions;
            loop assigns c, panel[0 .. head_dim * PLUMB_PANEL - 1];
            loop variant dimensions - c;
        */
        for (size_t c = 0; c < dimensions; c++)
            line[c * PLUMB_PANEL + j] = row[c];
    }
    /*@ loop invariant index: 0 <= c <= dimensions;
        loop assigns c, panel[0 .. head_dim * PLUMB_PANEL - 1];
        loop variant dimensions - c;
    */
    for (size_t c = 0; c < dimensions; c++)
        /*@ loop invariant index: keys <= j <= PLUMB_PANEL;
            loop assigns j, panel[0 .. head_dim * PLUMB_PANEL - 1];
            loop variant PLUMB_PANEL - j;
        */
        for (size_t j = keys; j < PLUMB_PANEL; j++)
            line[c * PLUMB_PANEL + j] = 0.0;
}

void plumb_panel_fill(const double *key, size_t keys, size_t head_dim, double *panel) {
    /*@ loop invariant index: 0 <= c < head_dim + LINE;
        loop assigns c, panel[0 .. head_dim * PLUMB_PANEL - 1];
        loop variant head_dim + LINE - c;
    */
    for (size_t c = 0; c < head_dim; c += LINE)
        fill_dimensions(key, keys, head_dim, c, head_dim - c < LINE ? head_dim - c : LINE, panel);
}

/*@ requires reads: \valid_read(b + (0 .. PLUMB_PANEL - 1));
    requires writes: \valid(sum + (0 .. PLUMB_PANEL - 1)) && \valid(magnitude + (0 .. PLUMB_PANEL - 1));
    requires apart: \separated(b + (0 .. PLUMB_PANEL - 1), sum + (0 .. PLUMB_PANEL - 1), magnitude + (0 .. PLUMB_PANEL - 1));
    assigns sum[0 .. PLUMB_PANEL - 1], magnitude[0 .. PLUMB_PANEL - 1];
*/
static inline void add_product(double a, const double *restrict b, double *restrict sum,
                               double *restrict magnitude) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, sum[0 .. PLUMB_PANEL - 1], magnitude[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        double product = a * b[j];
        sum[j] += product;
        magnitude[j] += plumb_lane_absolute(product);
    }
}

/* Four dimensions between loading the sums and storing them. */
/*@ requires reads: \valid_read(a + (0 .. 3)) && \valid_read(b + (0 .. 4 * PLUMB_PANEL - 1));
    requires writes: \valid(sum + (0 .. PLUMB_PANEL - 1)) && \valid(magnitude + (0 .. PLUMB_PANEL - 1));
    requires apart: \separated(a + (0 .. 3), sum + (0 .. PLUMB_PANEL - 1), magnitude + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(b + (0 .. 4 * PLUMB_PANEL - 1), sum + (0 .. PLUMB_PANEL - 1), magnitude + (0 .. PLUMB_PANEL - 1));
    assigns sum[0 .. PLUMB_PANEL - 1], magnitude[0 .. PLUMB_PANEL - 1];
*/
static inline void add_four_products(const double *restrict a, const double *restrict b,
                                     double *restrict sum, double *restrict magnitude) {
    const double a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3];
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, sum[0 .. PLUMB_PANEL - 1], magnitude[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        double p0 = a0 * b[j], p1 = a1 * b[PLUMB_PANEL + j];
        double p2 = a2 * b[2 * PLUMB_PANEL + j], p3 = a3 * b[3 * PLUMB_PANEL + j];
        sum[j] = sum[j] + p0 + p1 + p2 + p3;
        magnitude[j] = magnitude[j] + plumb_lane_absolute(p0) + plumb_lane_absolute(p1) +
                       plumb_lane_absolute(p2) + plumb_lane_absolute(p3);
    }
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_dots(const double *query, const double *panel, size_t head_dim, double *sum,
                      double *magnitude) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, sum[0 .. PLUMB_PANEL - 1], magnitude[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++)
        sum[j] = magnitude[j] = 0.0;
    size_t c = 0;
    /*@ loop invariant index: 0 <= c <= head_dim;
        loop assigns c, sum[0 .. PLUMB_PANEL - 1], magnitude[0 .. PLUMB_PANEL - 1];
        loop variant head_dim - c;
    */
    for (; c + 4 <= head_dim; c += 4)
        add_four_products(query + c, panel + c * PLUMB_PANEL, sum, magnitude);
    /*@ loop invariant index: 0 <= c <= head_dim;
        loop assigns c, sum[0 .. PLUMB_PANEL - 1], magnitude[0 .. PLUMB_PANEL - 1];
        loop variant head_dim - c;
    */
    for (; c < head_dim; c++)
        add_product(query[c], panel + c * PLUMB_PANEL, sum, magnitude);
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_scores(const double *sum, const double *magnitude, const unsigned char *visible,
                        size_t keys, size_t head_dim, plumb_ball scale, plumb_ball *score) {
    double mid[PLUMB_PANEL], rad[PLUMB_PANEL];
    double roundings = plumb_multiply(plumb_of_size(head_dim + 1), 0x1.0001p-53);
    double reach = plumb_lane_reach(scale);
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        double radius = plumb_lane_radius(sum[j], plumb_product_up(roundings, magnitude[j]));
        plumb_ball scaled = plumb_lane_multiply(scale, reach, (plumb_ball){sum[j], radius});
        mid[j] = scaled.mid;
        rad[j] = scaled.rad;
    }
    plumb_lane_store_scores(mid, rad, visible, keys, score);
}
