/* activation.c - see activation.h. */
#include "budget/activation.h"
#include "budget/elu.h"
#include "budget/pull.h"
#include "budget/roundings.h"
#include "budget/widened.h"
#include "number/relu.h"
#include "number/sigmoid.h"

int plumb_maps_are_borne(const double *unit) {
    plumb_ball exponential = plumb_ball_subtract(plumb_ball_of(unit[PLUMB_STEP_EXPONENTIAL]), plumb_ball_of(1.0));
    /*@ assert exponential: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(exponential, el(u, 10) - 1.0); */
    return plumb_are_borne(unit, 4.0) && plumb_ball_is_negative(exponential);
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real x, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && bears_maps(u) && in_ball(a, x) && sigmoid_computed(u, t, x, y) ==> in_ball(\result, y);
*/
static plumb_ball sigmoid_of(const double *unit, const double *tiny, plumb_ball a) {
    plumb_ball argument = plumb_rounded_often(unit, tiny, 4.0, a);
    plumb_ball exponential = plumb_ball_gamma(1.0, plumb_ball_of(unit[PLUMB_STEP_EXPONENTIAL]));
    plumb_ball quotient = plumb_ball_sigmoid(plumb_ball_widened(argument, exponential));
    plumb_ball wide = plumb_ball_widened(quotient, plumb_ball_of(tiny[PLUMB_STEP_EXPONENT]));
    return plumb_rounded_often(unit, tiny, 4.0, wide);
}

/* elu(x), stored, and the 1 that is added. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real x, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(first, x) && elu_added(u, t, x, y) ==> in_ball(\result, y);
*/
static plumb_ball with_one(const double *unit, const double *tiny, plumb_ball first) {
    plumb_ball computed = plumb_rounded_often(unit, tiny, 2.0, first);
    plumb_ball stored = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_SCORE, computed);
    return plumb_rounded_often(unit, tiny, 2.0, plumb_ball_add(stored, plumb_ball_of(1.0)));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real x, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      is_roundings(u, t) && bears_maps(u) && in_ball(a, x) && elu_computed(u, t, x, y) ==> in_ball(\result, y);
*/
static plumb_ball elu_of(const double *unit, const double *tiny, plumb_ball a) {
    if (plumb_ball_is_negative(plumb_ball_negate(a)))
        return with_one(unit, tiny, a);
    return with_one(unit, tiny, plumb_elu_by_exponential(unit, tiny, a));
}

plumb_ball plumb_mapped_score(const double *unit, const double *tiny, plumb_map map, plumb_computed score) {
    plumb_ball x = plumb_ball_widened(score.exact, score.off);
    if (map == PLUMB_MAP_IDENTITY)
        return x;
    if (map == PLUMB_MAP_SIGMOID)
        return sigmoid_of(unit, tiny, x);
    if (map == PLUMB_MAP_ELU)
        return elu_of(unit, tiny, x);
    plumb_ball positive = plumb_ball_relu(x);
    if (map == PLUMB_MAP_RELU)
        return positive;
    if (map == PLUMB_MAP_SQUARED_RELU)
        return plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_EXPONENT, plumb_ball_multiply(positive, positive));
    return plumb_ball_unknown();
}
