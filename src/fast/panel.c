/* panel.c - see panel.h. */
#include "fast/panel.h"
#include "fast/dots.h"
#include "fast/product_blocks.h"
#include "score/scaled_dot.h"

/* So many dimensions of a key lie in one line of the cache. */
#define LINE 8

/* As many as root_up of number/norm.c takes. */
#define NORM_STEPS 6

/* The next LINE dimensions of a whole panel of keys, the first of which begin at `key`: copied one after the other,
   so that a compiler can see how they are to be exchanged. */
/*@ requires inside: (PLUMB_PANEL - 1) * head_dim + LINE <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(key + (0 .. (PLUMB_PANEL - 1) * head_dim + LINE - 1));
    requires writes: \valid(panel + (0 .. LINE * PLUMB_PANEL - 1));
    requires apart:
      \separated(panel + (0 .. LINE * PLUMB_PANEL - 1), key + (0 .. (PLUMB_PANEL - 1) * head_dim + LINE - 1));
    assigns panel[0 .. LINE * PLUMB_PANEL - 1];
*/
PLUMB_FOR_EACH_PROCESSOR
static void fill_whole(const double *restrict key, size_t head_dim, double *restrict panel) {
    double copy[PLUMB_PANEL * LINE] PLUMB_ALIGNED;
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, copy[0 .. PLUMB_PANEL * LINE - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++)
        /*@ loop invariant index_2: 0 <= c <= LINE;
            loop assigns c, copy[0 .. PLUMB_PANEL * LINE - 1];
            loop variant LINE - c;
        */
        for (size_t c = 0; c < LINE; c++)
            copy[j * LINE + c] = key[j * head_dim + c];
    /*@ loop invariant index_3: 0 <= j <= PLUMB_PANEL;
        loop assigns j, panel[0 .. LINE * PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++)
        /*@ loop invariant index_4: 0 <= c <= LINE;
            loop assigns c, panel[0 .. LINE * PLUMB_PANEL - 1];
            loop variant LINE - c;
        */
        for (size_t c = 0; c < LINE; c++)
            panel[c * PLUMB_PANEL + j] = copy[j * LINE + c];
}

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
    if (dimensions == LINE && keys == PLUMB_PANEL) {
        fill_whole(key + first, head_dim, line);
        return;
    }
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

PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_norms(const double *panel, size_t head_dim, double *restrict norm) {
    double squares[PLUMB_PANEL] = {0.0}, absolutes[PLUMB_PANEL] = {0.0};
    /*@ loop invariant index: 0 <= c <= head_dim;
        loop assigns c, squares[0 .. PLUMB_PANEL - 1], absolutes[0 .. PLUMB_PANEL - 1];
        loop variant head_dim - c;
    */
    for (size_t c = 0; c < head_dim; c++) {
        const double *restrict line = panel + c * PLUMB_PANEL;
        /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
            loop assigns j, squares[0 .. PLUMB_PANEL - 1], absolutes[0 .. PLUMB_PANEL - 1];
            loop variant PLUMB_PANEL - j;
        */
        for (size_t j = 0; j < PLUMB_PANEL; j++) {
            squares[j] += line[j] * line[j];
            absolutes[j] += plumb_lane_absolute(line[j]);
        }
    }
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, norm[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        double above = plumb_product_up(squares[j], 0x1.0001p0);
        double by_sum = plumb_product_up(absolutes[j], 0x1.0001p0);
        double root = by_sum;
        /*@ loop invariant steps: 0 <= step <= NORM_STEPS;
            loop assigns step, root;
            loop variant NORM_STEPS - step;
        */
        for (int step = 0; step < NORM_STEPS; step++)
            root = 0.5 * plumb_sum_up(root, plumb_quotient_up(above, root));
        norm[j] = plumb_lane_absolute(root) <= PLUMB_LARGEST && root < by_sum ? root : by_sum;
    }
}

void plumb_panel_fill(const double *key, size_t keys, size_t head_dim, double *panel) {
    /*@ loop invariant index: 0 <= c < head_dim + LINE;
        loop assigns c, panel[0 .. head_dim * PLUMB_PANEL - 1];
        loop variant head_dim + LINE - c;
    */
    for (size_t c = 0; c < head_dim; c += LINE)
        fill_dimensions(key, keys, head_dim, c, head_dim - c < LINE ? head_dim - c : LINE, panel);
    plumb_panel_norms(panel, head_dim, panel + head_dim * PLUMB_PANEL);
}

