/* few.c - see few.h. */
#include "budget/few.h"
#include "budget/pull.h"

int plumb_ball_is_below(plumb_ball a, double bound) {
    plumb_ball above = plumb_ball_subtract(a, plumb_ball_of(bound));
    //@ assert above: \forall real x; in_ball(a, x) ==> in_ball(above, x - bound);
    return plumb_ball_is_negative(above);
}

int plumb_are_few(const double *unit, double count, size_t step) {
    return plumb_ball_is_below(plumb_ball_multiply(plumb_ball_of(count), plumb_ball_of(unit[step])), 1.0);
}
