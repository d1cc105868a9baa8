/* gradient_overflow.h - which step of a backward pass may overflow before its last one, which the size of the gradient
   itself tells.  The bounds are coarse and not proved, as those of spec/budget.md, section 23:

       scores                         max(1, scale log2 e) |q| |k| + |bias|, the largest of each, q and k as moved
       gradients in weights and scores  2 max |G| max |v| + max |l|, at most once the scale
       sums over rows or keys         those, times the number of terms and the largest vector, and turned back
       slopes and tables              those, times the number of pairs; of slopes the largest distance, too */
#ifndef PLUMB_THEOREM_GRADIENT_OVERFLOW_H
#define PLUMB_THEOREM_GRADIENT_OVERFLOW_H
#include "precision/precision.h"
#include "problem/problem.h"
#include "theorem/overflow_step.h"

/* of_positions: for the gradients of slopes or tables, which the problem has.  Some step may overflow if there is not
   enough memory. */
plumb_overflow plumb_overflow_of_gradients(const plumb_problem *problem, const plumb_precision *precision,
                                           bool of_positions);
#endif
