/* moved.h - how far a score is off whose vectors an engine has moved, each element off by itself (spec/budget.md,
   sections 9, 17 and 18). */
#ifndef PLUMB_BUDGET_MOVED_H
#define PLUMB_BUDGET_MOVED_H
#include "budget/score.h"
#include "spec/budget/biased.h"
#include "spec/budget/moved.h"

/* Sizes that no element of a vector exceeds, moved exactly or as computed, and by how much each is off [head_dim]. */
typedef struct {
    const double *size, *off;
} plumb_moved;

/*@ predicate reads_moved{L}(plumb_moved v, integer d) =
      \valid_read(v.size + (0 .. d - 1)) && \valid_read(v.off + (0 .. d - 1)); */
/* x is the vector p as an engine has moved it */
/*@ predicate moved_as{L}(plumb_moved v, seq x, seq p, integer d) = vector_moved(v.size, v.off, x, p, d); */

/* score is a ball around the exact one, scale p.k. */
/*@ requires reads: reads_moved(query, head_dim) && reads_moved(key, head_dim);
    assigns \nothing;
    ensures exact: \result.exact == score;
    ensures computed: \forall seq u, t, x, z, p, k, real s, y; is_score_error(error, u, t, head_dim, s) &&
      is_roundings(u, t) && bears_products(u, head_dim) && in_ball(scale, s) && moved_as(query, x, p, head_dim) &&
      moved_as(key, z, k, head_dim) && in_ball(score, rmul(s, dots(p, k, head_dim))) &&
      score_computed(u, t, s, x, z, head_dim, y) ==> computed_as(\result.exact, \result.off, y);
*/
plumb_computed plumb_moved_score(plumb_score_error error, plumb_moved query, plumb_moved key, size_t head_dim,
                                 plumb_ball scale, plumb_ball score);
#endif
