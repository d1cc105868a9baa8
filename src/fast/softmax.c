/* softmax.c - each row is read twice: for the largest score, and for the exponentials of the scores shifted by it. */
#include "fast/softmax.h"
#include "fast/exponential.h"
#include "number/exp.h"
#include "weight/exponentials.h"
#include "weight/sink_softmax.h"

/* The largest middles so far, one for each stride. */
typedef struct {
    double of[PLUMB_STRIDES];
} largest_scores;

/* Includes the visible middles of a panel.  The order of comparisons does not matter. */
/*@ requires reads: \valid_read(mid + (0 .. PLUMB_PANEL - 1)) && \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: \valid(largest);
    requires apart: \separated(largest, mid + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(largest, visible + (0 .. PLUMB_PANEL - 1));
    assigns largest->of[0 .. PLUMB_STRIDES - 1];
*/
PLUMB_FOR_EACH_PROCESSOR
static void enlarge(const double *restrict mid, const unsigned char *restrict visible,
                    largest_scores *restrict largest) {
    double score[PLUMB_PANEL] PLUMB_ALIGNED;
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, score[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++)
        score[j] =
            plumb_lane_both(visible[j] != 0, mid[j] <= PLUMB_LARGEST) ? mid[j] : -PLUMB_LARGEST;
    /*@ loop invariant index: 0 <= lane <= PLUMB_STRIDES;
        loop assigns lane, largest->of[0 .. PLUMB_STRIDES - 1];
        loop variant PLUMB_STRIDES - lane;
    */
    for (size_t lane = 0; lane < PLUMB_STRIDES; lane++) {
        double most = largest->of[lane];
        /*@ loop invariant index: 0 <= k <= PLUMB_PANEL && k % PLUMB_STRIDES == 0;
            loop assigns k, most;
            loop variant PLUMB_PANEL - k;
        */
        for (size_t k = 0; k < PLUMB_PANEL; k += PLUMB_STRIDES)
            most = most < score[k + lane] ? score[k + lane] : most;
        largest->of[lane] = most;
    }
}

double plumb_fast_largest(const double *mid, const unsigned char *visible, size_t panels) {
    largest_scores largest;
    /*@ loop invariant index: 0 <= lane <= PLUMB_STRIDES;
        loop assigns lane, largest.of[0 .. PLUMB_STRIDES - 1];
        loop variant PLUMB_STRIDES - lane;
    */
    for (size_t lane = 0; lane < PLUMB_STRIDES; lane++)
        largest.of[lane] = -PLUMB_LARGEST;
    /*@ loop invariant index: 0 <= i <= panels;
        loop assigns i, largest.of[0 .. PLUMB_STRIDES - 1];
        loop variant panels - i;
    */
    for (size_t i = 0; i < panels; i++)
        enlarge(mid + i * PLUMB_PANEL, visible + i * PLUMB_PANEL, &largest);
    double all = largest.of[0];
    /*@ loop invariant index: 1 <= lane <= PLUMB_STRIDES;
        loop assigns lane, all;
        loop variant PLUMB_STRIDES - lane;
    */
    for (size_t lane = 1; lane < PLUMB_STRIDES; lane++)
        all = all < largest.of[lane] ? largest.of[lane] : all;
    return all;
}

