/* quotient.c - see quotient.h. */
#define PLUMB_OPEN_BALL
#include "number/quotient.h"
#include "spec/number/quotient.h"

int plumb_ball_is_zero(plumb_ball a) {
    return plumb_is_finite(a.mid) && plumb_is_finite(a.rad) && !plumb_less(a.mid, 0.0) &&
           !plumb_less(0.0, a.mid) && !plumb_less(0.0, a.rad);
}

plumb_ball plumb_ball_quotient(plumb_ball a, plumb_ball b) {
    plumb_ball quotient = plumb_ball_divide(a, b);
    if (plumb_is_finite(quotient.rad) && plumb_ball_is_zero(a))
        return plumb_ball_zero();
    return quotient;
}
