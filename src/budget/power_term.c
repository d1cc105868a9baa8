/* power_term.c - see power_term.h. */
#include "budget/power_term.h"
#include "budget/roundings.h"
#include "number/power.h"

/* 1 + x */
/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, 1.0 + x);
*/
static plumb_ball one_and(plumb_ball a) {
    return plumb_ball_add(plumb_ball_of(1.0), a);
}

plumb_ball plumb_power_relative(const double *unit, const double *tiny, plumb_ball power) {
    plumb_ball stores = plumb_ball_gamma(3.0, plumb_ball_of(unit[PLUMB_STEP_SCORE]));
    plumb_ball given = plumb_ball_joint(plumb_ball_of(unit[PLUMB_STEP_INPUT]), stores);
    plumb_ball steps = plumb_ball_joint(plumb_ball_of(unit[PLUMB_STEP_SHIFTED]), plumb_several_unit(unit, 12.0));
    plumb_ball small = plumb_ball_divide(plumb_ball_of(tiny[PLUMB_STEP_INPUT]), power);
    return plumb_ball_add(plumb_ball_joint(given, steps), plumb_ball_multiply(plumb_ball_of(2.0), small));
}

/*@ requires model: \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq t; values(tiny, t, PLUMB_STEPS) ==> in_ball(\result, power_tiny(t));
*/
static plumb_ball underflow(const double *tiny) {
    plumb_ball steps = plumb_ball_multiply(plumb_ball_of(16.0), plumb_ball_of(tiny[PLUMB_STEP_EXPONENT]));
    return plumb_ball_add(steps, plumb_ball_multiply(plumb_ball_of(4.0), plumb_ball_of(tiny[PLUMB_STEP_SCORE])));
}

plumb_ball plumb_multiple_off(const double *unit, const double *tiny, plumb_ball power, plumb_ball factor,
                              plumb_ball size) {
    plumb_ball relative = plumb_power_relative(unit, tiny, power);
    plumb_ball rounded = plumb_ball_multiply(relative, plumb_ball_multiply(factor, size));
    return plumb_ball_add(rounded, plumb_ball_multiply(one_and(factor), underflow(tiny)));
}

plumb_ball plumb_stored_exponent(const double *unit) {
    return plumb_ball_add(plumb_ball_gamma(1.0, plumb_ball_of(unit[PLUMB_STEP_EXPONENTIAL])),
                          plumb_ball_gamma(1.0, plumb_ball_of(unit[PLUMB_STEP_PROBABILITY])));
}

plumb_ball plumb_power_lost(const double *unit, const double *tiny) {
    plumb_ball stored = one_and(plumb_ball_of(unit[PLUMB_STEP_PROBABILITY]));
    return plumb_ball_add(plumb_ball_multiply(stored, plumb_ball_of(tiny[PLUMB_STEP_EXPONENT])),
                          plumb_ball_of(tiny[PLUMB_STEP_PROBABILITY]));
}

plumb_ball plumb_term_off(const double *unit, const double *tiny, plumb_ball power, plumb_ball factor,
                          plumb_ball size) {
    plumb_ball both = plumb_ball_multiply(plumb_ball_of(2.0), size);
    return plumb_ball_add(plumb_multiple_off(unit, tiny, power, factor, both), plumb_stored_exponent(unit));
}

plumb_ball plumb_powered_off(const double *unit, const double *tiny, plumb_ball power, plumb_ball size) {
    plumb_ball term = plumb_term_off(unit, tiny, power, plumb_ball_of(1.0), size);
    plumb_ball both = plumb_ball_add(plumb_ball_multiply(plumb_ball_of(2.0), size), term);
    plumb_ball largest = plumb_ball_add(plumb_ball_add(both, plumb_power_lost(unit, tiny)), plumb_ball_of(1.0));
    plumb_ball own = plumb_multiple_off(unit, tiny, power, power, largest);
    return plumb_ball_add(plumb_ball_add(plumb_ball_multiply(power, term), own), plumb_stored_exponent(unit));
}

plumb_ball plumb_least_exponential(const double *unit, const double *tiny) {
    plumb_ball lost = plumb_ball_maximum(plumb_power_lost(unit, tiny), plumb_ball_of(0x1p-900));
    return plumb_ball_multiply(plumb_ball_of(2.0), lost);
}

/* The underflow before a power is computed. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real p; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(power, p) ==> in_ball(\result, least_power(u, t, p));
*/
static plumb_ball power_of_least(const double *unit, const double *tiny, plumb_ball power) {
    plumb_ball least = plumb_least_exponential(unit, tiny);
    return plumb_ball_maximum(plumb_ball_power(least, power), plumb_ball_multiply(power, least));
}

plumb_ball plumb_powered_lost(const double *unit, const double *tiny, plumb_ball power, plumb_ball term) {
    plumb_ball small = plumb_ball_multiply(plumb_ball_exp(term), power_of_least(unit, tiny, power));
    return plumb_ball_add(small, plumb_power_lost(unit, tiny));
}
