/* score.h - how far a score as computed is from the exact one (spec/budget.md, section 3). */
#ifndef PLUMB_BUDGET_SCORE_H
#define PLUMB_BUDGET_SCORE_H
#include "budget/model.h"
#include "spec/budget/score.h"

/* What all keys of a row share. */
typedef struct {
    plumb_ball of_magnitude; /* for each unit of the sum of |query_c key_c| */
    plumb_ball of_sizes;     /* for each unit of the sum of |query_c| and of |key_c| */
    plumb_ball of_score;     /* for each unit of the score's size */
    plumb_ball of_nothing;   /* in any case */
} plumb_score_error;

/*@ predicate is_score_error(plumb_score_error e, seq u, seq t, integer d, real scale) =
      in_ball(e.of_magnitude, part_of_magnitude(u, t, d, \abs(scale), \max(1.0, \abs(scale)))) &&
      in_ball(e.of_sizes, part_of_sizes(u, t, d, \max(1.0, \abs(scale)))) &&
      in_ball(e.of_score, part_of_score(u)) &&
      in_ball(e.of_nothing, part_of_nothing(u, t, d, \max(1.0, \abs(scale)))); */

/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires counts: 0 <= head_dim <= PLUMB_MOST_ROUNDINGS;
    assigns \nothing;
    ensures parts: \forall seq u, t, real s;
      values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && in_ball(scale, s) ==>
      is_score_error(\result, u, t, head_dim, s);
*/
plumb_score_error plumb_score_error_of(const double *unit, const double *tiny, size_t head_dim, plumb_ball scale);

/* score is a ball around scale query.key; the answer one around the bound of its error. */
/*@ requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. head_dim - 1));
    assigns \nothing;
    ensures encloses: \forall seq u, t, q, k, real s;
      is_score_error(error, u, t, head_dim, s) && values(query, q, head_dim) && values(key, k, head_dim) &&
      in_ball(score, rmul(s, dots(q, k, head_dim))) ==>
      in_ball(\result, score_off(u, t, s, q, k, head_dim));
*/
plumb_ball plumb_score_off(plumb_score_error error, const double *query, const double *key, size_t head_dim,
                           plumb_ball score);
#endif
