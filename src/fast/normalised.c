/* normalised.c - see normalised.h. */
#include "fast/normalised.h"
#include "fast/strides.h"
#include "number/quotient.h"

PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_absolutes(double *restrict mid, double *restrict rad) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        mid[j] = plumb_absolute(mid[j]);
        rad[j] = plumb_lane_radius(mid[j], rad[j]);
    }
}

plumb_ball plumb_fast_total(const double *mid, const double *rad, const unsigned char *visible,
                            size_t panels) {
    plumb_strides strides = {{0.0}, {0.0}};
    /*@ loop invariant index: 0 <= i <= panels;
        loop assigns i, strides;
        loop variant panels - i;
    */
    for (size_t i = 0; i < panels; i++) {
        size_t from = i * PLUMB_PANEL;
        if (plumb_lane_any(visible + from, PLUMB_PANEL))
            plumb_strides_add(mid + from, rad + from, &strides);
    }
    return plumb_strides_total(&strides);
}

/* What is exactly 0 is not divided: its quotient is known, and the division would go through subnormal numbers,
   which take a processor long. */
PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_quotients(plumb_ball divisor, double hidden, const unsigned char *restrict visible,
                           double *restrict mid, double *restrict rad) {
    plumb_ball of_zero = plumb_ball_quotient(plumb_ball_zero(), divisor);
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball ball = {mid[j], rad[j]},
                   dividend = {plumb_lane_is_zero(ball) ? 1.0 : ball.mid, ball.rad};
        plumb_ball quotient = plumb_lane_divide(dividend, divisor);
        mid[j] = plumb_lane_is_zero(ball) ? of_zero.mid : quotient.mid;
        rad[j] = plumb_lane_is_zero(ball) ? of_zero.rad : quotient.rad;
    }
    plumb_lane_hide(mid, rad, hidden, visible);
}
