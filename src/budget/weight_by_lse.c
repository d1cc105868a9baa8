/* weight_by_lse.c - see weight_by_lse.h. */
#include "budget/weight_by_lse.h"
#include "budget/elu.h"
#include "budget/widened.h"
#include "number/exp.h"

/* A ball around the argument of the exponential. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real y, l, a, b, c, d;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && in_ball(score, y) && in_ball(lse, l) &&
      rounded_in(u, t, 4, y, a) && rounded_in(u, t, 4, l, b) && rounded_often(u, t, 6.0, a - b, c) &&
      rounded_by(el(u, 9), el(t, 4), c, d) ==> in_ball(\result, d);
*/
static plumb_ball argument(const double *unit, const double *tiny, plumb_ball score, plumb_ball lse) {
    plumb_ball scored = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_EXPONENT, score);
    plumb_ball shift = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_EXPONENT, lse);
    plumb_ball difference = plumb_rounded_often(unit, tiny, 6.0, plumb_ball_subtract(scored, shift));
    return plumb_ball_rounded(plumb_ball_of(unit[PLUMB_STEP_SHIFTED]), plumb_ball_of(tiny[PLUMB_STEP_EXPONENT]),
                              difference);
}

plumb_ball plumb_exponential_by_lse(const double *unit, const double *tiny, plumb_ball score, plumb_ball lse) {
    plumb_ball power = plumb_ball_exp(argument(unit, tiny, score, lse));
    return plumb_ball_rounded(plumb_ball_of(unit[PLUMB_STEP_EXPONENTIAL]), plumb_ball_of(tiny[PLUMB_STEP_EXPONENT]),
                              power);
}

plumb_ball plumb_weight_by_lse(const double *unit, const double *tiny, plumb_ball score, plumb_ball lse) {
    plumb_ball computed = plumb_exponential_by_lse(unit, tiny, score, lse);
    plumb_ball probability = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_PROBABILITY, computed);
    plumb_ball result = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_OUTPUT, probability);
    return plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_TENSOR, result);
}
