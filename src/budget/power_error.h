/* power_error.h - bounds of the errors of the weights of a power softmax and of their divisor, as an engine computes
   them (spec/budget.md, section 15). */
#ifndef PLUMB_BUDGET_POWER_ERROR_H
#define PLUMB_BUDGET_POWER_ERROR_H
#include "budget/model.h"
#include "spec/budget/powered.h"

typedef struct {
    int known;         /* 0: the other members have no meaning */
    plumb_ball weight; /* of the exponent of a weight */
    plumb_ball root;   /* of the exponent of the divisor */
    plumb_ball lost;   /* the underflow of either */
} plumb_power_error;

/*@ predicate is_power_error(plumb_power_error e, seq u, seq t, real p, integer c, integer k, real size) =
      bears_power(u, k) && gentle_power(u, t, p, size) && power_share_of(u, t, p, c, k, size) < 1.0 &&
      in_ball(e.weight, power_weight_off(u, t, p, c, size, power_sum_off(u, t, p, c, k, size))) &&
      in_ball(e.root, root_off(u, t, p, c, power_sum_off(u, t, p, c, k, size))) &&
      in_ball(e.lost, power_lost(u, t)); */

/* Finds the bounds.
   count  visible keys
   steps  most roundings of a term
   size   bounds the sizes of all scores as computed */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: count <= PLUMB_MOST_ROUNDINGS && steps <= PLUMB_MOST_ROUNDINGS;
    requires finite: \is_finite(power) && \is_finite(size);
    assigns \nothing;
    ensures errors: \result.known != 0 ==> \forall seq u, t; values(unit, u, PLUMB_STEPS) &&
      values(tiny, t, PLUMB_STEPS) ==> is_power_error(\result, u, t, power, count, steps, size);
*/
plumb_power_error plumb_power_error_of(const double *unit, const double *tiny, double power, size_t count,
                                       size_t steps, double size);
#endif
