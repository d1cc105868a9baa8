/* softmax.h - plumb_softmax and plumb_sink_softmax for several rows. */
#ifndef PLUMB_FAST_SOFTMAX_H
#define PLUMB_FAST_SOFTMAX_H
#include "fast/planes.h"
#include "fast/strides.h"
#include "number/index.h"

/* plumb_largest_score of the first `panels` panels of a row; mid, visible [panels * PLUMB_PANEL]. */
/*@ requires inside: panels * PLUMB_PANEL <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(mid + (0 .. panels * PLUMB_PANEL - 1)) &&
                    \valid_read(visible + (0 .. panels * PLUMB_PANEL - 1));
    assigns \nothing;
*/
double plumb_fast_largest(const double *mid, const unsigned char *visible, size_t panels);

/* plumb_softmax of each row, except for its last step: the weights are the products of the exponentials and inverse[r],
   which plumb_panel_multiply computes.
   planes   scores, which their exponentials replace
   panels   panels to read and write; no row sees a key beyond
   inverse  result, [rows]: inverse of the sum of exponentials */
/*@ requires inside: planes.rows * planes.pitch <= PLUMB_MOST_ELEMENTS && panels * PLUMB_PANEL <= planes.pitch &&
                     planes.pitch <= PLUMB_MOST_ELEMENTS && planes.rows <= PLUMB_MOST_ELEMENTS;
    requires writes: has_planes(planes) && \valid(inverse + (0 .. planes.rows - 1));
    requires apart: planes_apart(planes, inverse, planes.rows);
    assigns planes.mid[0 .. planes.rows * planes.pitch - 1], planes.rad[0 .. planes.rows * planes.pitch - 1],
            inverse[0 .. planes.rows - 1];
*/
void plumb_fast_softmax(plumb_planes planes, size_t panels, plumb_ball *inverse);

/* plumb_sink_softmax likewise.
   sink         [rows]: logit of each row's sink
   sink_weight  result, [rows]: weight of the sink */
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

/* The same inverses, from the sums of a row's exponentials by strides; `shift` was subtracted from the scores. */
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

/* Multiplies the balls of visible keys by `factor`, with the bits of plumb_ball_multiply, and sets the others to 0. */
/*@ requires reads: \valid_read(visible + (0 .. PLUMB_PANEL - 1));
    requires writes: writes_panel(mid, rad);
    requires apart: mask_apart(mid, rad, visible);
    assigns mid[0 .. PLUMB_PANEL - 1], rad[0 .. PLUMB_PANEL - 1];
*/
void plumb_panel_multiply(plumb_ball factor, const unsigned char *visible, double *mid, double *rad);
#endif
