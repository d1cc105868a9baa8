/* exponential_lane.h - the steps of plumb_ball_exp in one lane; number/exp.c says what each is. */
#ifndef PLUMB_FAST_EXPONENTIAL_LANE_H
#define PLUMB_FAST_EXPONENTIAL_LANE_H
#include "fast/lanes.h"
#include "spec/number/exp_constants.h"

/* What the polynomial adds to 1. */
/*@ assigns \nothing; */
PLUMB_INTO_LOOP
static inline double plumb_lane_exp_terms(double r) {
    double sum = PLUMB_EXP_12;
    sum = plumb_fused(sum, r, PLUMB_EXP_11);
    sum = plumb_fused(sum, r, PLUMB_EXP_10);
    sum = plumb_fused(sum, r, PLUMB_EXP_9);
    sum = plumb_fused(sum, r, PLUMB_EXP_8);
    sum = plumb_fused(sum, r, PLUMB_EXP_7);
    sum = plumb_fused(sum, r, PLUMB_EXP_6);
    sum = plumb_fused(sum, r, PLUMB_EXP_5);
    sum = plumb_fused(sum, r, PLUMB_EXP_4);
    sum = plumb_fused(sum, r, PLUMB_EXP_3);
    sum = plumb_fused(sum, r, 0.5);
    return plumb_fused(r * r, sum, r);
}

/* What is left of an argument beside a multiple of log 2, whose first product is exact: fused or not, the difference
   is the same. */
/*@ assigns \nothing; */
PLUMB_INTO_LOOP
static inline double plumb_lane_exp_rest(double x, double multiple) {
    return plumb_fused(-multiple, PLUMB_LN2, x) - multiple * PLUMB_LN2_REST;
}

/* y = e^mid */
/*@ assigns \nothing; */
PLUMB_INTO_LOOP
static inline double plumb_lane_exp_radius(double y, double rad) {
    double moved = plumb_fused(rad, 0x1.0000000000004p0, 0x1.0000000000004p0);
    return plumb_fused(y, plumb_fused(rad, moved, 0x1.0000000000004p-52), 0x1p-1000);
}
#endif