/* As plumb_exponentials, except that the numbers of panels without a visible key stay as they are. */
/*@ requires inside: panels * PLUMB_PANEL <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(visible + (0 .. panels * PLUMB_PANEL - 1));
    requires writes: \valid(mid + (0 .. panels * PLUMB_PANEL - 1)) && \valid(rad + (0 .. panels * PLUMB_PANEL - 1));
    requires apart: \separated(mid + (0 .. panels * PLUMB_PANEL - 1), rad + (0 .. panels * PLUMB_PANEL - 1),
                               visible + (0 .. panels * PLUMB_PANEL - 1));
    assigns mid[0 .. panels * PLUMB_PANEL - 1], rad[0 .. panels * PLUMB_PANEL - 1];
*/
static plumb_strides row_terms(const unsigned char *visible, size_t panels, double shift,
                               double *mid, double *rad) {
    plumb_strides strides = {{0.0}, {0.0}};
    /*@ loop invariant index: 0 <= i <= panels;
        loop assigns i, mid[0 .. panels * PLUMB_PANEL - 1], rad[0 .. panels * PLUMB_PANEL - 1], strides;
        loop variant panels - i;
    */
    for (size_t i = 0; i < panels; i++) {
        size_t from = i * PLUMB_PANEL;
        if (plumb_lane_any(visible + from, PLUMB_PANEL)) {
            if (shift == 0.0)
                plumb_panel_unshifted(visible + from, mid + from, rad + from);
            else
                plumb_panel_exponentials(visible + from, shift, mid + from, rad + from);
            plumb_strides_add(mid + from, rad + from, &strides);
        }
    }
    return strides;
}

plumb_ball plumb_softmax_inverse(const plumb_strides *strides) {
    return plumb_ball_divide(plumb_ball_of(1.0), plumb_strides_total(strides));
}

plumb_ball plumb_sink_softmax_inverse(const plumb_strides *strides, plumb_ball sink, double shift,
                                      plumb_ball *sink_weight) {
    plumb_ball sink_term = plumb_ball_exp(plumb_shifted_score(sink, shift));
    plumb_ball sum = plumb_ball_add(plumb_strides_total(strides), sink_term);
    *sink_weight = plumb_ball_divide(sink_term, sum);
    return plumb_ball_divide(plumb_ball_of(1.0), sum);
}

void plumb_fast_softmax(plumb_planes planes, size_t panels, plumb_ball *inverse) {
    /*@ loop invariant index: 0 <= r <= planes.rows;
        loop assigns r, planes.mid[0 .. planes.rows * planes.pitch - 1],
                     planes.rad[0 .. planes.rows * planes.pitch - 1], inverse[0 .. planes.rows - 1];
        loop variant planes.rows - r;
    */
    for (size_t r = 0; r < planes.rows; r++) {
        size_t row = plumb_row_offset(r, planes.pitch, planes.rows);
        double shift =
            plumb_score_shift(plumb_fast_largest(planes.mid + row, planes.visible + row, panels));
        plumb_strides strides =
            row_terms(planes.visible + row, panels, shift, planes.mid + row, planes.rad + row);
        inverse[r] = plumb_softmax_inverse(&strides);
    }
}

void plumb_fast_sink_softmax(plumb_planes planes, size_t panels, const plumb_ball *sink,
                             plumb_ball *inverse, plumb_ball *sink_weight) {
    /*@ loop invariant index: 0 <= r <= planes.rows;
        loop assigns r, planes.mid[0 .. planes.rows * planes.pitch - 1],
                     planes.rad[0 .. planes.rows * planes.pitch - 1], inverse[0 .. planes.rows - 1],
                     sink_weight[0 .. planes.rows - 1];
        loop variant planes.rows - r;
    */
    for (size_t r = 0; r < planes.rows; r++) {
        size_t row = plumb_row_offset(r, planes.pitch, planes.rows);
        double shift = plumb_sink_shift(
            plumb_fast_largest(planes.mid + row, planes.visible + row, panels), sink[r]);
        plumb_strides strides =
            row_terms(planes.visible + row, panels, shift, planes.mid + row, planes.rad + row);
        inverse[r] = plumb_sink_softmax_inverse(&strides, sink[r], shift, sink_weight + r);
    }
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_multiply(plumb_ball factor, const unsigned char *restrict visible,
                          double *restrict mid, double *restrict rad) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball ball = {mid[j], rad[j]};
        plumb_ball product = plumb_lane_multiply(ball, plumb_lane_reach(ball), factor);
        mid[j] = product.mid;
        rad[j] = product.rad;
    }
    plumb_lane_hide(mid, rad, 0.0, visible);
}
