/* softmax.c - see softmax.h. */
#include "fast/softmax.h"
#include "fast/exponential.h"
#include "weight/exponentials.h"

/* Rows whose sums are formed together: each waits for its own last addition only. */
#define TOGETHER 4

/*@ requires writes: \valid(sum);
    assigns *sum;
*/
static inline void add_term(plumb_ball *sum, plumb_ball term) {
    *sum = plumb_lane_add(*sum, term);
}

/* Fewer rows than TOGETHER: the last of all. */
/*@ requires inside: rows * keys <= PLUMB_MOST_ELEMENTS && first <= rows <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(term + (0 .. rows * keys - 1)) && \valid_read(visible + (0 .. rows * keys - 1));
    requires writes: \valid(sum + (0 .. rows - first - 1));
    requires apart: \separated(sum + (0 .. rows - first - 1), term + (0 .. rows * keys - 1)) &&
                    \separated(sum + (0 .. rows - first - 1), visible + (0 .. rows * keys - 1));
    assigns sum[0 .. rows - first - 1];
*/
static void sum_rows(const plumb_ball *term, const unsigned char *visible, size_t first,
                     size_t rows, size_t keys, plumb_ball *sum) {
    /*@ loop invariant index: first <= r <= rows;
        loop assigns r, sum[0 .. rows - first - 1];
        loop variant rows - r;
    */
    for (size_t r = first; r < rows; r++)
        sum[r - first] = plumb_ball_zero();
    /*@ loop invariant index: 0 <= j <= keys;
        loop assigns j, sum[0 .. rows - first - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        /*@ loop invariant index: first <= r <= rows;
            loop assigns r, sum[0 .. rows - first - 1];
            loop variant rows - r;
        */
        for (size_t r = first; r < rows; r++) {
            size_t place = plumb_element_offset(r, j, keys, rows);
            if (visible[place])
                add_term(sum + (r - first), term[place]);
        }
}

