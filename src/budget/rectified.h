/* rectified.h - numerators and denominators of softpick, as an engine computes them from the differences e of a row:
   max(0, e) and |e| (spec/budget/softpick.h). */
#ifndef PLUMB_BUDGET_RECTIFIED_H
#define PLUMB_BUDGET_RECTIFIED_H
#include "budget/model.h"
#include "spec/budget/softpick.h"

/* Sets positive[j] to a ball around max(0, e) of each visible key; excess, visible, positive [keys]. */
/*@ requires reads: reads_visible(excess, visible, keys);
    requires writes: \valid(positive + (0 .. keys - 1));
    requires apart: apart_from_visible(positive, excess, visible, keys);
    assigns positive[0 .. keys - 1];
    ensures encloses: \forall seq e, p, subset m;
      \old(encloses_visible(excess, visible, e, m, keys)) && rectified_from(e, p, m, keys) ==>
      encloses_among(positive, p, m, keys);
*/
void plumb_rectify_excesses(const plumb_ball *excess, const unsigned char *visible, size_t keys, plumb_ball *positive);

/* Sets size[j] to a ball around |e| of each visible key; excess, visible, size [keys]. */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: reads_visible(excess, visible, keys);
    requires writes: \valid(size + (0 .. keys - 1));
    requires apart: apart_from_visible(size, excess, visible, keys) &&
                    \separated(size + (0 .. keys - 1), unit + (0 .. PLUMB_STEPS - 1)) &&
                    \separated(size + (0 .. keys - 1), tiny + (0 .. PLUMB_STEPS - 1));
    assigns size[0 .. keys - 1];
    ensures encloses: \forall seq u, t, e, a, subset m;
      \old(values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
           encloses_visible(excess, visible, e, m, keys)) &&
      sizes_from(u, t, e, a, m, keys) ==> encloses_among(size, a, m, keys);
*/
void plumb_size_excesses(const double *unit, const double *tiny, const plumb_ball *excess,
                         const unsigned char *visible, size_t keys, plumb_ball *size);
#endif
