/* normalised.c - see normalised.h. */
#include "fast/normalised.h"
#include "fast/strides.h"

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

/* As plumb_ball_is_zero. */
/*@ assigns \nothing; */
static inline int is_zero(plumb_ball a) {
    int informs = plumb_lane_absolute(a.rad) <= PLUMB_LARGEST;
    return plumb_lane_both(informs, plumb_lane_both(a.mid == 0.0, !(0.0 < a.rad)));
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_quotients(plumb_ball divisor, double hidden, const unsigned char *restrict visible,
                           double *restrict mid, double *restrict rad) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball dividend = {mid[j], rad[j]}, quotient = plumb_lane_divide(dividend, divisor);
        int stays =
            plumb_lane_both(plumb_lane_absolute(quotient.rad) <= PLUMB_LARGEST, is_zero(dividend));
        mid[j] = stays ? 0.0 : quotient.mid;
        rad[j] = stays ? 0.0 : quotient.rad;
    }
    plumb_lane_hide(mid, rad, hidden, visible);
}
