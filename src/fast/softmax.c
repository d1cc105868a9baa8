/* softmax.c - see softmax.h. */
#include "fast/softmax.h"
#include "fast/exponential.h"

/*@ requires inside: from <= keys;
    assigns \nothing;
    ensures keys: \result <= PLUMB_PANEL && from + \result <= keys;
*/
static size_t panel_keys(size_t from, size_t keys) {
    return keys - from < PLUMB_PANEL ? keys - from : PLUMB_PANEL;
}

/* The largest middles so far, one for each stride. */
typedef struct {
    double of[PLUMB_STRIDES];
} largest_scores;

/*@ requires inside: keys <= PLUMB_PANEL;
    requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(largest);
    requires apart: \separated(largest, score + (0 .. keys - 1)) && \separated(largest, visible + (0 .. keys - 1));
    assigns largest->of[0 .. PLUMB_STRIDES - 1];
*/
PLUMB_FOR_EACH_PROCESSOR
static void enlarge(const plumb_ball *score, const unsigned char *visible, size_t keys,
                    largest_scores *largest) {
    double mid[PLUMB_PANEL] PLUMB_ALIGNED;
    /*@ loop invariant index: 0 <= j <= keys;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        mid[j] = score[j].mid;
    if (!plumb_lane_all(visible, keys))
        /*@ loop invariant index: 0 <= j <= keys;
            loop assigns j, mid[0 .. PLUMB_PANEL - 1];
            loop variant keys - j;
        */
        for (size_t j = 0; j < keys; j++)
            mid[j] = visible[j] ? mid[j] : -PLUMB_LARGEST;
    /*@ loop invariant index: keys <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = keys; j < PLUMB_PANEL; j++)
        mid[j] = -PLUMB_LARGEST;
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL && j % PLUMB_STRIDES == 0;
        loop assigns j, largest->of[0 .. PLUMB_STRIDES - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j += PLUMB_STRIDES)
        /*@ loop invariant index: 0 <= lane <= PLUMB_STRIDES;
            loop assigns lane, largest->of[0 .. PLUMB_STRIDES - 1];
            loop variant PLUMB_STRIDES - lane;
        */
        for (size_t lane = 0; lane < PLUMB_STRIDES; lane++) {
            double most = largest->of[lane], next = mid[j + lane];
            int finite = next <= PLUMB_LARGEST, above = most < next;
            largest->of[lane] = plumb_lane_both(finite, above) ? next : most;
        }
}

/* As plumb_largest_score: the order of comparisons does not matter. */
/*@ requires inside: keys <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(score + (0 .. keys - 1)) && \valid_read(visible + (0 .. keys - 1));
    assigns \nothing;
*/
static double largest_score(const plumb_ball *score, const unsigned char *visible, size_t keys) {
    largest_scores largest;
    /*@ loop invariant index: 0 <= lane <= PLUMB_STRIDES;
        loop assigns lane, largest.of[0 .. PLUMB_STRIDES - 1];
        loop variant PLUMB_STRIDES - lane;
    */
    for (size_t lane = 0; lane < PLUMB_STRIDES; lane++)
        largest.of[lane] = -PLUMB_LARGEST;
    /*@ loop invariant index: 0 <= j < keys + PLUMB_PANEL;
        loop assigns j, largest.of[0 .. PLUMB_STRIDES - 1];
        loop variant keys + PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < keys; j += PLUMB_PANEL)
        enlarge(score + j, visible + j, panel_keys(j, keys), &largest);
    double all = largest.of[0];
    /*@ loop invariant index: 1 <= lane <= PLUMB_STRIDES;
        loop assigns lane, all;
        loop variant PLUMB_STRIDES - lane;
    */
    for (size_t lane = 1; lane < PLUMB_STRIDES; lane++)
        all = all < largest.of[lane] ? largest.of[lane] : all;
    return all;
}

/* As plumb_exponentials. */
/*@ requires inside: seen <= keys <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(score + (0 .. seen - 1)) && \valid_read(visible + (0 .. seen - 1));
    requires writes: \valid(weight + (0 .. seen - 1));
    requires apart: \separated(weight + (0 .. seen - 1), score + (0 .. seen - 1)) &&
                    \separated(weight + (0 .. seen - 1), visible + (0 .. seen - 1));
    assigns weight[0 .. seen - 1];
*/
static plumb_ball row_terms(const plumb_ball *score, const unsigned char *visible, size_t seen,
                            size_t keys, plumb_ball *weight) {
    double shift = largest_score(score, visible, seen);
    double gamma = plumb_multiply(plumb_of_size(keys / PLUMB_STRIDES + 9), 0x1.0001p-53);
    plumb_strides strides = {{0.0}, {0.0}};
    /*@ loop invariant index: 0 <= j < seen + PLUMB_PANEL;
        loop assigns j, weight[0 .. seen - 1], strides;
        loop variant seen + PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < seen; j += PLUMB_PANEL)
        if (plumb_lane_any(visible + j, panel_keys(j, seen)))
            plumb_panel_exponentials(score + j, visible + j, panel_keys(j, seen), shift, gamma,
                                     weight + j, &strides);
        else
            plumb_lane_clear(panel_keys(j, seen), weight + j);
    return plumb_strides_total(&strides);
}

/* weight[j] = plumb_ball_multiply(weight[j], inverse) */
/*@ requires inside: keys <= PLUMB_PANEL;
    requires reads: \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: \separated(weight + (0 .. keys - 1), visible + (0 .. keys - 1));
    assigns weight[0 .. keys - 1];
*/
PLUMB_FOR_EACH_PROCESSOR
static void multiply_panel(plumb_ball *weight, const unsigned char *visible, size_t keys,
                           plumb_ball inverse) {
    double mid[PLUMB_PANEL] PLUMB_ALIGNED, rad[PLUMB_PANEL] PLUMB_ALIGNED;
    /*@ loop invariant index: 0 <= j <= keys;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball product = plumb_lane_multiply(weight[j], plumb_lane_reach(weight[j]), inverse);
        mid[j] = product.mid;
        rad[j] = product.rad;
    }
    plumb_lane_hide(mid, rad, 0.0, visible, keys);
    plumb_lane_store(mid, rad, keys, weight);
}

/*@ requires inside: keys <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: \separated(weight + (0 .. keys - 1), visible + (0 .. keys - 1));
    assigns weight[0 .. keys - 1];
*/
static void multiply_row(plumb_ball *weight, const unsigned char *visible, size_t keys,
                         plumb_ball inverse) {
    /*@ loop invariant index: 0 <= j < keys + PLUMB_PANEL;
        loop assigns j, weight[0 .. keys - 1];
        loop variant keys + PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < keys; j += PLUMB_PANEL)
        if (plumb_lane_any(visible + j, panel_keys(j, keys)))
            multiply_panel(weight + j, visible + j, panel_keys(j, keys), inverse);
}

void plumb_fast_softmax(const plumb_ball *score, const unsigned char *visible, size_t rows,
                        size_t seen, size_t keys, plumb_ball *weight) {
    /*@ loop invariant index: 0 <= r <= rows;
        loop assigns r, weight[0 .. rows * keys - 1];
        loop variant rows - r;
    */
    for (size_t r = 0; r < rows; r++) {
        size_t row = plumb_row_offset(r, keys, rows);
        plumb_ball sum = row_terms(score + row, visible + row, seen, keys, weight + row);
        plumb_ball inverse = plumb_ball_divide(plumb_ball_of(1.0), sum);
        multiply_row(weight + row, visible + row, seen, inverse);
    }
}
