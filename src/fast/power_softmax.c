/* power_softmax.c - see power_softmax.h. */
#include "fast/power_softmax.h"
#include "fast/exponential.h"
#include "fast/softmax.h"
#include "fast/strides.h"
#include "number/power.h"

/* The arguments of the powered exponentials. */
/*@ requires reads: reads_panel(mid, rad);
    requires writes: \valid(term);
    requires apart: \separated(term, mid + (0 .. PLUMB_PANEL - 1)) && \separated(term, rad + (0 .. PLUMB_PANEL - 1));
    assigns *term;
*/
static inline void multiply(plumb_ball power, double shift, const double *restrict mid,
                            const double *restrict rad, plumb_lane_balls *restrict term) {
    const plumb_ball opposite = {-shift, 0.0};
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, *term;
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball shifted = plumb_lane_add((plumb_ball){mid[j], rad[j]}, opposite);
        plumb_ball argument = plumb_lane_multiply(power, plumb_lane_reach(power), shifted);
        term->mid[j] = argument.mid;
        term->rad[j] = argument.rad;
    }
}

/* One panel; its powered exponentials join the strides. */
/*@ requires reads: \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: writes_panel(mid, rad) && \valid(strides);
    requires apart: mask_apart(mid, rad, visible) && \separated(strides, mid + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(strides, rad + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(strides, visible + (0 .. PLUMB_PANEL - 1));
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1], *strides;
*/
PLUMB_FOR_EACH_PROCESSOR
static void raise_panel(const unsigned char *visible, plumb_ball power, double shift, double *mid,
                        double *rad, plumb_strides *strides) {
    plumb_lane_balls term;
    multiply(power, shift, mid, rad, &term);
    plumb_panel_exp(term.mid, term.rad);
    plumb_lane_hide(term.mid, term.rad, 0.0, visible);
    plumb_strides_add(term.mid, term.rad, strides);
    plumb_panel_exponentials(visible, shift, mid, rad);
}

/* As the sum of powered exponentials. */
/*@ requires inside: panels * PLUMB_PANEL <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(visible + (0 .. panels * PLUMB_PANEL - 1));
    requires writes: \valid(mid + (0 .. panels * PLUMB_PANEL - 1)) && \valid(rad + (0 .. panels * PLUMB_PANEL - 1));
    requires apart: \separated(mid + (0 .. panels * PLUMB_PANEL - 1), rad + (0 .. panels * PLUMB_PANEL - 1),
                               visible + (0 .. panels * PLUMB_PANEL - 1));
    assigns mid[0 .. panels * PLUMB_PANEL - 1], rad[0 .. panels * PLUMB_PANEL - 1];
*/
static plumb_ball powered_sum(const unsigned char *visible, size_t panels, plumb_ball power,
                              double shift, double *mid, double *rad) {
    plumb_strides strides = {{0.0}, {0.0}};
    /*@ loop invariant index: 0 <= i <= panels;
        loop assigns i, mid[0 .. panels * PLUMB_PANEL - 1], rad[0 .. panels * PLUMB_PANEL - 1], strides;
        loop variant panels - i;
    */
    for (size_t i = 0; i < panels; i++) {
        size_t from = i * PLUMB_PANEL;
        if (plumb_lane_any(visible + from, PLUMB_PANEL))
            raise_panel(visible + from, power, shift, mid + from, rad + from, &strides);
    }
    return plumb_strides_total(&strides);
}

void plumb_fast_power_softmax(plumb_planes planes, size_t panels, double power,
                              plumb_ball *factor) {
    plumb_ball power_ball = plumb_less(0.0, power) ? plumb_ball_of(power) : plumb_ball_unknown();
    plumb_ball exponent = plumb_ball_divide(plumb_ball_of(-1.0), power_ball);
    /*@ loop invariant index: 0 <= r <= planes.rows;
        loop assigns r, planes.mid[0 .. planes.rows * planes.pitch - 1],
                     planes.rad[0 .. planes.rows * planes.pitch - 1], factor[0 .. planes.rows - 1];
        loop variant planes.rows - r;
    */
    for (size_t r = 0; r < planes.rows; r++) {
        size_t row = plumb_row_offset(r, planes.pitch, planes.rows);
        double shift = plumb_fast_largest(planes.mid + row, planes.visible + row, panels);
        plumb_ball sum = powered_sum(planes.visible + row, panels, power_ball, shift,
                                     planes.mid + row, planes.rad + row);
        factor[r] = plumb_ball_power(sum, exponent);
    }
}
