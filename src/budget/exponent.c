/* exponent.c - see exponent.h. */
#include "budget/exponent.h"
#include "number/log.h"

plumb_ball plumb_shift_reach(const double *tiny) {
    plumb_ball ahead = plumb_ball_add(plumb_ball_of(6.0), plumb_ball_of(tiny[PLUMB_SHIFT_AHEAD]));
    return plumb_ball_add(ahead, plumb_ball_of(tiny[PLUMB_SHIFT_BEHIND]));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= keys <= PLUMB_MOST_ROUNDINGS && 0 <= rescalings <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real s; in_ball(size, s) && values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) ==> in_ball(\result, shift_off(u, t, keys, rescalings, s));
*/
static plumb_ball error_of_shift(const double *unit, const double *tiny, size_t keys,
                                 size_t rescalings, plumb_ball size) {
    plumb_ball exponent = plumb_ball_of(unit[PLUMB_STEP_EXPONENT]);
    plumb_ball log_keys = plumb_ball_log(plumb_ball_of(plumb_of_size(keys)));
    plumb_ball beyond = plumb_ball_subtract(plumb_shift_reach(tiny), plumb_ball_of(2.0));
    plumb_ball sizes = plumb_ball_add(size, beyond);
    plumb_ball scores = plumb_ball_multiply(plumb_ball_gamma(28.0, exponent), sizes);
    plumb_ball parts = plumb_ball_multiply(plumb_ball_gamma(12.0, exponent), log_keys);
    plumb_ball steps = plumb_ball_of(plumb_of_size(6 * rescalings + 32));
    plumb_ball underflow = plumb_ball_multiply(steps, plumb_ball_of(tiny[PLUMB_STEP_EXPONENT]));
    return plumb_ball_add(plumb_ball_add(scores, parts), underflow);
}

plumb_exponent_error plumb_exponent_error_of(const double *unit, const double *tiny, size_t keys,
                                             size_t rescalings, double size) {
    plumb_ball exponential = plumb_ball_of(unit[PLUMB_STEP_EXPONENTIAL]);
    plumb_ball rescaling = plumb_ball_of(unit[PLUMB_STEP_RESCALING]);
    plumb_exponent_error error;
    error.argument = plumb_ball_gamma(6.0, plumb_ball_of(unit[PLUMB_STEP_EXPONENT]));
    error.shifted = plumb_ball_of(unit[PLUMB_STEP_SHIFTED]);
    error.largest = plumb_ball_add(plumb_ball_of(size), plumb_shift_reach(tiny));
    error.shift = error_of_shift(unit, tiny, keys, rescalings, plumb_ball_of(size));
    error.exponentials =
        plumb_ball_add(plumb_ball_gamma(1.0, exponential),
                       plumb_ball_gamma(plumb_of_size(rescalings + 3), rescaling));
    return error;
}

/* The argument of exp. */
/*@ assigns \nothing;
    ensures encloses: \forall seq u, t, integer n, r, real size, d, s;
      is_exponent_error(error, u, t, n, r, size) && in_ball(off, d) && in_ball(score_size, s) ==>
      in_ball(\result, argument_off(u, t, n, r, size, d, s));
*/
static plumb_ball argument(plumb_exponent_error error, plumb_ball off, plumb_ball score_size) {
    plumb_ball sizes = plumb_ball_add(plumb_ball_add(score_size, off), error.largest);
    plumb_ball roundings = plumb_ball_add(off, plumb_ball_multiply(error.argument, sizes));
    return plumb_ball_add(roundings, error.shift);
}

plumb_ball plumb_exponent_off(plumb_exponent_error error, plumb_ball off, plumb_ball score_size) {
    plumb_ball taken = argument(error, off, score_size);
    plumb_ball sizes = plumb_ball_add(plumb_ball_add(score_size, error.largest), taken);
    plumb_ball stored = plumb_ball_add(taken, plumb_ball_multiply(error.shifted, sizes));
    return plumb_ball_add(stored, error.exponentials);
}
