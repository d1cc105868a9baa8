/* ulp.h - the error of an engine's value, from an enclosure of the exact value. */
#ifndef PLUMB_THEOREM_ULP_H
#define PLUMB_THEOREM_ULP_H
#include "number/ball.h"
#include "problem/format.h"
#include "problem/arb.h"

/* Certified bounds: low <= |value - exact| <= high for every exact value in the enclosure. low is 0 if the value is
   inside. */
typedef struct {
    double low, high;
} plumb_error_bounds;

/* value must be finite.  A ball without a finite radius gives [0, infinity]. */
plumb_error_bounds plumb_error_from_ball(double value, plumb_ball ball);
plumb_error_bounds plumb_error_from_arb(double value, const arb_t ball);

/* The unit in the last place of the format at a number: the distance of neighbouring numbers of
   the format in its binade; below the normal numbers, and at 0, the least positive number. */
double plumb_ulp(double at, plumb_format format);

/* The ends of a ball, rounded outwards. */
double plumb_ball_low(plumb_ball ball);
double plumb_ball_high(plumb_ball ball);
#endif
