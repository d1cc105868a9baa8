/* infinity.h - level 0, like round.h: the only comparison with an infinity.

   Source: IEEE 754-2019, 5.11: -infinity is less than every finite number, NaN is not. */
#ifndef PLUMB_NUMBER_INFINITY_H
#define PLUMB_NUMBER_INFINITY_H
#include "number/round.h"

/*@ assigns \nothing;
    ensures value: \result != 0 <==> \is_minus_infinity(a);
*/
static inline int plumb_is_minus_infinity(double a) {
    return a < -PLUMB_LARGEST;
}
#endif
