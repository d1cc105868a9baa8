/* exponential.c - see exponential.h; number/exp.c says what each step is. */
#define PLUMB_LEMMAS_EXP
#include "fast/exponential.h"
#include "fast/powers.h"
#include "spec/number/exp.h"

/* What the exponential is computed from: argument and radius, and 0 where it is out of reach. */
typedef struct {
    double mid[PLUMB_PANEL] PLUMB_ALIGNED, rad[PLUMB_PANEL] PLUMB_ALIGNED;
    double inside[PLUMB_PANEL] PLUMB_ALIGNED;
} arguments;

/*@ assigns \nothing;
    ensures reach: \is_finite(\result) && exp_domain(\result);
*/
static inline double inside_domain(double mid) {
    return -708.0 <= mid && mid <= 708.0 ? mid : 0.0;
}

/* Keys that are not visible, and lanes without a key, come to nothing in the end. */
/*@ requires inside: keys <= PLUMB_PANEL;
    requires reads: \valid_read(score + (0 .. keys - 1));
    requires writes: \valid(x);
    requires apart: \separated(x, score + (0 .. keys - 1));
    assigns x->mid[0 .. PLUMB_PANEL - 1], x->rad[0 .. PLUMB_PANEL - 1], x->inside[0 .. PLUMB_PANEL - 1];
    ensures domain: \forall integer j; 0 <= j < PLUMB_PANEL ==> \is_finite(x->inside[j]) && exp_domain(x->inside[j]);
*/
static inline void shift_scores(const plumb_ball *score, size_t keys, double shift, arguments *x) {
    /*@ loop invariant index: keys <= j <= PLUMB_PANEL;
        loop assigns j, x->mid[0 .. PLUMB_PANEL - 1], x->rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = keys; j < PLUMB_PANEL; j++)
        x->mid[j] = x->rad[j] = 0.0;
    /*@ loop invariant index: 0 <= j <= keys;
        loop assigns j, x->mid[0 .. PLUMB_PANEL - 1], x->rad[0 .. PLUMB_PANEL - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        x->mid[j] = score[j].mid;
        x->rad[j] = score[j].rad;
    }
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop invariant domain: \forall integer i; 0 <= i < j ==> \is_finite(x->inside[i]) && exp_domain(x->inside[i]);
        loop assigns j, x->mid[0 .. PLUMB_PANEL - 1], x->rad[0 .. PLUMB_PANEL - 1], x->inside[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        double mid = x->mid[j] - shift;
        double rad = plumb_upward(x->rad[j] + plumb_lane_rounding(mid));
        x->mid[j] = mid;
        x->rad[j] = plumb_lane_radius(mid, rad);
        x->inside[j] = inside_domain(mid);
    }
}

/*@ assigns \nothing; */
static inline double horner(double sum, double r, double coefficient) {
    return sum * r + coefficient;
}

/*@ assigns \nothing; */
static inline double polynomial(double r) {
    double sum = 0x1.1f75a3caadff5p-29;
    sum = horner(sum, r, 0x1.af5282aacdb2ep-26);
    sum = horner(sum, r, 0x1.27e4da1e12fb1p-22);
    sum = horner(sum, r, 0x1.71ddfff6573d6p-19);
    sum = horner(sum, r, 0x1.a01a01a74077ap-16);
    sum = horner(sum, r, 0x1.a01a01ac9de9ep-13);
    sum = horner(sum, r, 0x1.6c16c16c16214p-10);
    sum = horner(sum, r, 0x1.111111110ff8bp-7);
    sum = horner(sum, r, 0x1.5555555555556p-5);
    sum = horner(sum, r, 0x1.5555555555557p-3);
    sum = horner(sum, r, 0.5);
    return 1.0 + (r + r * r * sum);
}

/*@ predicate is_power(real multiple) = \exists integer k; -1021 <= k <= 1021 && multiple == k; */

/*@ requires domain: \is_finite(x) && exp_domain(x);
    assigns \nothing;
    ensures power: \is_finite(\result) && is_power(\result);
*/
static inline double multiple_of(double x) {
    double turns = plumb_multiply(x, 0x1.71547652b82fep+0);
    return plumb_subtract(plumb_add(turns, 0x1.8p52), 0x1.8p52);
}

/* The power of two is one product here; both are exact. */
/*@ requires domain: \forall integer j; 0 <= j < PLUMB_PANEL ==> \is_finite(x[j]) && exp_domain(x[j]);
    requires reads: \valid_read(x + (0 .. PLUMB_PANEL - 1));
    requires writes: \valid(y + (0 .. PLUMB_PANEL - 1));
    requires apart: \separated(x + (0 .. PLUMB_PANEL - 1), y + (0 .. PLUMB_PANEL - 1));
    assigns y[0 .. PLUMB_PANEL - 1];
*/
static inline void exponentials(const double *restrict x, double *restrict y) {
    double multiple[PLUMB_PANEL] PLUMB_ALIGNED;
    int power[PLUMB_PANEL];
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop invariant powers: \forall integer i; 0 <= i < j ==> \is_finite(multiple[i]) && is_power(multiple[i]);
        loop assigns j, multiple[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++)
        multiple[j] = multiple_of(x[j]);
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, y[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++)
        y[j] = polynomial((x[j] - multiple[j] * 0x1.62e42fefa3800p-1) -
                          multiple[j] * 0x1.ef35793c76730p-45);
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop invariant range: \forall integer i; 0 <= i < j ==> -1021 <= power[i] <= 1021;
        loop assigns j, power[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++)
        power[j] = plumb_to_int(multiple[j]);
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, y[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++)
        y[j] *= plumb_power_of_two(power[j]);
}

/*@ assigns \nothing; */
static inline double radius(double y, double rad) {
    return plumb_upward(y * 0x1.0000000000008p0 * (rad + rad * rad + 0x1p-52));
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

/* Lanes without a key. */
/*@ requires inside: keys <= PLUMB_PANEL;
    requires writes: \valid(mid + (0 .. PLUMB_PANEL - 1)) && \valid(rad + (0 .. PLUMB_PANEL - 1));
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
static inline void clear_rest(double *mid, double *rad, size_t keys) {
    /*@ loop invariant index: keys <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = keys; j < PLUMB_PANEL; j++)
        mid[j] = rad[j] = 0.0;
}

/* What is not seen adds 0. */
/*@ requires reads: \valid_read(mid + (0 .. PLUMB_PANEL - 1)) && \valid_read(rad + (0 .. PLUMB_PANEL - 1));
    requires writes: \valid(strides);
    requires apart: \separated(strides, mid + (0 .. PLUMB_PANEL - 1)) && \separated(strides, rad + (0 .. PLUMB_PANEL - 1));
    assigns strides->sum[0 .. PLUMB_STRIDES - 1], strides->spread[0 .. PLUMB_STRIDES - 1];
*/
static inline void add_strides(const double *restrict mid, const double *restrict rad, double gamma,
                               plumb_strides *strides) {
    /*@ loop invariant index: 0 <= k <= PLUMB_PANEL && k % PLUMB_STRIDES == 0;
        loop assigns k, strides->sum[0 .. PLUMB_STRIDES - 1], strides->spread[0 .. PLUMB_STRIDES - 1];
        loop variant PLUMB_PANEL - k;
    */
    for (size_t k = 0; k < PLUMB_PANEL; k += PLUMB_STRIDES)
        /*@ loop invariant index: 0 <= lane <= PLUMB_STRIDES;
            loop assigns lane, strides->sum[0 .. PLUMB_STRIDES - 1], strides->spread[0 .. PLUMB_STRIDES - 1];
            loop variant PLUMB_STRIDES - lane;
        */
        for (size_t lane = 0; lane < PLUMB_STRIDES; lane++) {
            strides->sum[lane] += mid[k + lane];
            strides->spread[lane] += rad[k + lane] + gamma * plumb_lane_absolute(mid[k + lane]);
        }
}

PLUMB_FOR_EACH_PROCESSOR
void plumb_panel_exponentials(const plumb_ball *score, const unsigned char *visible, size_t keys,
                              double shift, double gamma, plumb_ball *weight,
                              plumb_strides *strides) {
    arguments x;
    double mid[PLUMB_PANEL] PLUMB_ALIGNED, rad[PLUMB_PANEL] PLUMB_ALIGNED;
    shift_scores(score, keys, shift, &x);
    exponentials(x.inside, mid);
    double unknown = plumb_lane_unknown();
    /*@ loop invariant index: 0 <= j <= PLUMB_PANEL;
        loop assigns j, mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
        loop variant PLUMB_PANEL - j;
    */
    for (size_t j = 0; j < PLUMB_PANEL; j++) {
        double top = x.mid[j] + x.rad[j];
        int known = informs(x.mid[j], x.rad[j], top), none = vanishes(top);
        double widest = known ? radius(mid[j], x.rad[j]) : unknown;
        rad[j] = none ? 0x1p-1019 : widest;
        mid[j] = plumb_lane_both(known, !none) ? mid[j] : 0.0;
    }
    plumb_lane_hide(mid, rad, 0.0, visible, keys);
    clear_rest(mid, rad, keys);
    add_strides(mid, rad, gamma, strides);
    plumb_lane_store(mid, rad, keys, weight);
}

plumb_ball plumb_strides_total(const plumb_strides *strides) {
    double sum = 0.0, spread = 0.0;
    /*@ loop invariant index: 0 <= lane <= PLUMB_STRIDES;
        loop assigns lane, sum, spread;
        loop variant PLUMB_STRIDES - lane;
    */
    for (size_t lane = 0; lane < PLUMB_STRIDES; lane++) {
        sum = plumb_add(sum, strides->sum[lane]);
        spread = plumb_add(spread, strides->spread[lane]);
    }
    return plumb_ball_make(sum, plumb_product_up(spread, 0x1.0001p0));
}
