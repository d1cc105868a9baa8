/* state_error.h - a bound of the error of a state, the sum over the keys of a feature, as an engine computes it
   (spec/budget.md, section 12). */
#ifndef PLUMB_BUDGET_STATE_ERROR_H
#define PLUMB_BUDGET_STATE_ERROR_H
#include "budget/model.h"
#include "spec/budget/linear.h"

/* The bound, the same for all features of a row. */
typedef struct {
    plumb_ball unit;    /* for each unit of the size of a state */
    plumb_ball of_keys; /* for each unit of the sizes of its keys */
    plumb_ball lost;    /* in any case */
} plumb_state_error;

/*@ predicate is_state_error(plumb_state_error e, seq u, seq t, integer c, integer k, real own, real own_tiny,
                             real sizes) =
      in_ball(e.unit, state_unit(u, k, own)) && in_ball(e.of_keys, state_of_keys(u, k, own_tiny)) &&
      in_ball(e.lost, state_lost(u, t, c, k, own, own_tiny, sizes)); */

/* Finds the bound.
   count          visible keys
   steps          most roundings of a key
   own, own_tiny  by how much the values themselves are rounded
   sizes          a ball around the sum of the sizes of the values */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: count <= PLUMB_MOST_ROUNDINGS && steps <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures error: \forall seq u, t, real e, f, s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      in_ball(own, e) && in_ball(own_tiny, f) && in_ball(sizes, s) ==>
      is_state_error(\result, u, t, count, steps, e, f, s);
*/
plumb_state_error plumb_state_error_of(const double *unit, const double *tiny, size_t count, size_t steps,
                                       plumb_ball own, plumb_ball own_tiny, plumb_ball sizes);
#endif
