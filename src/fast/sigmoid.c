/* sigmoid.c - see sigmoid.h; number/sigmoid.c says which of its two forms a lane takes. */
#include "fast/sigmoid.h"
#include "fast/exponential.h"

/* Whether the exponential of the argument itself is taken, not that of its opposite. */
/*@ assigns \nothing; */
static inline int is_far_below(double mid) {
    return mid < -700.0;
}

/* As plumb_ball_sigmoid, from the exponentials. */
/*@ requires reads: \valid_read(term);
    requires writes: writes_panel(mid, rad);
    requires apart: \separated(mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1), term);
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
static inline void divide(const plumb_lane_balls *restrict term, double *restrict mid,
                          double *restrict rad) {
    const plumb_ball one = {1.0, 0.0};
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        plumb_ball e = {term->mid[j], term->rad[j]}, sum = plumb_lane_add(one, e);
        int below = is_far_below(mid[j]), informs = plumb_lane_absolute(rad[j]) <= PLUMB_LARGEST;
        plumb_ball numerator = {below ? e.mid : 1.0, below ? e.rad : 0.0};
        plumb_ball quotient = plumb_lane_divide(numerator, sum);
        int narrow = plumb_lane_both(plumb_lane_absolute(quotient.rad) <= PLUMB_LARGEST,
                                     !(0.5 < quotient.rad));
        double middle = narrow ? quotient.mid : 0.5, radius = narrow ? quotient.rad : 0.5;
        mid[j] = informs ? middle : 0.0;
        rad[j] = informs ? radius : plumb_lane_unknown();
    }
}

/* The arguments of the exponentials. */
/*@ requires reads: reads_panel(mid, rad);
    requires writes: \valid(term);
    requires apart: \separated(term, mid + (0 .. PLUMB_PANEL - 1)) && \separated(term, rad + (0 .. PLUMB_PANEL - 1));
    assigns *term;
*/
static inline void turn(const double *restrict mid, const double *restrict rad,
                        plumb_lane_balls *restrict term) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, *term;
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        term->mid[j] = is_far_below(mid[j]) ? mid[j] : -mid[j];
        term->rad[j] = rad[j];
    }
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_sigmoids(const unsigned char *restrict visible, double *restrict mid,
                          double *restrict rad) {
    plumb_lane_balls term;
    turn(mid, rad, &term);
    plumb_panel_exp(term.mid, term.rad);
    divide(&term, mid, rad);
    plumb_lane_hide(mid, rad, 0.0, visible);
}
