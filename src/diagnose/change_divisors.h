/* change_divisors.h - rows divided by another sum than is stated (diagnose/making.h). */
#ifndef PLUMB_DIAGNOSE_CHANGE_DIVISORS_H
#define PLUMB_DIAGNOSE_CHANGE_DIVISORS_H
#include "diagnose/making.h"

typedef enum {
    PLUMB_SUM_OF_PICKED,   /* softpick: sum e^{x-m} - e^{-m} + epsilon, each with its sign */
    PLUMB_SUM_OF_POSITIVE, /* softpick: the positive ones alone */
    PLUMB_EPSILON_AT_0,    /* softpick: epsilon added to the sum before the maximum is taken out: epsilon e^{-m} */
    PLUMB_SIGNED_OR_ONE    /* at-least-one: max(sum, 1), of a sum with its sign */
} plumb_divisor;

/* Outputs and weights as they would be, divided by what is stated.  integer: by what the engine divides. */
int plumb_divide_otherwise(const plumb_making *m);
bool plumb_may_divide(const plumb_case *c, plumb_divisor by);
#endif
