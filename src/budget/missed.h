/* missed.h - a number that does not lie in a ball. */
#ifndef PLUMB_BUDGET_MISSED_H
#define PLUMB_BUDGET_MISSED_H
#include "number/ball.h"

/* 0 says nothing. */
/*@ assigns \nothing;
    ensures misses: \result != 0 ==> !in_ball(a, x);
*/
int plumb_ball_misses(plumb_ball a, double x);
#endif
