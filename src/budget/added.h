/* added.h - how large the elements of a vector are at most to which an engine has added the row of its position, and
   how far each is off (spec/budget.md, section 18). */
#ifndef PLUMB_BUDGET_ADDED_H
#define PLUMB_BUDGET_ADDED_H
#include "budget/model.h"
#include "budget/moved.h"
#include "spec/budget/added.h"

/* By how much each number of a row of sines and cosines is off whose angles are off by delta [dim / 2]: off [dim].
   unit: the model's (spec/budget/model.h).  0 says that nothing is known. */
/*@ requires pairs: dim % 2 == 0;
    requires layout: layout == PLUMB_SINUSOIDAL_CONCATENATED || layout == PLUMB_SINUSOIDAL_INTERLEAVED;
    requires reads: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(delta + (0 .. dim / 2 - 1));
    requires writes: \valid(off + (0 .. dim - 1));
    requires apart: \separated(off + (0 .. dim - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(off + (0 .. dim - 1), delta + (0 .. dim / 2 - 1));
    assigns off[0 .. dim - 1];
    ensures within: \result != 0 ==> \forall seq u, ds, turns, w, integer position;
      \old(values(unit, u, PLUMB_STEPS) && values(delta, ds, dim / 2)) &&
      sinusoid_computed(u, ds, turns, position, layout, dim / 2, w) ==>
      row_within(off, w, sinusoid(turns, position, layout, dim / 2), dim);
*/
int plumb_sinusoid_off(const double *unit, const double *delta, plumb_sinusoidal_layout layout, size_t dim,
                       double *off);

/* sum: x with the exact row; row_off: by how much an engine's row is off before it is stored; x, sum, row_off, size,
   off [dim].  0 says that nothing is known. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(sum + (0 .. dim - 1)) && \valid_read(row_off + (0 .. dim - 1)) &&
                    \valid_read(x + (0 .. dim - 1));
    requires writes: \valid(size + (0 .. dim - 1)) && \valid(off + (0 .. dim - 1));
    requires size_apart: \separated(size + (0 .. dim - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                         \separated(size + (0 .. dim - 1), tiny + (0 .. PLUMB_STEPS - 1)) &&
                         \separated(size + (0 .. dim - 1), sum + (0 .. dim - 1)) &&
                         \separated(size + (0 .. dim - 1), row_off + (0 .. dim - 1)) &&
                         \separated(size + (0 .. dim - 1), x + (0 .. dim - 1));
    requires off_apart: \separated(off + (0 .. dim - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                        \separated(off + (0 .. dim - 1), tiny + (0 .. PLUMB_STEPS - 1)) &&
                        \separated(off + (0 .. dim - 1), sum + (0 .. dim - 1)) &&
                        \separated(off + (0 .. dim - 1), row_off + (0 .. dim - 1)) &&
                        \separated(off + (0 .. dim - 1), x + (0 .. dim - 1));
    requires arrays_apart: \separated(size + (0 .. dim - 1), off + (0 .. dim - 1));
    assigns size[0 .. dim - 1], off[0 .. dim - 1];
    ensures moved: \result != 0 ==> \forall seq u, t, r, w, v, y;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) && encloses(sum, with_row(v, r), dim) &&
           row_within(row_off, w, r, dim) && values(x, v, dim)) && is_roundings(u, t) &&
      vector_added(u, t, w, v, y, dim) ==> vector_moved(size, off, y, with_row(v, r), dim);
*/
int plumb_added_vector(const double *unit, const double *tiny, const plumb_ball *sum, const double *row_off,
                       const double *x, size_t dim, double *size, double *off);
#endif
