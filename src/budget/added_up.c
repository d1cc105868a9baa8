/* added_up.c - see added_up.h. */
#include "budget/added_up.h"

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires count: steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==>
      in_ball(\result, gamma_up((real)steps, el(u, 6)));
*/
static plumb_ball sum_unit(const double *unit, size_t steps) {
    return plumb_ball_gamma(plumb_of_size(steps), plumb_ball_of(unit[PLUMB_STEP_ACCUMULATE]));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    requires count: steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, row_unit(u, steps));
*/
static plumb_ball row_unit(const double *unit, size_t steps) {
    return plumb_ball_joint(sum_unit(unit, steps), plumb_ball_of(unit[PLUMB_STEP_PROBABILITY]));
}

plumb_ball plumb_added_up_unit(const double *unit, size_t steps) {
    return plumb_ball_joint(plumb_ball_of(unit[PLUMB_STEP_PROBABILITY]), row_unit(unit, steps));
}

/* What is off by `off`, rounded: (1 + unit) off + tiny. */
/*@ assigns \nothing;
    ensures encloses: \forall real x, e; \is_finite(tiny) && in_ball(off, x) && in_ball(unit, e) ==>
      in_ball(\result, rmul(x, 1.0 + e) + tiny);
*/
static plumb_ball after(plumb_ball off, plumb_ball unit, double tiny) {
    plumb_ball grown = plumb_ball_multiply(off, plumb_ball_add(plumb_ball_of(1.0), unit));
    return plumb_ball_add(grown, plumb_ball_of(tiny));
}

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires count: steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures encloses: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, row_tiny(u, t, steps));
*/
static plumb_ball row_tiny(const double *unit, const double *tiny, size_t steps) {
    plumb_ball each = plumb_ball_of(tiny[PLUMB_STEP_ACCUMULATE]);
    plumb_ball all = plumb_ball_multiply(plumb_ball_of(2.0),
                                         plumb_ball_multiply(plumb_ball_of(plumb_of_size(steps)), each));
    /*@ assert all: \forall seq t; values(tiny, t, PLUMB_STEPS) ==>
          in_ball(all, rmul(2.0, rmul((real)steps, el(t, 6)))); */
    plumb_ball sum = plumb_ball_multiply(all, plumb_ball_add(plumb_ball_of(1.0), sum_unit(unit, steps)));
    return after(sum, plumb_ball_of(unit[PLUMB_STEP_PROBABILITY]), tiny[PLUMB_STEP_PROBABILITY]);
}

plumb_ball plumb_added_up_tiny(const double *unit, const double *tiny, size_t steps) {
    plumb_ball stored = plumb_ball_of(tiny[PLUMB_STEP_PROBABILITY]);
    plumb_ball grown = plumb_ball_multiply(stored, plumb_ball_add(plumb_ball_of(1.0), row_unit(unit, steps)));
    return plumb_ball_add(grown, row_tiny(unit, tiny, steps));
}