int plumb_panel_is_within(const double *norm, double most) {
    int within = 1;
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, within;
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++)
        within = plumb_lane_both(within, norm[j] <= most);
    return within;
}

/* A block of dimensions at a time. */
/*@ requires inside: rows <= PLUMB_BUNDLE_ROWS && rows * head_dim <= PLUMB_MOST_ELEMENTS &&
                     head_dim <= PLUMB_MOST_ELEMENTS && head_dim * PLUMB_PANEL <= PLUMB_MOST_ELEMENTS &&
                     width <= PLUMB_PANEL;
    requires reads: \valid_read(query + (0 .. rows * head_dim - 1)) &&
                    \valid_read(panel + (0 .. head_dim * PLUMB_PANEL - 1));
    requires writes: \valid(sum + (0 .. rows * PLUMB_PANEL - 1));
    requires apart: \separated(sum + (0 .. rows * PLUMB_PANEL - 1), query + (0 .. rows * head_dim - 1)) &&
                    \separated(sum + (0 .. rows * PLUMB_PANEL - 1), panel + (0 .. head_dim * PLUMB_PANEL - 1));
    assigns sum[0 .. rows * PLUMB_PANEL - 1];
*/
static void add_blocks(const double *query, size_t rows, const double *panel, size_t head_dim,
                       size_t width, double *sum) {
    plumb_lane_zero(sum, rows * PLUMB_PANEL);
    plumb_products p = {query, panel, rows, head_dim, PLUMB_PANEL, sum};
    /*@ loop invariant index: 0 <= c < head_dim + PLUMB_DOT_BLOCK;
        loop assigns c, sum[0 .. rows * PLUMB_PANEL - 1];
        loop variant head_dim + PLUMB_DOT_BLOCK - c;
    */
    for (size_t c = 0; c < head_dim; c += PLUMB_DOT_BLOCK) {
        size_t left = head_dim - c, last = c + (left < PLUMB_DOT_BLOCK ? left : PLUMB_DOT_BLOCK);
        plumb_add_block(p, c, last, width);
    }
}

/* A tile that begins with query `row`. */
/*@ requires inside: row + PLUMB_DOTS_ROWS <= rows <= PLUMB_BUNDLE_ROWS && rows * head_dim <= PLUMB_MOST_ELEMENTS &&
                     head_dim * PLUMB_PANEL <= PLUMB_MOST_ELEMENTS && first + PLUMB_DOTS_KEYS <= PLUMB_PANEL;
    requires reads: \valid_read(query + (0 .. rows * head_dim - 1)) &&
                    \valid_read(panel + (0 .. head_dim * PLUMB_PANEL - 1));
    requires writes: \valid(sum + (0 .. rows * PLUMB_PANEL - 1));
    requires apart: \separated(sum + (0 .. rows * PLUMB_PANEL - 1), query + (0 .. rows * head_dim - 1)) &&
                    \separated(sum + (0 .. rows * PLUMB_PANEL - 1), panel + (0 .. head_dim * PLUMB_PANEL - 1));
    assigns sum[0 .. rows * PLUMB_PANEL - 1];
*/
static void dots_of_tile(const double *query, size_t row, size_t rows, const double *panel,
                         size_t head_dim, size_t first, double *sum) {
    plumb_tile_dots(query + plumb_row_offset(row, head_dim, rows),
                    query + plumb_row_offset(row + 1, head_dim, rows),
                    query + plumb_row_offset(row + 2, head_dim, rows),
                    query + plumb_row_offset(row + 3, head_dim, rows), panel, head_dim, first,
                    sum + row * PLUMB_PANEL);
}

