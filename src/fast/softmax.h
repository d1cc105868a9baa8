/* softmax.h - plumb_softmax and plumb_sink_softmax of several rows. */
#ifndef PLUMB_FAST_SOFTMAX_H
#define PLUMB_FAST_SOFTMAX_H
#include "fast/planes.h"
#include "fast/strides.h"
#include "number/index.h"

/* As plumb_largest_score, of the first so many panels of a row. */
/*@ requires inside: panels * PLUMB_PANEL <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(mid + (0 .. panels * PLUMB_PANEL - 1)) &&
                    \valid_read(visible + (0 .. panels * PLUMB_PANEL - 1));
    assigns \nothing;
*/
double plumb_fast_largest(const double *mid, const unsigned char *visible, size_t panels);

/* As plumb_softmax of weight/softmax.h on each of the rows up to the last step: the exponentials of the
   scores take their place, and the weights are their products with inverse[r], which
   plumb_panel_multiply makes.  No row sees a key from panel `panels` on, and there nothing is read or
   written. */
/*@ requires inside: planes.rows * planes.pitch <= PLUMB_MOST_ELEMENTS && panels * PLUMB_PANEL <= planes.pitch &&
                     planes.pitch <= PLUMB_MOST_ELEMENTS && planes.rows <= PLUMB_MOST_ELEMENTS;
    requires writes: has_planes(planes) && \valid(inverse + (0 .. planes.rows - 1));
    requires apart: planes_apart(planes, inverse, planes.rows);
    assigns planes.mid[0 .. planes.rows * planes.pitch - 1], planes.rad[0 .. planes.rows * planes.pitch - 1],
            inverse[0 .. planes.rows - 1];
*/
void plumb_fast_softmax(plumb_planes planes, size_t panels, plumb_ball *inverse);

/* As plumb_sink_softmax of weight/sink_softmax.h likewise, each row with the sink of its own; sink_weight[r]
   is what that takes. */
/*@ requires inside: planes.rows * planes.pitch <= PLUMB_MOST_ELEMENTS && panels * PLUMB_PANEL <= planes.pitch &&
                     planes.pitch <= PLUMB_MOST_ELEMENTS && planes.rows <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(sink + (0 .. planes.rows - 1));
    requires writes: has_planes(planes) && \valid(inverse + (0 .. planes.rows - 1)) &&
                     \valid(sink_weight + (0 .. planes.rows - 1));
    requires apart: planes_apart(planes, inverse, planes.rows) && planes_apart(planes, sink_weight, planes.rows) &&
                    planes_apart(planes, sink, planes.rows) &&
                    \separated(inverse + (0 .. planes.rows - 1), sink_weight + (0 .. planes.rows - 1),
                               sink + (0 .. planes.rows - 1));
    assigns planes.mid[0 .. planes.rows * planes.pitch - 1], planes.rad[0 .. planes.rows * planes.pitch - 1],
            inverse[0 .. planes.rows - 1], sink_weight[0 .. planes.rows - 1];
*/
void plumb_fast_sink_softmax(plumb_planes planes, size_t panels, const plumb_ball *sink, plumb_ball *inverse,
                             plumb_ball *sink_weight);

/* The ends of the two for a row whose exponentials' strides are known.  The shift of the second is what was
   subtracted from its scores. */
/*@ requires reads: \valid_read(strides);
    assigns \nothing;
*/
plumb_ball plumb_softmax_inverse(const plumb_strides *strides);

/*@ requires reads: \valid_read(strides);
    requires writes: \valid(sink_weight);
    requires apart: \separated(strides, sink_weight);
    assigns *sink_weight;
*/
plumb_ball plumb_sink_softmax_inverse(const plumb_strides *strides, plumb_ball sink, double shift,
                                      plumb_ball *sink_weight);

/* The ball of each visible lane becomes plumb_ball_multiply(it, factor), 0 elsewhere. */
/*@ requires reads: \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: writes_panel(mid, rad);
    requires apart: mask_apart(mid, rad, visible);
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
void plumb_panel_multiply(plumb_ball factor, const unsigned char *visible, double *mid, double *rad);
#endif
