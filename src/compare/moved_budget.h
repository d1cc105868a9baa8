/* moved_budget.h - queries and keys that a position has moved, and what rounding can do to them
   (spec/budget.md, sections 17 and 18). */
#ifndef PLUMB_COMPARE_MOVED_BUDGET_H
#define PLUMB_COMPARE_MOVED_BUDGET_H
#include "case/storage.h"
#include "compare/angle_budget.h"
#include "precision/precision.h"
#include "number/ball.h"
#include "problem/problem.h"

typedef struct {
    const plumb_problem *problem;
    const plumb_precision *precision;
    plumb_frequency_budget *frequency; /* [head_dim / 2]; NULL where there are no angles */
} plumb_moved_budget;

plumb_moved_budget plumb_moved_budget_of(const plumb_problem *problem, const plumb_precision *precision,
                                         plumb_room *room);

/* How many pairs are turned by computed angles. */
size_t plumb_turning_pairs(const plumb_problem *problem);

/* How many roundings the multiplier of a rotation takes by its rule; none where it is 1. */
size_t plumb_multiplier_roundings(plumb_ball multiplier);

/* x [head_dim] as given, moved [head_dim] its enclosure after the move to `position`, multiplier that
   of the rotation.  error [head_dim] bounds how far the computed elements are from the middles and
   from the exact ones; rounding [head_dim] is the part of it that is single roundings. */
void plumb_moved_errors(const plumb_moved_budget *budget, const double *x, int64_t position, plumb_ball multiplier,
                        const plumb_ball *moved, double *error, double *rounding);

/* norm [rope.dim / 2]: upper bounds of the lengths of the pairs of x, multiplied; of vectors that are
   rotated by computed angles. */
void plumb_moved_norms(const plumb_moved_budget *budget, const double *x, plumb_ball multiplier, double *norm);

/* Tensors between two steps are kept in the coarser of what the model's inputs and outputs are. */
plumb_rounding plumb_tensor_rounding(const plumb_precision *precision);
#endif