/* A tile of which nobody asks for a key. */
/*@ requires inside: first + PLUMB_DOTS_KEYS <= PLUMB_PANEL;
    requires writes: \valid(sum + (0 .. PLUMB_DOTS_ROWS * PLUMB_PANEL - 1));
    assigns sum[0 .. PLUMB_DOTS_ROWS * PLUMB_PANEL - 1];
*/
static void clear_tile(size_t first, double *sum) {
    /*@ loop invariant index: 0 <= r <= PLUMB_DOTS_ROWS;
        loop assigns r, sum[0 .. PLUMB_DOTS_ROWS * PLUMB_PANEL - 1];
        loop variant PLUMB_DOTS_ROWS - r;
    */
    for (size_t r = 0; r < PLUMB_DOTS_ROWS; r++)
        plumb_lane_zero(sum + r * PLUMB_PANEL + first, PLUMB_DOTS_KEYS);
}

/* The keys of one column of tiles with all queries of whole tiles, while these keys are in the nearest
   cache. */
/*@ requires inside: rows <= PLUMB_BUNDLE_ROWS && rows * head_dim <= PLUMB_MOST_ELEMENTS &&
                     head_dim * PLUMB_PANEL <= PLUMB_MOST_ELEMENTS && first + PLUMB_DOTS_KEYS <= PLUMB_PANEL;
    requires reads: \valid_read(query + (0 .. rows * head_dim - 1)) &&
                    \valid_read(panel + (0 .. head_dim * PLUMB_PANEL - 1));
    requires widths: \valid_read(width + (0 .. rows - 1)) &&
                     \separated(sum + (0 .. rows * PLUMB_PANEL - 1), width + (0 .. rows - 1));
    requires writes: \valid(sum + (0 .. rows * PLUMB_PANEL - 1));
    requires apart: \separated(sum + (0 .. rows * PLUMB_PANEL - 1), query + (0 .. rows * head_dim - 1)) &&
                    \separated(sum + (0 .. rows * PLUMB_PANEL - 1), panel + (0 .. head_dim * PLUMB_PANEL - 1));
    assigns sum[0 .. rows * PLUMB_PANEL - 1];
*/
static void dots_of_keys(const double *query, size_t rows, const double *panel, size_t head_dim,
                         const size_t *width, size_t first, double *sum) {
    /*@ loop invariant index: 0 <= r <= rows;
        loop assigns r, sum[0 .. rows * PLUMB_PANEL - 1];
        loop variant rows - r;
    */
    for (size_t r = 0; r + PLUMB_DOTS_ROWS <= rows; r += PLUMB_DOTS_ROWS)
        if (first < plumb_lane_widest(width + r, PLUMB_DOTS_ROWS, PLUMB_PANEL))
            dots_of_tile(query, r, rows, panel, head_dim, first, sum);
        else
            clear_tile(first, sum + r * PLUMB_PANEL);
}

void plumb_panel_dots(const double *query, size_t rows, const double *panel, size_t head_dim,
                      const size_t *width, double *sum) {
    if (!plumb_lane_are_long()) {
        add_blocks(query, rows, panel, head_dim, plumb_lane_widest(width, rows, PLUMB_PANEL), sum);
        return;
    }
    /*@ loop invariant index: 0 <= first <= PLUMB_PANEL && first % PLUMB_DOTS_KEYS == 0;
        loop assigns first, sum[0 .. rows * PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - first;
    */
    for (size_t first = 0; first < PLUMB_PANEL; first += PLUMB_DOTS_KEYS)
        dots_of_keys(query, rows, panel, head_dim, width, first, sum);
    /*@ loop invariant index_2: 0 <= r <= rows;
        loop assigns r, sum[0 .. rows * PLUMB_PANEL - 1];
        loop variant rows - r;
    */
    for (size_t r = rows - rows % PLUMB_DOTS_ROWS; r < rows; r++)
        add_blocks(query + plumb_row_offset(r, head_dim, rows), 1, panel, head_dim, width[r],
                   sum + r * PLUMB_PANEL);
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_scores(const double *restrict sum, const double *restrict norm, double reach,
                        const unsigned char *restrict visible, plumb_ball scale,
                        double *restrict mid, double *restrict rad) {
    double underflow = plumb_score_underflow(scale);
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        mid[j] = scale.mid * sum[j];
        rad[j] = plumb_score_radius(reach, norm[j], underflow, plumb_lane_absolute(mid[j]));
    }
    plumb_lane_hide(mid, rad, plumb_lane_unknown(), visible);
}
