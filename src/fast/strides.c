/* strides.c - see strides.h. */
#include "fast/strides.h"

/* What an addition rounds off: nothing where 0 is added. */
/*@ assigns \nothing; */
static inline double lost(double mid, double sum) {
    return 0.0 < plumb_lane_absolute(mid) ? plumb_lane_rounding(sum) : 0.0;
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_strides_add(const double *restrict mid, const double *restrict rad,
                       plumb_strides *restrict strides) {
    /*@ loop invariant index: 0 <= lane <= PLUMB_STRIDES;
        loop assigns lane, strides->sum[0 .. PLUMB_STRIDES - 1], strides->spread[0 .. PLUMB_STRIDES - 1];
        loop variant PLUMB_STRIDES - lane;
    */
    for (size_t lane = 0; lane < PLUMB_STRIDES; lane++) {
        double sum = strides->sum[lane], spread = strides->spread[lane];
        /*@ loop invariant index: 0 <= k <= PLUMB_PANEL && k % PLUMB_STRIDES == 0;
            loop assigns k, sum, spread;
            loop variant PLUMB_PANEL - k;
        */
        for (size_t k = 0; k < PLUMB_PANEL; k += PLUMB_STRIDES) {
            sum += mid[k + lane];
            spread += rad[k + lane] + lost(mid[k + lane], sum);
        }
        strides->sum[lane] = sum;
        strides->spread[lane] = spread;
    }
}

plumb_ball plumb_strides_total(const plumb_strides *strides) {
    double sum = 0.0, spread = 0.0;
    /*@ loop invariant index: 0 <= lane <= PLUMB_STRIDES;
        loop assigns lane, sum, spread;
        loop variant PLUMB_STRIDES - lane;
    */
    for (size_t lane = 0; lane < PLUMB_STRIDES; lane++) {
        sum = plumb_add(sum, strides->sum[lane]);
        spread = plumb_add(spread, plumb_add(strides->spread[lane], lost(strides->sum[lane], sum)));
    }
    return plumb_ball_make(sum, plumb_product_up(spread, 0x1.0001p0));
}
