/* power_rescaling.c - see power_rescaling.h. */
#include "budget/power_rescaling.h"
#include "budget/ends.h"
#include "budget/few.h"
#include "budget/multiplied.h"

/* k u / (1 - k u) of all roundings k u, where k need not be a double. */
/*@ assigns \nothing;
    ensures encloses: \forall real k, u; in_ball(all, rmul(k, u)) ==> in_ball(\result, gamma_up(k, u));
*/
static plumb_ball gamma_of(plumb_ball all) {
    return plumb_ball_divide(all, plumb_ball_subtract(plumb_ball_of(1.0), all));
}

/* Rescalings and one more. */
/*@ requires counts: 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    assigns \nothing;
    ensures encloses: in_ball(\result, (real)rescalings + 1.0);
*/
static plumb_ball once_more(size_t rescalings) {
    return plumb_ball_add(plumb_ball_of(plumb_of_size(rescalings)), plumb_ball_of(1.0));
}

/* The unit of all roundings of an exponential that others multiply, in its own format. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==>
      in_ball(\result, rmul(rescalings + 1.0, el(u, 10)));
*/
static plumb_ball own_roundings(const double *unit, size_t rescalings) {
    return plumb_ball_multiply(once_more(rescalings), plumb_ball_of(unit[PLUMB_STEP_EXPONENTIAL]));
}

/* The same in the format of rescalings, for factors or their powers. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    requires finite: \is_finite(power);
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==>
      in_ball(\result, rmul(rmul(1.0 + power, (real)rescalings), el(u, 11)));
*/
static plumb_ball factor_roundings(const double *unit, double power, size_t rescalings) {
    plumb_ball both = plumb_ball_add(plumb_ball_of(1.0), plumb_ball_of(power));
    plumb_ball count = plumb_ball_multiply(both, plumb_ball_of(plumb_of_size(rescalings)));
    //@ assert count: in_ball(count, rmul(1.0 + power, (real)rescalings));
    return plumb_ball_multiply(count, plumb_ball_of(unit[PLUMB_STEP_RESCALING]));
}

/* The underflow of as many operations. */
/*@ requires counts: 0 <= rescalings <= PLUMB_MOST_ROUNDINGS / 4;
    assigns \nothing;
    ensures above: \is_finite(\result) && \is_finite(tiny) ==> rmul(rescalings + 1.0, (real)tiny) <= \result;
*/
static double underflow(double tiny, size_t rescalings) {
    plumb_ball all = plumb_ball_multiply(once_more(rescalings), plumb_ball_of(tiny));
    //@ assert all: \is_finite(tiny) ==> in_ball(all, rmul(rescalings + 1.0, (real)tiny));
    return plumb_ball_top(all);
}

int plumb_widen_for_power_rescalings(const double *unit, const double *tiny, double power, size_t rescalings,
                                     double *wider, double *tinier) {
    plumb_ball own = own_roundings(unit, rescalings), factors = factor_roundings(unit, power, rescalings);
    int few = plumb_ball_is_below(own, 1.0) && plumb_ball_is_below(factors, 0.5);
    double exponential = plumb_ball_top(plumb_ball_joint(gamma_of(own), gamma_of(factors)));
    double stored = underflow(tiny[PLUMB_STEP_SCORE], rescalings);
    double argument = underflow(tiny[PLUMB_STEP_EXPONENT], rescalings);
    double summed = underflow(tiny[PLUMB_STEP_ACCUMULATE], 1);
    /*@ assert factors: few != 0 ==> \forall seq u; values(unit, u, PLUMB_STEPS) ==>
          bears_factors(u, power, rescalings); */
    /*@ assert exponential: \is_finite(exponential) ==> \forall seq u; values(unit, u, PLUMB_STEPS) ==>
          rescaled_unit(u, power, rescalings) <= exponential; */
    plumb_copy_model(unit, tiny, wider, tinier);
    wider[PLUMB_STEP_EXPONENTIAL] = exponential;
    tinier[PLUMB_STEP_SCORE] = stored;
    tinier[PLUMB_STEP_EXPONENT] = argument;
    tinier[PLUMB_STEP_ACCUMULATE] = summed;
    return few && plumb_is_finite(exponential) && plumb_is_finite(stored) && plumb_is_finite(argument) &&
           plumb_is_finite(summed) && plumb_are_roundings(wider, tinier);
}
