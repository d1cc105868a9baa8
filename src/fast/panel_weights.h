/* panel_weights.h - the weights of a panel of keys, side by side and ready to be summed. */
#ifndef PLUMB_FAST_PANEL_WEIGHTS_H
#define PLUMB_FAST_PANEL_WEIGHTS_H
#include "fast/planes.h"
#include "number/index.h"
#include "number/sum.h"

#define PLUMB_PANEL_GROUPS (PLUMB_PANEL / PLUMB_WEIGHT_GROUP)

/* Of each row the middles, 0 where it does not see the key; what its groups add to the radii, as
   plumb_weighted_sum has it; which keys it sees; and how many there are up to the last of these. */
typedef struct {
    double of[PLUMB_BUNDLE_ROWS * PLUMB_PANEL] PLUMB_ALIGNED;
    double share[PLUMB_BUNDLE_ROWS * PLUMB_PANEL_GROUPS] PLUMB_ALIGNED;
    unsigned char seen[PLUMB_BUNDLE_ROWS * PLUMB_PANEL] PLUMB_ALIGNED;
    size_t width[PLUMB_BUNDLE_ROWS];
} plumb_panel_weights;

/* Of the keys from `from` on: what the planes hold, or with factor [rows] its products with the factor of each
   row, as plumb_ball_multiply has them; gamma = plumb_roundings_up(plumb_weight_depth(all keys)). */
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

/* Of row r the middles weights->of, which are there already, and their radii; both are 0 where nothing is seen. */
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
