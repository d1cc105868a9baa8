/* upward.h - level 1: bounds that err on the safe side, from level 0 alone.
   Each function computes what spec/number/upward.h defines under the same name. */
#ifndef PLUMB_NUMBER_UPWARD_H
#define PLUMB_NUMBER_UPWARD_H
#include "number/round.h"
#include "spec/number/upward.h"

/*@ assigns \nothing;
    ensures value: \is_finite(\result) ==> \is_finite(x) && \result == upward(x);
    ensures finite: \is_finite(x) && ranged(x) ==> \is_finite(\result);
*/
static inline double plumb_upward(double x) {
    return plumb_add(plumb_multiply(x, 0x1.0000000000004p0), 0x1p-1000);
}

/*@ assigns \nothing;
    ensures value: \is_finite(\result) ==> \is_finite(x) && \result == downward(x);
    ensures finite: \is_finite(x) && ranged(x) ==> \is_finite(\result);
*/
static inline double plumb_downward(double x) {
    return plumb_subtract(plumb_multiply(x, 0x1.ffffffffffff8p-1), 0x1p-1000);
}

/*@ assigns \nothing;
    ensures value: \is_finite(\result) ==> \is_finite(x) && \is_finite(y) && \result == sum_up(x, y);
    ensures finite: \is_finite(x) && \is_finite(y) && ranged(rounded_sum(x, y)) ==> \is_finite(\result);
*/
static inline double plumb_sum_up(double x, double y) {
    return plumb_upward(plumb_add(x, y));
}

/*@ assigns \nothing;
    ensures value: \is_finite(\result) ==> \is_finite(x) && \is_finite(y) && \result == product_up(x, y);
    ensures finite: \is_finite(x) && \is_finite(y) && ranged(rounded_product(x, y)) ==> \is_finite(\result);
*/
static inline double plumb_product_up(double x, double y) {
    return plumb_upward(plumb_multiply(x, y));
}

/*@ assigns \nothing;
    ensures value: \is_finite(\result) && \is_finite(y) ==> \is_finite(x) && y != 0.0 && \result == quotient_up(x, y);
    ensures finite:
      \is_finite(x) && \is_finite(y) && y != 0.0 && ranged(rounded_quotient(x, y)) ==> \is_finite(\result);
*/
static inline double plumb_quotient_up(double x, double y) {
    return plumb_upward(plumb_divide(x, y));
}

/*@ assigns \nothing;
    ensures value: \is_finite(\result) ==> \is_finite(x) && \is_finite(y) && \result == difference_down(x, y);
    ensures finite: \is_finite(x) && \is_finite(y) && ranged(rounded_difference(x, y)) ==> \is_finite(\result);
*/
static inline double plumb_difference_down(double x, double y) {
    return plumb_downward(plumb_subtract(x, y));
}

/*@ assigns \nothing;
    ensures value: \is_finite(\result) ==> \is_finite(m) && \result == rounding_radius(m);
    ensures finite: \is_finite(m) && ranged(rounded_product(\abs(m), 0x1p-53)) ==> \is_finite(\result);
*/
static inline double plumb_rounding_radius(double m) {
    return plumb_product_up(plumb_absolute(m), 0x1p-53);
}
#endif
