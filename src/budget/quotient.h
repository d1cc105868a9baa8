/* quotient.h - is it certain that no quotient lies in a ball, from what is known of it times its divisor?

   A divisor may be 0 for all that is known of it, so nothing is divided. */
#ifndef PLUMB_BUDGET_QUOTIENT_H
#define PLUMB_BUDGET_QUOTIENT_H
#include "number/ball.h"

/*@ assigns \nothing;
    ensures excluded: \result != 0 ==> \forall real d, z;
      in_ball(divisor, d) && in_ball(product, rmul(z, d)) ==> !in_ball(quotient, z);
*/
int plumb_quotient_excluded(plumb_ball product, plumb_ball divisor, plumb_ball quotient);
#endif
