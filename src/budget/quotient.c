/* quotient.c - see quotient.h. */
#include "budget/quotient.h"
#include "budget/pull.h"

/* Is each number of one ball below each of the other? */
/*@ assigns \nothing;
    ensures below: \result != 0 ==> \forall real x, y; in_ball(a, x) && in_ball(b, y) ==> x < y;
*/
static int is_below(plumb_ball a, plumb_ball b) {
    plumb_ball difference = plumb_ball_subtract(a, b);
    //@ assert difference: \forall real x, y; in_ball(a, x) && in_ball(b, y) ==> in_ball(difference, x - y);
    return plumb_ball_is_negative(difference);
}

int plumb_quotient_excluded(plumb_ball product, plumb_ball divisor, plumb_ball quotient) {
    plumb_ball any = plumb_ball_multiply(quotient, divisor);
    return is_below(product, any) || is_below(any, product);
}
