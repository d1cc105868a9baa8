/* power_error.c - see power_error.h. */
#include "budget/power_error.h"
#include "budget/few.h"
#include "budget/power_share.h"
#include "budget/power_term.h"
#include "budget/products.h"
#include "number/log.h"

/* 1 if the bounds hold for the model. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires counts: steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures borne: \result != 0 ==> \forall seq u; values(unit, u, PLUMB_STEPS) ==> bears_power(u, steps);
*/
static int is_borne(const double *unit, size_t steps) {
    return plumb_are_few(unit, 3.0, PLUMB_STEP_SCORE) && plumb_are_few(unit, 12.0, PLUMB_STEP_EXPONENT) &&
           plumb_ball_is_below(plumb_ball_of(unit[PLUMB_STEP_PROBABILITY]), 1.0) &&
           plumb_ball_is_below(plumb_ball_of(unit[PLUMB_STEP_EXPONENTIAL]), 1.0) && plumb_sum_is_borne(unit, steps);
}

/* 1 if the error of an exponential changes its power little. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures gentle: \result != 0 ==> \forall seq u, t, real p, s; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && in_ball(power, p) && in_ball(size, s) ==> gentle_power(u, t, p, s);
*/
static int is_gentle(const double *unit, const double *tiny, plumb_ball power, plumb_ball size) {
    plumb_ball term = plumb_term_off(unit, tiny, power, plumb_ball_of(1.0), size);
    plumb_ball both = plumb_ball_add(term, plumb_power_lost(unit, tiny));
    return plumb_ball_is_below(plumb_ball_multiply(power, both), 0.5) &&
           plumb_ball_is_below(plumb_least_exponential(unit, tiny), 1.0) &&
           plumb_ball_is_below(plumb_power_relative(unit, tiny, power), 1.0);
}

/*@ assigns \nothing;
    ensures encloses: \forall real l, x; in_ball(term, l) && in_ball(share, x) ==>
      in_ball(\result, logarithm_off(l, x));
*/
static plumb_ball of_logarithm(plumb_ball term, plumb_ball share) {
    plumb_ball rest = plumb_ball_subtract(plumb_ball_of(1.0), share);
    return plumb_ball_add(term, plumb_ball_divide(share, rest));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: count <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real p, g; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(power, p) && in_ball(sum, g) ==> in_ball(\result, root_off(u, t, p, count, g));
*/
static plumb_ball of_root(const double *unit, const double *tiny, plumb_ball power, size_t count, plumb_ball sum) {
    plumb_ball inverse = plumb_ball_divide(plumb_ball_of(1.0), power);
    plumb_ball size = plumb_ball_add(plumb_ball_log(plumb_ball_of(plumb_of_size(count))), sum);
    plumb_ball own = plumb_ball_add(plumb_multiple_off(unit, tiny, power, inverse, size), plumb_stored_exponent(unit));
    return plumb_ball_add(plumb_ball_multiply(inverse, sum), own);
}

plumb_power_error plumb_power_error_of(const double *unit, const double *tiny, double power, size_t count,
                                       size_t steps, double size) {
    plumb_ball p = plumb_ball_of(power), s = plumb_ball_of(size), term = plumb_powered_off(unit, tiny, p, s);
    plumb_ball each = plumb_powered_lost(unit, tiny, p, term);
    plumb_ball share = plumb_power_share(unit, tiny, count, steps, term, each);
    plumb_ball sum = of_logarithm(term, share);
    plumb_power_error error;
    error.known = is_borne(unit, steps) && is_gentle(unit, tiny, p, s) && plumb_ball_is_below(share, 1.0);
    error.root = of_root(unit, tiny, p, count, sum);
    error.weight = plumb_ball_add(plumb_term_off(unit, tiny, p, plumb_ball_of(1.0), s), error.root);
    error.lost = plumb_power_lost(unit, tiny);
    /*@ assert parts: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
          in_ball(share, power_share_of(u, t, power, count, steps, size)) &&
          in_ball(sum, power_sum_off(u, t, power, count, steps, size)); */
    return error;
}
