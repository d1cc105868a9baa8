/* exponential_lane.h - the steps of plumb_ball_exp in one lane; number/exp.c says what each is. */
#ifndef PLUMB_FAST_EXPONENTIAL_LANE_H
#define PLUMB_FAST_EXPONENTIAL_LANE_H
#include "fast/lanes.h"

/* What the polynomial adds to 1. */
/*@ assigns \nothing; */
PLUMB_INTO_LOOP
static inline double plumb_lane_exp_terms(double r) {
    double sum = 0x1.1f75a3caadff5p-29;
    sum = plumb_fused(sum, r, 0x1.af5282aacdb2ep-26);
    sum = plumb_fused(sum, r, 0x1.27e4da1e12fb1p-22);
    sum = plumb_fused(sum, r, 0x1.71ddfff6573d6p-19);
    sum = plumb_fused(sum, r, 0x1.a01a01a74077ap-16);
    sum = plumb_fused(sum, r, 0x1.a01a01ac9de9ep-13);
    sum = plumb_fused(sum, r, 0x1.6c16c16c16214p-10);
    sum = plumb_fused(sum, r, 0x1.111111110ff8bp-7);
    sum = plumb_fused(sum, r, 0x1.5555555555556p-5);
    sum = plumb_fused(sum, r, 0x1.5555555555557p-3);
    sum = plumb_fused(sum, r, 0.5);
    return plumb_fused(r * r, sum, r);
}

/* What is left of an argument beside a multiple of log 2, whose first product is exact: fused or not, the difference
   is the same. */
/*@ assigns \nothing; */
PLUMB_INTO_LOOP
static inline double plumb_lane_exp_rest(double x, double multiple) {
    return plumb_fused(-multiple, 0x1.62e42fefa3800p-1, x) - multiple * 0x1.ef35793c76730p-45;
}

/* y = e^mid */
/*@ assigns \nothing; */
PLUMB_INTO_LOOP
static inline double plumb_lane_exp_radius(double y, double rad) {
    double moved = plumb_fused(rad, 0x1.0000000000004p0, 0x1.0000000000004p0);
    return plumb_fused(y, plumb_fused(rad, moved, 0x1.0000000000004p-52), 0x1p-1000);
}
#endif
