/* rescaled.c - see rescaled.h; weight/scaled.c and weight/clipped.c say what the steps are. */
#include "fast/rescaled.h"
#include "fast/tangent.h"

PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_scale(double alpha, double *restrict mid, double *restrict rad) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball weight = {mid[j], rad[j]};
        plumb_ball scaled = plumb_lane_product(weight, plumb_lane_number(alpha));
        mid[j] = plumb_lane_is_zero(weight) ? 0.0 : scaled.mid;
        rad[j] = plumb_lane_is_zero(weight) ? 0.0 : scaled.rad;
    }
}

/* As plumb_ball_relu. */
/*@ assigns \nothing; */
static inline plumb_ball relu(plumb_ball a) {
    int known = plumb_lane_both(plumb_lane_absolute(a.mid) <= PLUMB_LARGEST,
                                plumb_lane_absolute(a.rad) <= PLUMB_LARGEST);
    int left = plumb_lane_both(a.mid < 0.0, !(plumb_lane_absolute(a.mid) < a.rad));
    plumb_ball larger = {a.mid < 0.0 ? 0.0 : a.mid, left ? 0.0 : a.rad};
    return plumb_lane_choose(known, larger, (plumb_ball){0.0, plumb_lane_unknown()});
}

/* As min(1, x), exactly 1 where the ball lies right of 1. */
/*@ assigns \nothing; */
static inline plumb_ball at_most_one(plumb_ball a) {
    double least = a.mid - a.rad;
    int right = plumb_lane_both(1.0 < least, least <= PLUMB_LARGEST);
    return (plumb_ball){1.0 < a.mid ? 1.0 : a.mid, right ? 0.0 : a.rad};
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_clip(double gamma, double zeta, double *restrict mid, double *restrict rad) {
    plumb_ball start = plumb_lane_number(gamma),
               stretch = plumb_ball_subtract(plumb_ball_of(zeta), plumb_ball_of(gamma));
    int zero_stays = plumb_lane_both(plumb_lane_absolute(gamma) <= PLUMB_LARGEST, !(0.0 < gamma));
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball weight = {mid[j], rad[j]};
        plumb_ball stretched = plumb_lane_add(plumb_lane_product(weight, stretch), start);
        plumb_ball clipped = at_most_one(relu(stretched));
        int stays = plumb_lane_both(zero_stays, plumb_lane_is_zero(weight));
        mid[j] = stays ? 0.0 : clipped.mid;
        rad[j] = stays ? 0.0 : clipped.rad;
    }
}
