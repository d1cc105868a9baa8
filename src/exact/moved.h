/* moved.h - the vectors of queries and keys, moved to their positions (spec/positions.md, sections 1
   and 2): a learned row or sines and cosines are added, or pairs of elements are rotated. */
#ifndef PLUMB_EXACT_MOVED_H
#define PLUMB_EXACT_MOVED_H
#include "problem/problem.h"
#include "problem/arb.h"

/* What all positions of a problem share. */
typedef struct {
    const plumb_problem *problem;
    slong precision;
    arb_ptr frequency; /* [frequencies] by which angles grow with the position */
    size_t frequencies;
    arb_t multiplier; /* mu, of a rotation */
} plumb_exact_movement;

void plumb_exact_movement_init(plumb_exact_movement *movement, const plumb_problem *problem, slong precision);
void plumb_exact_movement_clear(plumb_exact_movement *movement);

/* What the query at that point is multiplied by after it was moved. */
void plumb_exact_temperature(arb_t factor, const plumb_problem *problem, plumb_point point, slong precision);

/* vector [head_dim] at that point.  Indeterminate where a table has no row for it. */
void plumb_exact_move(arb_ptr vector, const plumb_exact_movement *movement, plumb_point point);

/* gradient [head_dim] in the moved vector becomes that in the vector as it was given (spec/gradient.md, section 3). */
void plumb_exact_move_gradient(arb_ptr gradient, const plumb_exact_movement *movement, plumb_point point);
#endif
