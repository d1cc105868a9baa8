/* exponential.c - see exponential.h; number/exp.c says what each step is. */
#define PLUMB_LEMMAS_EXP
#include "fast/exponential.h"
#include "fast/exponential_lane.h"
#include "fast/powers.h"
#include "spec/number/exp.h"

/*@ assigns \nothing;
    ensures reach: \is_finite(\result) && exp_domain(\result);
*/
static inline double inside_domain(double mid) {
    return -708.0 <= mid && mid <= 708.0 ? mid : 0.0;
}

/*@ predicate is_power(real multiple) = \exists integer k; -1021 <= k <= 1021 && multiple == k; */

/*@ requires domain: \is_finite(x) && exp_domain(x);
    assigns \nothing;
    ensures power: \is_finite(\result) && is_power(\result);
*/
static inline double multiple_of(double x) {
    double turns = plumb_multiply(x, PLUMB_ONE_BY_LN2);
    return plumb_subtract(plumb_add(turns, PLUMB_NO_FRACTION), PLUMB_NO_FRACTION);
}

/* top = mid + rad */
/*@ assigns \nothing; */
static inline int vanishes(double top) {
    return plumb_lane_both(-PLUMB_LARGEST <= top, top < -707.0);
}

/*@ assigns \nothing; */
static inline int informs(double mid, double rad, double top) {
    int in_reach = plumb_lane_both(plumb_lane_absolute(top) <= PLUMB_LARGEST,
                                   plumb_lane_absolute(mid) <= 708.0);
    return plumb_lane_both(in_reach, !(1.0 < rad));
}

/* The lanes between the steps.  Each step is a loop of its own, short enough that a processor works on
   several turns at a time. */
typedef struct {
    double rest[PLUMB_PANEL] PLUMB_ALIGNED, power[PLUMB_PANEL] PLUMB_ALIGNED;
} reduced;

/* As plumb_ball_subtract. */
/*@ requires writes: writes_panel(mid, rad);
    requires apart: \separated(mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1));
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
static inline void subtract(double shift, double *restrict mid, double *restrict rad) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        mid[j] = mid[j] - shift;
        rad[j] = plumb_lane_radius(mid[j], plumb_upward(rad[j] + plumb_lane_rounding(mid[j])));
    }
}

/*@ requires reads: \valid_read(mid + (0 .. PLUMB_PANEL - 1));
    requires writes: \valid(x);
    requires apart: \separated(mid + (0 .. PLUMB_PANEL - 1), x);
    assigns *x;
*/
static inline void reduce(const double *restrict mid, reduced *restrict x) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, *x;
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        double inside = inside_domain(mid[j]), multiple = multiple_of(inside);
        x->rest[j] = plumb_lane_exp_rest(inside, multiple);
        x->power[j] = plumb_power_of_two(plumb_to_int(multiple));
    }
}

/*@ requires writes: \valid(x + (0 .. PLUMB_PANEL - 1));
    assigns x[0 .. PLUMB_PANEL - 1];
*/
static inline void polynomials(double *restrict x) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, x[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++)
        x[j] = 1.0 + plumb_lane_exp_terms(x[j]);
}

/* As plumb_ball_exp of the arguments; the power of two is one product here, as exact. */
/*@ requires reads: \valid_read(x);
    requires writes: writes_panel(mid, rad);
    requires apart: \separated(mid + (0 .. PLUMB_PANEL - 1), rad + (0 .. PLUMB_PANEL - 1), x);
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
static inline void raise_powers(const reduced *restrict x, double *restrict mid,
                                double *restrict rad) {
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        double y = x->rest[j] * x->power[j], top = mid[j] + rad[j];
        int known = informs(mid[j], rad[j], top), none = vanishes(top);
        double widest = known ? plumb_lane_exp_radius(y, rad[j]) : plumb_lane_unknown();
        rad[j] = none ? 0x1p-1019 : widest;
        mid[j] = plumb_lane_both(known, !none) ? y : 0.0;
    }
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_exp(double *restrict mid, double *restrict rad) {
    reduced x;
    reduce(mid, &x);
    polynomials(x.rest);
    raise_powers(&x, mid, rad);
}

void plumb_panel_unshifted(const unsigned char *visible, double *mid, double *rad) {
    plumb_panel_exp(mid, rad);
    plumb_lane_hide(mid, rad, 0.0, visible);
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_exponentials(const unsigned char *restrict visible, double shift,
                              double *restrict mid, double *restrict rad) {
    subtract(shift, mid, rad);
    plumb_panel_unshifted(visible, mid, rad);
}
