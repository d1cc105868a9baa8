/* power_share.c - see power_share.h. */
#include "budget/power_share.h"
#include "number/exp.h"

/* 1 + x */
/*@ assigns \nothing;
    ensures encloses: \forall real x; in_ball(a, x) ==> in_ball(\result, 1.0 + x);
*/
static plumb_ball one_and(plumb_ball a) {
    return plumb_ball_add(plumb_ball_of(1.0), a);
}

/* The underflow of a sum of terms with this underflow each. */
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

/* The same for the sum as it is stored; `sum` is the unit of its roundings. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, real g, f; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(sum, g) && in_ball(each, f) ==>
      in_ball(\result, rmul(1.0 + el(u, 5), rmul(1.0 + g, f)) + el(t, 5));
*/
static plumb_ball stored(const double *unit, const double *tiny, plumb_ball sum, plumb_ball each) {
    plumb_ball grown = plumb_ball_multiply(one_and(sum), each);
    plumb_ball probability = one_and(plumb_ball_of(unit[PLUMB_STEP_PROBABILITY]));
    return plumb_ball_add(plumb_ball_multiply(probability, grown), plumb_ball_of(tiny[PLUMB_STEP_PROBABILITY]));
}

plumb_ball plumb_power_share(const double *unit, const double *tiny, size_t count, size_t steps, plumb_ball term,
                             plumb_ball each) {
    plumb_ball sum = plumb_ball_gamma(plumb_of_size(steps), plumb_ball_of(unit[PLUMB_STEP_ACCUMULATE]));
    /*@ assert sum: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(sum, gamma_up((real)steps, el(u, 6))); */
    plumb_ball of_sum = lost_of_sum(tiny, count, steps, each);
    plumb_ball lost = stored(unit, tiny, sum, of_sum);
    /*@ assert lost: \forall seq u, t, real f; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
          in_ball(each, f) ==> in_ball(lost, rmul(1.0 + el(u, 5), rmul(1.0 + gamma_up((real)steps, el(u, 6)),
            rmul((real)count, f) + rmul(2.0, rmul((real)steps, el(t, 6))))) + el(t, 5)); */
    plumb_ball relative = plumb_ball_joint(sum, plumb_ball_of(unit[PLUMB_STEP_PROBABILITY]));
    return plumb_ball_add(relative, plumb_ball_multiply(plumb_ball_exp(term), lost));
}
