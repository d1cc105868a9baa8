/* power_softmax.h - plumb_power_softmax of several rows. */
#ifndef PLUMB_FAST_POWER_SOFTMAX_H
#define PLUMB_FAST_POWER_SOFTMAX_H
#include "fast/planes.h"
#include "number/index.h"

/* As plumb_power_softmax of weight/power_softmax.h on each of the rows up to the last step: the exponentials of the
   scores take their place, and the weights are their products with factor[r], which plumb_panel_multiply
   makes.  No row sees a key from panel `panels` on, and there nothing is read or written. */
/*@ requires inside: planes.rows * planes.pitch <= PLUMB_MOST_ELEMENTS && panels * PLUMB_PANEL <= planes.pitch &&
                     planes.pitch <= PLUMB_MOST_ELEMENTS && planes.rows <= PLUMB_MOST_ELEMENTS;
    requires writes: has_planes(planes) && \valid(factor + (0 .. planes.rows - 1));
    requires apart: planes_apart(planes, factor, planes.rows);
    assigns planes.mid[0 .. planes.rows * planes.pitch - 1], planes.rad[0 .. planes.rows * planes.pitch - 1],
            factor[0 .. planes.rows - 1];
*/
void plumb_fast_power_softmax(plumb_planes planes, size_t panels, double power, plumb_ball *factor);
#endif
