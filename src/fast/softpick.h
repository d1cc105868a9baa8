/* softpick.h - plumb_softpick of several rows. */
#ifndef PLUMB_FAST_SOFTPICK_H
#define PLUMB_FAST_SOFTPICK_H
#include "fast/planes.h"
#include "number/index.h"

/* As plumb_softpick of weight/softpick.h on each of the rows up to the last step: what is rectified takes the place of
   the scores, and the weights are its quotients by divisor[r], which plumb_panel_quotients makes.  No row sees a
   key from panel `panels` on, and there nothing is read or written. */
/*@ requires inside: planes.rows * planes.pitch <= PLUMB_MOST_ELEMENTS && panels * PLUMB_PANEL <= planes.pitch &&
                     planes.pitch <= PLUMB_MOST_ELEMENTS && planes.rows <= PLUMB_MOST_ELEMENTS;
    requires writes: has_planes(planes) && \valid(divisor + (0 .. planes.rows - 1));
    requires apart: planes_apart(planes, divisor, planes.rows);
    assigns planes.mid[0 .. planes.rows * planes.pitch - 1], planes.rad[0 .. planes.rows * planes.pitch - 1],
            divisor[0 .. planes.rows - 1];
*/
void plumb_fast_softpick(plumb_planes planes, size_t panels, double epsilon, plumb_ball *divisor);
#endif
