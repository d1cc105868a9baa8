/* relu.c - see relu.h. */
#include "fast/relu.h"

/* As plumb_ball_relu. */
/*@ assigns \nothing; */
static inline plumb_ball rectified(plumb_ball a) {
    int known = plumb_lane_both(plumb_lane_absolute(a.mid) <= PLUMB_LARGEST,
                                plumb_lane_absolute(a.rad) <= PLUMB_LARGEST);
    int left = plumb_lane_both(a.mid < 0.0, !(plumb_lane_absolute(a.mid) < a.rad));
    plumb_ball right = {a.mid < 0.0 ? 0.0 : a.mid, a.rad < 0.0 ? 0.0 : a.rad};
    plumb_ball result = plumb_lane_choose(left, (plumb_ball){0.0, 0.0}, right);
    return plumb_lane_choose(known, result, (plumb_ball){0.0, plumb_lane_unknown()});
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_relus(const unsigned char *restrict visible, double *restrict mid,
                       double *restrict rad) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball result = rectified((plumb_ball){mid[j], rad[j]});
        mid[j] = result.mid;
        rad[j] = result.rad;
    }
    plumb_lane_hide(mid, rad, 0.0, visible);
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_squared_relus(const unsigned char *restrict visible, double *restrict mid,
                               double *restrict rad) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball once = rectified((plumb_ball){mid[j], rad[j]});
        plumb_ball result = plumb_lane_multiply(once, plumb_lane_reach(once), once);
        mid[j] = result.mid;
        rad[j] = result.rad;
    }
    plumb_lane_hide(mid, rad, 0.0, visible);
}
