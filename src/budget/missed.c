/* missed.c - see missed.h. */
#include "budget/missed.h"
#include "budget/pull.h"

int plumb_ball_misses(plumb_ball a, double x) {
    plumb_ball above = plumb_ball_subtract(plumb_ball_given(x), a);
    //@ assert above: \forall real y; in_ball(a, y) ==> given(x, (real)x) && in_ball(above, x - y);
    return plumb_ball_is_negative(above) || plumb_ball_is_negative(plumb_ball_negate(above));
}
