/* relative_error.h - what scores of keys to which vectors of relative positions are added are off by, for a whole row
   (spec/budget.md, section 20). */
#ifndef PLUMB_BUDGET_RELATIVE_ERROR_H
#define PLUMB_BUDGET_RELATIVE_ERROR_H
#include "budget/score.h"
#include "spec/budget/relative.h"

/* What all keys of a row share. */
typedef struct {
    plumb_score_error score;              /* of a product of two vectors */
    plumb_ball formed_unit, formed_tiny;  /* of an element of a key that is formed */
    plumb_ball sum_unit, sum_tiny;        /* of the sum of two scores */
    plumb_ball scale_size;
} plumb_relative_error;

/*@ predicate is_relative_error(plumb_relative_error e, seq u, seq t, integer d, real scale) =
      is_score_error(e.score, u, t, d, scale) && in_ball(e.formed_unit, formed_unit(u)) &&
      in_ball(e.formed_tiny, formed_tiny(u, t)) && in_ball(e.sum_unit, joint(el(u, 4), el(u, 3))) &&
      in_ball(e.sum_tiny, tiny_of_sum(u, t) + underflow_of_products(u, t, \max(1.0, \abs(scale)))) &&
      in_ball(e.scale_size, \abs(scale)); */

/* What an element of a key that is formed is off by: a part of the sizes of both, and what underflows. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u; values(unit, u, PLUMB_STEPS) ==> in_ball(\result, formed_unit(u));
*/
plumb_ball plumb_formed_unit(const double *unit);

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) ==>
      in_ball(\result, formed_tiny(u, t));
*/
plumb_ball plumb_formed_tiny(const double *unit, const double *tiny);

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= head_dim <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures parts: \forall seq u, t, real s;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && in_ball(scale, s) ==>
      is_relative_error(\result, u, t, head_dim, s);
*/
plumb_relative_error plumb_relative_error_of(const double *unit, const double *tiny, size_t head_dim,
                                             plumb_ball scale);
#endif
