/* divisor.c - see divisor.h. */
#include "budget/divisor.h"
#include "budget/pull.h"
#include "budget/widened.h"

/* A sum of two numbers. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real x, y, a; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(sum, x) && in_ball(term, y) && sum_stored(u, t, x, y, a) ==> in_ball(\result, a);
*/
static plumb_ball added(const double *unit, const double *tiny, plumb_ball sum, plumb_ball term) {
    plumb_ball both = plumb_ball_add(sum, term);
    plumb_ball size = plumb_ball_maximum(plumb_ball_absolute(sum), plumb_ball_absolute(both));
    plumb_ball part = plumb_ball_multiply(plumb_ball_of(unit[PLUMB_STEP_PROBABILITY]), size);
    return plumb_ball_widened(both, plumb_ball_add(part, plumb_ball_of(tiny[PLUMB_STEP_PROBABILITY])));
}

plumb_ball plumb_with_epsilon(const double *unit, const double *tiny, plumb_ball epsilon, plumb_ball sum) {
    plumb_ball given = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_INPUT, epsilon);
    plumb_ball stored_epsilon = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_PROBABILITY, given);
    plumb_ball both = added(unit, tiny, sum, stored_epsilon);
    plumb_ball once = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_ACCUMULATE, both);
    plumb_ball twice = plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_ACCUMULATE, once);
    return plumb_ball_rounded_in(unit, tiny, PLUMB_STEP_PROBABILITY, twice);
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires count: keys <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, real d; values(unit, u, PLUMB_STEPS) &&
      rounded_by(el(u, 4), 0.0, (real)keys, d) ==> in_ball(\result, d);
*/
static plumb_ball of_length(const double *unit, size_t keys) {
    return plumb_ball_rounded(plumb_ball_of(unit[PLUMB_STEP_EXPONENT]), plumb_ball_zero(),
                              plumb_ball_of(plumb_of_size(keys)));
}

plumb_ball plumb_divisor_from(const double *unit, const double *tiny, plumb_division division, double epsilon,
                              size_t keys, plumb_ball sum) {
    plumb_ball one = plumb_ball_of(1.0);
    if (division == PLUMB_DIVIDED_BY_NOTHING)
        return one;
    if (division == PLUMB_DIVIDED_BY_LENGTH)
        return of_length(unit, keys);
    if (division == PLUMB_DIVIDED_BY_AT_LEAST_ONE)
        return plumb_ball_maximum(plumb_ball_absolute(plumb_with_epsilon(unit, tiny, plumb_ball_zero(), sum)), one);
    return plumb_with_epsilon(unit, tiny, plumb_ball_of(epsilon), sum);
}
