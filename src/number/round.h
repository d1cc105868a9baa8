/* round.h - level 0: every floating-point operation that a certified value goes through.

   One C operation per function.  Each contract says: if the result is finite then so were the
   operands, and the result is the exact real result rounded to nearest, ties to even.  Nothing
   above this file uses a floating-point operator, so all rounding lives here.
   Source: IEEE 754-2019, 4.3.1 and 5.4.1. */
#ifndef PLUMB_NUMBER_ROUND_H
#define PLUMB_NUMBER_ROUND_H
#include "spec/number/rounding.h"
#include <stddef.h>

/* The largest finite binary64 number. */
#define PLUMB_LARGEST 0x1.fffffffffffffp1023

/*@ assigns \nothing;
    ensures value: \is_finite(\result) ==> \is_finite(a) && \is_finite(b) && \result == rounded_sum(a, b);
    ensures finite: \is_finite(a) && \is_finite(b) && \abs(rounded_sum(a, b)) <= PLUMB_LARGEST ==> \is_finite(\result);
*/
static inline double plumb_add(double a, double b) {
    return a + b;
}

/*@ assigns \nothing;
    ensures value: \is_finite(\result) ==> \is_finite(a) && \is_finite(b) && \result == rounded_difference(a, b);
    ensures finite:
      \is_finite(a) && \is_finite(b) && \abs(rounded_difference(a, b)) <= PLUMB_LARGEST ==> \is_finite(\result);
*/
static inline double plumb_subtract(double a, double b) {
    return a - b;
}

/*@ assigns \nothing;
    ensures value: \is_finite(\result) ==> \is_finite(a) && \is_finite(b) && \result == rounded_product(a, b);
    ensures finite:
      \is_finite(a) && \is_finite(b) && \abs(rounded_product(a, b)) <= PLUMB_LARGEST ==> \is_finite(\result);
*/
static inline double plumb_multiply(double a, double b) {
    return a * b;
}

/* A finite number divided by an infinite one is a finite zero, hence the hypothesis on b. */
/*@ assigns \nothing;
    ensures value: \is_finite(\result) && \is_finite(b) ==>
      \is_finite(a) && b != 0.0 && \result == rounded_quotient(a, b);
    ensures finite: \is_finite(a) && \is_finite(b) && b != 0.0 && \abs(rounded_quotient(a, b)) <= PLUMB_LARGEST ==>
      \is_finite(\result);
*/
static inline double plumb_divide(double a, double b) {
    return a / b;
}

/*@ assigns \nothing;
    ensures value: \is_finite(\result) ==> \is_finite(a) && \result == \abs(a);
    ensures finite: \is_finite(a) ==> \is_finite(\result);
*/
static inline double plumb_absolute(double a) {
    return a < -a ? -a : a;
}

/*@ assigns \nothing;
    ensures value: \is_finite(\result) ==> \is_finite(a) && \result == -a;
*/
static inline double plumb_negate(double a) {
    return -a;
}

/*@ assigns \nothing;
    ensures value: \is_finite(a) && \is_finite(b) ==> (\result != 0 <==> a < b);
*/
static inline int plumb_less(double a, double b) {
    return a < b;
}

/*@ assigns \nothing;
    ensures value: \result != 0 <==> \is_finite(a);
*/
static inline int plumb_is_finite(double a) {
    return -PLUMB_LARGEST <= a && a <= PLUMB_LARGEST;
}

/* Exact for every count that an array can have here. */
/*@ assigns \nothing;
    ensures value: n <= 0x20000000000000 ==> \is_finite(\result) && \result == n;
*/
static inline double plumb_of_size(size_t n) {
    return (double)n;
}

/*@ requires range: \is_finite(a) && -1048576.0 <= a <= 1048576.0;
    assigns \nothing;
    ensures value: \forall integer n; a == n ==> \result == n;
*/
static inline int plumb_to_int(double a) {
    return (int)a;
}
#endif
