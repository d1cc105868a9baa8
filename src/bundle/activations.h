/* activations.h - the activations in lanes, and their derivatives: the functions that the column `activation` of
   src/problem/operators.def names. */
#ifndef PLUMB_BUNDLE_ACTIVATIONS_H
#define PLUMB_BUNDLE_ACTIVATIONS_H
#include "fast/elu.h"
#include "fast/lanes.h"
#include "fast/relu.h"
#include "fast/sigmoid.h"
#include "gradient/map_gradient.h"
#include <stdbool.h>
#include <stddef.h>

/* Replaces a panel of scores by its a_j. */
typedef void plumb_activation(const unsigned char *visible, double *mid, double *rad);

static inline void plumb_panel_identities(const unsigned char *visible, double *mid, double *rad) {
    plumb_lane_hide(mid, rad, 0.0, visible);
}

/* The derivative of an a_j by its score, as a function of a_j, or of the score. */
typedef struct {
    plumb_ball (*slope)(plumb_ball of);
    bool of_score;
} plumb_activation_slope;

static inline plumb_ball plumb_identity_slope(plumb_ball score) {
    (void)score;
    return plumb_ball_of(1.0);
}

#define PLUMB_SLOPE_none {NULL, false}
#define PLUMB_SLOPE_sigmoid {plumb_sigmoid_slope, false}
#define PLUMB_SLOPE_elu {plumb_elu_slope, false}
#define PLUMB_SLOPE_relu {plumb_relu_slope, true}
#define PLUMB_SLOPE_squared_relu {plumb_squared_relu_slope, true}
#define PLUMB_SLOPE_identity {plumb_identity_slope, true}

#define PLUMB_LANES_none NULL
#define PLUMB_LANES_sigmoid plumb_panel_sigmoids
#define PLUMB_LANES_elu plumb_panel_elus
#define PLUMB_LANES_relu plumb_panel_relus
#define PLUMB_LANES_squared_relu plumb_panel_squared_relus
#define PLUMB_LANES_identity plumb_panel_identities
#endif
