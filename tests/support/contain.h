/* contain.h - whether a ball keeps its promise, decided exactly.

   A radius that is not finite claims nothing: such a ball contains everything.  A finite radius
   about a middle that is not finite, or a negative one, is a false claim: it contains nothing. */
#ifndef PLUMB_TESTS_SUPPORT_CONTAIN_H
#define PLUMB_TESTS_SUPPORT_CONTAIN_H
#include "number/ball.h"
#include "problem/arb.h"
#include <stdbool.h>

/* Does the ball say anything? */
bool ball_informs(plumb_ball ball);
/* Both balls, bit for bit. */
bool balls_identical(plumb_ball a, plumb_ball b);

/* Every number of the Arb ball lies in the ball. */
bool ball_contains(plumb_ball ball, const arb_t exact);
bool ball_contains_double(plumb_ball ball, double x);
bool ball_contains_ratio(plumb_ball ball, long numerator, unsigned long denominator);

/* The balls have a number in common, as two enclosures of one number must. */
bool balls_overlap(plumb_ball a, plumb_ball b);
/* The ball has a number in common with [low, high]. */
bool ball_meets(plumb_ball ball, double low, double high);

/* mid + side * rad exactly, for side -1, 0, 1 of a ball that informs. */
void ball_point(arb_t point, plumb_ball ball, int side);
#endif