/*@ requires inside: rows * keys <= PLUMB_MOST_ELEMENTS && first + TOGETHER <= rows <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(term + (0 .. rows * keys - 1)) && \valid_read(visible + (0 .. rows * keys - 1));
    requires writes: \valid(sum + (0 .. TOGETHER - 1));
    assigns sum[0 .. TOGETHER - 1];
*/
static void sum_four_rows(const plumb_ball *term, const unsigned char *visible, size_t first,
                          size_t rows, size_t keys, plumb_ball *sum) {
    plumb_ball s0 = plumb_ball_zero(), s1 = s0, s2 = s0, s3 = s0;
    /*@ loop invariant index: 0 <= j <= keys;
        loop assigns j, s0, s1, s2, s3;
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        size_t j0 = plumb_element_offset(first, j, keys, rows);
        size_t j1 = plumb_element_offset(first + 1, j, keys, rows);
        size_t j2 = plumb_element_offset(first + 2, j, keys, rows);
        size_t j3 = plumb_element_offset(first + 3, j, keys, rows);
        if (visible[j0])
            add_term(&s0, term[j0]);
        if (visible[j1])
            add_term(&s1, term[j1]);
        if (visible[j2])
            add_term(&s2, term[j2]);
        if (visible[j3])
            add_term(&s3, term[j3]);
    }
    sum[0] = s0;
    sum[1] = s1;
    sum[2] = s2;
    sum[3] = s3;
}

/* weight[j] = plumb_ball_divide(weight[j], sum) of the visible keys */
/*@ requires inside: keys <= PLUMB_PANEL;
    requires reads: \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: \separated(weight + (0 .. keys - 1), visible + (0 .. keys - 1));
    assigns weight[0 .. keys - 1];
*/
PLUMB_FOR_EACH_PROCESSOR
static void divide_panel(plumb_ball *weight, const unsigned char *visible, size_t keys,
                         plumb_ball sum) {
    double quotient[PLUMB_PANEL], radius[PLUMB_PANEL];
    double least = plumb_difference_down(plumb_lane_absolute(sum.mid), sum.rad);
    int known = plumb_is_finite(least) && least > 0.0;
    double unknown = plumb_lane_unknown();
    /*@ loop invariant index: 0 <= j <= keys;
        loop assigns j, quotient[0 .. PLUMB_PANEL - 1], radius[0 .. PLUMB_PANEL - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        double mid = weight[j].mid / sum.mid;
        double rounding = plumb_lane_rounding(mid);
        double ratio = plumb_sum_up(plumb_lane_absolute(mid), rounding);
        double numerator = plumb_sum_up(weight[j].rad, plumb_product_up(ratio, sum.rad));
        double rad = plumb_sum_up(plumb_quotient_up(numerator, least), rounding);
        quotient[j] = known ? mid : 0.0;
        radius[j] = known ? plumb_lane_radius(mid, rad) : unknown;
    }
    plumb_lane_store(quotient, radius, visible, keys, weight);
}

/*@ requires inside: from <= keys;
    assigns \nothing;
    ensures keys: \result <= PLUMB_PANEL && from + \result <= keys;
*/
static size_t panel_keys(size_t from, size_t keys) {
    return keys - from < PLUMB_PANEL ? keys - from : PLUMB_PANEL;
}

/*@ requires inside: keys <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: \separated(weight + (0 .. keys - 1), visible + (0 .. keys - 1));
    assigns weight[0 .. keys - 1];
*/
static void divide_row(plumb_ball *weight, const unsigned char *visible, size_t keys,
                       plumb_ball sum) {
    /*@ loop invariant index: 0 <= j < keys + PLUMB_PANEL;
        loop assigns j, weight[0 .. keys - 1];
        loop variant keys + PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < keys; j += PLUMB_PANEL)
        if (plumb_lane_any(visible + j, panel_keys(j, keys)))
            divide_panel(weight + j, visible + j, panel_keys(j, keys), sum);
}

/*@ requires inside: keys <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: \separated(weight + (0 .. keys - 1), score + (0 .. keys - 1)) &&
                    \separated(weight + (0 .. keys - 1), visible + (0 .. keys - 1));
    assigns weight[0 .. keys - 1];
*/
static void row_terms(const plumb_ball *score, const unsigned char *visible, size_t keys,
                      plumb_ball *weight) {
    double shift = plumb_largest_score(score, visible, keys);
    /*@ loop invariant index: 0 <= j < keys + PLUMB_PANEL;
        loop assigns j, weight[0 .. keys - 1];
        loop variant keys + PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < keys; j += PLUMB_PANEL)
        if (plumb_lane_any(visible + j, panel_keys(j, keys)))
            plumb_panel_exponentials(score + j, visible + j, panel_keys(j, keys), shift,
                                     weight + j);
        else
            plumb_lane_clear(panel_keys(j, keys), weight + j);
}

void plumb_fast_softmax(const plumb_ball *score, const unsigned char *visible, size_t rows,
                        size_t keys, plumb_ball *weight) {
    plumb_ball sum[TOGETHER];
    /*@ loop invariant index: 0 <= r <= rows;
        loop assigns r, weight[0 .. rows * keys - 1];
        loop variant rows - r;
    */
    for (size_t r = 0; r < rows; r++) {
        size_t row = plumb_row_offset(r, keys, rows);
        row_terms(score + row, visible + row, keys, weight + row);
    }
    /*@ loop invariant index: 0 <= r < rows + TOGETHER;
        loop assigns r, sum[0 .. TOGETHER - 1], weight[0 .. rows * keys - 1];
        loop variant rows + TOGETHER - r;
    */
    for (size_t r = 0; r < rows; r += TOGETHER) {
        size_t together = rows - r < TOGETHER ? rows - r : TOGETHER;
        if (together == TOGETHER)
            sum_four_rows(weight, visible, r, rows, keys, sum);
        else
            sum_rows(weight, visible, r, rows, keys, sum);
        /*@ loop invariant index: 0 <= i <= together;
            loop assigns i, weight[0 .. rows * keys - 1];
            loop variant together - i;
        */
        for (size_t i = 0; i < together; i++) {
            size_t row = plumb_row_offset(r + i, keys, rows);
            divide_row(weight + row, visible + row, keys, sum[i]);
        }
    }
}
