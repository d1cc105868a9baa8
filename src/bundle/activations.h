/* activations.h - the lanes of each a_j of one score: what the column `activation` of src/problem/operators.def
   names. */
#ifndef PLUMB_BUNDLE_ACTIVATIONS_H
#define PLUMB_BUNDLE_ACTIVATIONS_H
#include "fast/elu.h"
#include "fast/lanes.h"
#include "fast/relu.h"
#include "fast/sigmoid.h"
#include <stddef.h>

/* a_j of a panel of scores. */
typedef void plumb_activation(const unsigned char *visible, double *mid, double *rad);

static inline void plumb_panel_identities(const unsigned char *visible, double *mid, double *rad) {
    plumb_lane_hide(mid, rad, 0.0, visible);
}

#define PLUMB_LANES_none NULL
#define PLUMB_LANES_sigmoid plumb_panel_sigmoids
#define PLUMB_LANES_elu plumb_panel_elus
#define PLUMB_LANES_relu plumb_panel_relus
#define PLUMB_LANES_squared_relu plumb_panel_squared_relus
#define PLUMB_LANES_identity plumb_panel_identities
#endif
