/* factor.c - see factor.h. */
#include "budget/factor.h"
#include "budget/pull.h"

plumb_ball plumb_ball_before_factor(plumb_ball product, plumb_ball factor) {
    if (!plumb_ball_is_negative(plumb_ball_negate(factor)))
        return plumb_ball_unknown();
    return plumb_ball_divide(product, factor);
}
