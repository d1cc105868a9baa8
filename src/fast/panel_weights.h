/* panel_weights.h - the weights of a panel of keys, as the weighted sums of fast/aggregate.h take them. */
#ifndef PLUMB_FAST_PANEL_WEIGHTS_H
#define PLUMB_FAST_PANEL_WEIGHTS_H
#include "fast/planes.h"
#include "number/index.h"
#include "number/sum.h"

#define PLUMB_PANEL_GROUPS (PLUMB_PANEL / PLUMB_WEIGHT_GROUP)

/* One row of each array for each row of a bundle.
   of       middles of the weights, 0 for hidden keys
   share    what a group of keys adds to the radius for a value of size 1, as in plumb_weighted_sum
   visible  0 for hidden keys
   width    keys up to the last visible one */
typedef struct {
    double of[PLUMB_BUNDLE_ROWS * PLUMB_PANEL] PLUMB_ALIGNED;
    double share[PLUMB_BUNDLE_ROWS * PLUMB_PANEL_GROUPS] PLUMB_ALIGNED;
    unsigned char visible[PLUMB_BUNDLE_ROWS * PLUMB_PANEL] PLUMB_ALIGNED;
    size_t width[PLUMB_BUNDLE_ROWS];
} plumb_panel_weights;

/* Takes the weights of one panel from planes.
   planes   the balls of the weights
   factor   [rows]: multiplies the weights of each row, with the bits of plumb_ball_multiply; NULL for none
   from     first key of the panel
   gamma    plumb_roundings_up(plumb_weight_depth(all keys))
   weights  result */
/*@ requires inside: planes.rows <= PLUMB_BUNDLE_ROWS && from + PLUMB_PANEL <= planes.pitch <= PLUMB_MOST_ELEMENTS &&
                     planes.rows * planes.pitch <= PLUMB_MOST_ELEMENTS;
    requires reads: has_planes(planes) && (factor == \null || \valid_read(factor + (0 .. planes.rows - 1)));
    requires writes: \valid(weights);
    requires apart: \separated(weights, planes.mid + (0 .. planes.rows * planes.pitch - 1)) &&
                    \separated(weights, planes.rad + (0 .. planes.rows * planes.pitch - 1)) &&
                    \separated(weights, planes.visible + (0 .. planes.rows * planes.pitch - 1));
    requires factor_apart: factor == \null || \separated(weights, factor + (0 .. planes.rows - 1));
    assigns *weights;
*/
void plumb_panel_weigh(plumb_planes planes, const plumb_ball *factor, size_t from, double gamma,
                       plumb_panel_weights *weights);

/* Completes one row whose middles are already in weights->of.
   visible  [PLUMB_PANEL]: 0 for hidden keys
   rad      [PLUMB_PANEL]: radii of the weights; radii and middles of hidden keys are 0
   gamma    plumb_roundings_up(plumb_weight_depth(all keys))
   r        the row */
/*@ requires inside: r < PLUMB_BUNDLE_ROWS;
    requires reads: \valid_read(visible + (0 .. PLUMB_PANEL - 1)) && \valid_read(rad + (0 .. PLUMB_PANEL - 1));
    requires writes: \valid(weights);
    requires apart: \separated(weights, visible + (0 .. PLUMB_PANEL - 1)) &&
                    \separated(weights, rad + (0 .. PLUMB_PANEL - 1));
    assigns *weights;
*/
void plumb_panel_weigh_row(const unsigned char *visible, const double *rad, double gamma, size_t r,
                           plumb_panel_weights *weights);
#endif
