/* around.h - a ball around a number that Arb computes at any precision, for parameters that are no binary64 numbers,
   such as the scale 1/3 or a factor with a logarithm. */
#ifndef PLUMB_ROW_AROUND_H
#define PLUMB_ROW_AROUND_H
#include "number/ball.h"
#include "problem/arb.h"

/* The nearest double and a radius that covers the rest; the radius 0 where the double is the value.
   A value beyond binary64, or indeterminate, gives no information. */
plumb_ball plumb_ball_around_arb(const arb_t value);
#endif
