/* pair_gradient.c - see pair_gradient.h. */
#include "budget/pair_gradient.h"
#include "budget/pull.h"
#include "budget/weight_by_lse.h"
#include "budget/widened.h"

/* A ball around the number as computed. */
/*@ assigns \nothing;
    ensures encloses: \forall real y; computed_as(computed.exact, computed.off, y) ==> in_ball(\result, y);
*/
static plumb_ball around(plumb_computed computed) {
    return plumb_ball_widened(computed.exact, computed.off);
}

plumb_ball plumb_pair_probability(const double *unit, const double *tiny, plumb_gradient_pair pair) {
    if (pair.saved)
        return pair.probability;
    return plumb_exponential_by_lse(unit, tiny, around(pair.score), pair.lse);
}

plumb_ball plumb_probability_gradient(const double *unit, const double *tiny, plumb_gradient_pair pair) {
    plumb_ball computed = around(pair.gradient);
    return pair.saved ? plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_PROBABILITY, computed) : computed;
}

/* 1 + x */
/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, 1.0 + x);
*/
static plumb_ball one_and(plumb_ball a) {
    return plumb_ball_add(plumb_ball_of(1.0), a);
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, elementwise_unit(u));
*/
static plumb_ball unit_of_element(const double *unit) {
    return plumb_ball_joint(plumb_ball_of(unit[PLUMB_STEP_EXPONENT]), plumb_ball_of(unit[PLUMB_STEP_SCORE]));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, difference_tiny(u, t));
*/
static plumb_ball tiny_of_difference(const double *unit, const double *tiny) {
    plumb_ball computed = plumb_ball_multiply(plumb_ball_of(tiny[PLUMB_STEP_EXPONENT]),
                                              one_and(plumb_ball_of(unit[PLUMB_STEP_SCORE])));
    plumb_ball element = plumb_ball_add(computed, plumb_ball_of(tiny[PLUMB_STEP_SCORE]));
    return plumb_ball_multiply(plumb_ball_of(4.0), plumb_ball_multiply(one_and(unit_of_element(unit)), element));
}

/* sizes: of dP, delta and the gradient in the log-sum-exp, together */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real p, g, d, l; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && in_ball(probability, p) && in_ball(sizes, g + d + l) ==>
      in_ball(\result, difference_off(u, t, p, g, d, l));
*/
static plumb_ball off_of_difference(const double *unit, const double *tiny, plumb_ball probability, plumb_ball sizes) {
    plumb_ball element = unit_of_element(unit);
    plumb_ball part = plumb_ball_multiply(plumb_ball_joint(element, element), plumb_ball_multiply(probability, sizes));
    return plumb_ball_add(part, plumb_ball_multiply(tiny_of_difference(unit, tiny), one_and(probability)));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real p, g, d, l, s; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && in_ball(probability, p) && in_ball(gradient, g) && in_ball(delta, d) &&
      in_ball(lse_grad, l) && difference_weighed(u, t, p, g, d, l, s) ==> in_ball(\result, s);
*/
static plumb_ball weighed_difference(const double *unit, const double *tiny, plumb_ball probability,
                                     plumb_ball gradient, plumb_ball delta, plumb_ball lse_grad) {
    plumb_ball difference = plumb_ball_add(plumb_ball_subtract(gradient, delta), lse_grad);
    plumb_ball sizes = plumb_ball_add(plumb_ball_add(plumb_ball_absolute(gradient), plumb_ball_absolute(delta)),
                                      plumb_ball_absolute(lse_grad));
    plumb_ball off = off_of_difference(unit, tiny, plumb_ball_absolute(probability), sizes);
    /*@ assert off: \forall seq u, t, real p, g, d, l; values(unit, u, PLUMB_STEPS) &&
          values(tiny, t, PLUMB_STEPS) && in_ball(probability, p) && in_ball(gradient, g) && in_ball(delta, d) &&
          in_ball(lse_grad, l) ==> in_ball(difference, g - d + l) &&
          in_ball(off, difference_off(u, t, \abs(p), \abs(g), \abs(d), \abs(l))); */
    return plumb_ball_widened(plumb_ball_multiply(probability, difference), off);
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real x, y; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(a, x) && element_stored(u, t, x, y) ==> in_ball(\result, y);
*/
static plumb_ball stored(const double *unit, const double *tiny, plumb_ball a) {
    return plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_SCORE,
                                 plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_EXPONENT, a));
}

/* dS before the softcap's slope. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real p, y, d, l, z; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && pair_probability(u, t, pair, p) &&
      probability_gradient(u, t, pair, y) && in_ball(pair.delta, d) && given(pair.lse_grad, l) &&
      score_gradient_computed(u, t, pair.stored, p, y, d, l, z) ==> in_ball(\result, z);
*/
static plumb_ball score_gradient(const double *unit, const double *tiny, plumb_gradient_pair pair) {
    plumb_ball probability = plumb_pair_probability(unit, tiny, pair);
    if (pair.stored)
        probability = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_PROBABILITY, probability);
    plumb_ball gradient = plumb_probability_gradient(unit, tiny, pair), lse_grad = plumb_ball_given(pair.lse_grad);
    return stored(unit, tiny, weighed_difference(unit, tiny, probability, gradient, pair.delta, lse_grad));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real y, f; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      computed_as(capped.exact, capped.off, y) && cap_slope_computed(u, t, cap, y, f) ==> in_ball(\result, f);
*/
static plumb_ball cap_slope(const double *unit, const double *tiny, double cap, plumb_computed capped) {
    plumb_ball divisor = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_INPUT, plumb_ball_given(cap));
    plumb_ball quotient = stored(unit, tiny, plumb_ball_divide(around(capped), divisor));
    plumb_ball square = stored(unit, tiny, plumb_ball_multiply(quotient, quotient));
    return stored(unit, tiny, plumb_ball_subtract(plumb_ball_of(1.0), square));
}

plumb_ball plumb_pair_gradient(const double *unit, const double *tiny, plumb_gradient_pair pair) {
    plumb_ball gradient = score_gradient(unit, tiny, pair);
    if (!pair.has_cap)
        return gradient;
    plumb_ball slope = cap_slope(unit, tiny, pair.cap, pair.capped);
    return stored(unit, tiny, plumb_ball_multiply(gradient, slope));
}
