/* power_error.c - see power_error.h. */
#include "budget/power_error.h"
#include "budget/products.h"
#include "budget/pull.h"
#include "budget/roundings.h"
#include "number/exp.h"
#include "number/power.h"

/* 1 + x */
/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, 1.0 + x);
*/
static plumb_ball one_and(plumb_ball a) {
    return plumb_ball_add(plumb_ball_of(1.0), a);
}

/* Are so many roundings in the format of a step less than the whole? */
/*@ requires step: 0 <= step < PLUMB_STEPS;
    requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires finite: \is_finite(count);
    assigns \nothing;
    ensures below: \result != 0 ==> \forall seq u; values(unit, u, PLUMB_STEPS) ==> rmul(count, el(u, step)) < 1.0;
*/
static int are_few(const double *unit, double count, size_t step) {
    plumb_ball all = plumb_ball_multiply(plumb_ball_of(count), plumb_ball_of(unit[step]));
    plumb_ball above = plumb_ball_subtract(all, plumb_ball_of(1.0));
    //@ assert above: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(above, rmul(count, el(u, step)) - 1.0);
    return plumb_ball_is_negative(above);
}

/* Can the bounds bear the model? */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires counts: steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures borne: \result != 0 ==> \forall seq u; values(unit, u, PLUMB_STEPS) ==> bears_power(u, steps);
*/
static int is_borne(const double *unit, size_t steps) {
    return are_few(unit, 3.0, PLUMB_STEP_SCORE) && are_few(unit, 12.0, PLUMB_STEP_EXPONENT) &&
           are_few(unit, 1.0, PLUMB_STEP_PROBABILITY) && are_few(unit, 1.0, PLUMB_STEP_EXPONENTIAL) &&
           plumb_sum_is_borne(unit, steps);
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real p; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(power, p) ==> in_ball(\result, power_relative(u, t, p));
*/
static plumb_ball relative(const double *unit, const double *tiny, plumb_ball power) {
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

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real p, f, x; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(power, p) && in_ball(factor, f) && in_ball(size, x) ==> in_ball(\result, multiple_off(u, t, p, f, x));
*/
static plumb_ball of_multiple(const double *unit, const double *tiny, plumb_ball power, plumb_ball factor,
                              plumb_ball size) {
    plumb_ball rounded = plumb_ball_multiply(relative(unit, tiny, power), plumb_ball_multiply(factor, size));
    return plumb_ball_add(rounded, plumb_ball_multiply(one_and(factor), underflow(tiny)));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, stored_exponent(u));
*/
static plumb_ball of_stores(const double *unit) {
    return plumb_ball_add(plumb_ball_gamma(1.0, plumb_ball_of(unit[PLUMB_STEP_EXPONENTIAL])),
                          plumb_ball_gamma(1.0, plumb_ball_of(unit[PLUMB_STEP_PROBABILITY])));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, power_lost(u, t));
*/
static plumb_ball lost(const double *unit, const double *tiny) {
    plumb_ball stored = one_and(plumb_ball_of(unit[PLUMB_STEP_PROBABILITY]));
    return plumb_ball_add(plumb_ball_multiply(stored, plumb_ball_of(tiny[PLUMB_STEP_EXPONENT])),
                          plumb_ball_of(tiny[PLUMB_STEP_PROBABILITY]));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real p, f, s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(power, p) && in_ball(factor, f) && in_ball(size, s) ==> in_ball(\result, term_off(u, t, p, f, s));
*/
static plumb_ball of_term(const double *unit, const double *tiny, plumb_ball power, plumb_ball factor,
                          plumb_ball size) {
    plumb_ball both = plumb_ball_multiply(plumb_ball_of(2.0), size);
    return plumb_ball_add(of_multiple(unit, tiny, power, factor, both), of_stores(unit));
}

/* Of a term of the sum: the exponent. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real p, s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(power, p) && in_ball(size, s) ==> in_ball(\result, powered_off(u, t, p, s));
*/
static plumb_ball of_powered(const double *unit, const double *tiny, plumb_ball power, plumb_ball size) {
    plumb_ball term = of_term(unit, tiny, power, plumb_ball_of(1.0), size);
    plumb_ball both = plumb_ball_add(plumb_ball_multiply(plumb_ball_of(2.0), size), term);
    plumb_ball largest = plumb_ball_add(plumb_ball_add(both, lost(unit, tiny)), plumb_ball_of(1.0));
    plumb_ball own = of_multiple(unit, tiny, power, power, largest);
    return plumb_ball_add(plumb_ball_add(plumb_ball_multiply(power, term), own), of_stores(unit));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, least_exponential(u, t));
*/
static plumb_ball least(const double *unit, const double *tiny) {
    return plumb_ball_multiply(plumb_ball_of(2.0), plumb_ball_maximum(lost(unit, tiny), plumb_ball_of(0x1p-900)));
}

/* What underflowed before a power was taken. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires finite: \is_finite(power);
    assigns \nothing;
    ensures encloses: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, least_power(u, t, power));
*/
static plumb_ball power_of_least(const double *unit, const double *tiny, double power) {
    if (plumb_less(1.0, power))
        return plumb_ball_multiply(plumb_ball_of(power), least(unit, tiny));
    return plumb_ball_power(least(unit, tiny), plumb_ball_of(power));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires finite: \is_finite(power);
    assigns \nothing;
    ensures encloses: \forall seq u, t, real s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(term, powered_off(u, t, power, s)) ==> in_ball(\result, powered_lost(u, t, power, s));
*/
static plumb_ball lost_of_powered(const double *unit, const double *tiny, double power, plumb_ball term) {
    plumb_ball small = plumb_ball_multiply(plumb_ball_exp(term), power_of_least(unit, tiny, power));
    return plumb_ball_add(small, lost(unit, tiny));
}

/* Is no number of the ball above the bound? */
/*@ requires finite: \is_finite(bound);
    assigns \nothing;
    ensures below: \result != 0 ==> \forall real x; in_ball(a, x) ==> x < bound;
*/
static int is_below(plumb_ball a, double bound) {
    plumb_ball above = plumb_ball_subtract(a, plumb_ball_of(bound));
    //@ assert above: \forall real x; in_ball(a, x) ==> in_ball(above, x - bound);
    return plumb_ball_is_negative(above);
}

/* Does a power feel little of what its exponential is off by? */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures gentle: \result != 0 ==> \forall seq u, t, real p, s; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) && in_ball(power, p) && in_ball(size, s) ==> gentle_power(u, t, p, s);
*/
static int is_gentle(const double *unit, const double *tiny, plumb_ball power, plumb_ball size) {
    plumb_ball both = plumb_ball_add(of_term(unit, tiny, power, plumb_ball_of(1.0), size), lost(unit, tiny));
    return is_below(plumb_ball_multiply(power, both), 0.5) && is_below(least(unit, tiny), 1.0) &&
           is_below(relative(unit, tiny, power), 1.0);
}

/* What underflows in a sum of terms that lose this each, before it is stored. */
/*@ requires model: \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: count <= PLUMB_MOST_ROUNDINGS && steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq t, real f; values(tiny, t, PLUMB_STEPS) && in_ball(each, f) ==>
      in_ball(\result, rmul((real)count, f) + rmul(2.0, rmul((real)steps, el(t, 6))));
*/
static plumb_ball lost_of_sum(const double *tiny, size_t count, size_t steps, plumb_ball each) {
    plumb_ball sum = plumb_ball_multiply(plumb_ball_of(plumb_of_size(steps)),
                                         plumb_ball_of(tiny[PLUMB_STEP_ACCUMULATE]));
    return plumb_ball_add(plumb_ball_multiply(plumb_ball_of(plumb_of_size(count)), each),
                          plumb_ball_multiply(plumb_ball_of(2.0), sum));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: count <= PLUMB_MOST_ROUNDINGS && steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real l, f; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(term, l) && in_ball(each, f) ==> in_ball(\result, power_share(u, t, count, steps, l, f));
*/
static plumb_ball share_of(const double *unit, const double *tiny, size_t count, size_t steps, plumb_ball term,
                           plumb_ball each) {
    plumb_ball sum = plumb_ball_gamma(plumb_of_size(steps), plumb_ball_of(unit[PLUMB_STEP_ACCUMULATE]));
    plumb_ball stored = plumb_ball_of(unit[PLUMB_STEP_PROBABILITY]);
    plumb_ball small = plumb_ball_multiply(one_and(sum), lost_of_sum(tiny, count, steps, each));
    plumb_ball all = plumb_ball_add(plumb_ball_multiply(one_and(stored), small),
                                    plumb_ball_of(tiny[PLUMB_STEP_PROBABILITY]));
    return plumb_ball_add(plumb_ball_joint(sum, stored), plumb_ball_multiply(plumb_ball_exp(term), all));
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
    plumb_ball own = plumb_ball_add(of_multiple(unit, tiny, power, inverse, size), of_stores(unit));
    return plumb_ball_add(plumb_ball_multiply(inverse, sum), own);
}

plumb_power_error plumb_power_error_of(const double *unit, const double *tiny, double power, size_t count,
                                       size_t steps, double size) {
    plumb_ball p = plumb_ball_of(power), s = plumb_ball_of(size), term = of_powered(unit, tiny, p, s);
    plumb_ball share = share_of(unit, tiny, count, steps, term, lost_of_powered(unit, tiny, power, term));
    plumb_ball sum = of_logarithm(term, share);
    plumb_power_error error;
    error.known = is_borne(unit, steps) && is_gentle(unit, tiny, p, s) && is_below(share, 1.0);
    error.root = of_root(unit, tiny, p, count, sum);
    error.weight = plumb_ball_add(of_term(unit, tiny, p, plumb_ball_of(1.0), s), error.root);
    error.lost = lost(unit, tiny);
    /*@ assert parts: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
          in_ball(share, power_share_of(u, t, power, count, steps, size)) &&
          in_ball(sum, power_sum_off(u, t, power, count, steps, size)); */
    return error;
}
