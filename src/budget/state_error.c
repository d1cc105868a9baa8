/* state_error.c - see state_error.h. */
#include "budget/state_error.h"
#include "budget/score_parts.h"

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires count: steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==>
      in_ball(\result, gamma_up((real)steps, el(u, 6)));
*/
static plumb_ball unit_of_sum(const double *unit, size_t steps) {
    return plumb_ball_gamma(plumb_of_size(steps), plumb_ball_of(unit[PLUMB_STEP_ACCUMULATE]));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, state_stores(u));
*/
static plumb_ball unit_of_stores(const double *unit) {
    return plumb_ball_joint(plumb_ball_of(unit[PLUMB_STEP_PROBABILITY]), plumb_ball_of(unit[PLUMB_STEP_OPERAND]));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires count: steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, state_gain(u, steps));
*/
static plumb_ball gain(const double *unit, size_t steps) {
    return plumb_ball_multiply(plumb_one_and(unit_of_stores(unit)), plumb_one_and(unit_of_sum(unit, steps)));
}

/* A bound of the underflow of the products of a state and of their sum. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: count <= PLUMB_MOST_ROUNDINGS && steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t, real e, f, s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(own, e) && in_ball(own_tiny, f) && in_ball(sizes, s) ==>
      in_ball(\result, rmul(operand_tiny(u, t), rmul(1.0 + e, s) + rmul((real)count, f))
                         + rmul(2.0, rmul((real)steps, el(t, 6))));
*/
static plumb_ball lost_of_sum(const double *unit, const double *tiny, size_t count, size_t steps, plumb_ball own,
                              plumb_ball own_tiny, plumb_ball sizes) {
    plumb_ball values_lost = plumb_ball_multiply(plumb_ball_of(plumb_of_size(count)), own_tiny);
    plumb_ball values = plumb_ball_add(plumb_ball_multiply(plumb_one_and(own), sizes), values_lost);
    plumb_ball sums = plumb_ball_multiply(plumb_ball_of(plumb_of_size(steps)),
                                          plumb_ball_of(tiny[PLUMB_STEP_ACCUMULATE]));
    return plumb_ball_add(plumb_ball_multiply(plumb_operand_tiny(unit, tiny), values),
                          plumb_ball_multiply(plumb_ball_of(2.0), sums));
}

/* A bound of the underflow of its stores. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, rmul(el(t, 5), 1.0 + el(u, 1)) + el(t, 1));
*/
static plumb_ball lost_of_stores(const double *unit, const double *tiny) {
    plumb_ball operand = plumb_one_and(plumb_ball_of(unit[PLUMB_STEP_OPERAND]));
    return plumb_ball_add(plumb_ball_multiply(plumb_ball_of(tiny[PLUMB_STEP_PROBABILITY]), operand),
                          plumb_ball_of(tiny[PLUMB_STEP_OPERAND]));
}

plumb_state_error plumb_state_error_of(const double *unit, const double *tiny, size_t count, size_t steps,
                                       plumb_ball own, plumb_ball own_tiny, plumb_ball sizes) {
    plumb_state_error error;
    plumb_ball operand = plumb_operand_unit(unit);
    error.unit = plumb_ball_joint(plumb_ball_joint(plumb_ball_joint(operand, own), unit_of_sum(unit, steps)),
                                  unit_of_stores(unit));
    error.of_keys = plumb_ball_multiply(gain(unit, steps), plumb_ball_multiply(plumb_one_and(operand), own_tiny));
    error.lost = plumb_ball_add(plumb_ball_multiply(gain(unit, steps), lost_of_sum(unit, tiny, count, steps, own,
                                                                                   own_tiny, sizes)),
                                lost_of_stores(unit, tiny));
    return error;
}
