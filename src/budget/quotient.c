/* quotient.c - see quotient.h. */
#include "budget/quotient.h"
#include "budget/pull.h"
#include "budget/stored.h"

/* Is each number of one ball below each of the other? */
/*@ assigns \nothing;
    ensures below: \result != 0 ==> \forall real x, y; in_ball(a, x) && in_ball(b, y) ==> x < y;
*/
static int is_below(plumb_ball a, plumb_ball b) {
    plumb_ball difference = plumb_ball_subtract(a, b);
    //@ assert difference: \forall real x, y; in_ball(a, x) && in_ball(b, y) ==> in_ball(difference, x - y);
    return plumb_ball_is_negative(difference);
}

int plumb_quotient_excluded(const double *unit, const double *tiny, plumb_ball computed, plumb_ball divisor,
                            double number) {
    if (!plumb_is_finite(number) || !plumb_stores_are_borne(unit))
        return 0;
    plumb_ball product = plumb_ball_multiply(plumb_before_stores(unit, tiny, number), divisor);
    /*@ assert product: \forall seq u, t, real d, z; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          is_roundings(u, t) && stored_as(u, t, z, number) && in_ball(divisor, d) ==> in_ball(product, rmul(z, d)); */
    return is_below(computed, product) || is_below(product, computed);
}
