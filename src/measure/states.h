/* states.h - measures the hidden states of one layer. */
#ifndef PLUMB_MEASURE_STATES_H
#define PLUMB_MEASURE_STATES_H
#include "measure/sink.h"
#include <stddef.h>

/* Sets the activations and norms of a partly filled layer from state [samples][tokens_in_case][width]; key: that of the
   question, at least 1.  Returns 0, or -1 if there is not enough memory. */
int plumb_states_measure(const double *state, size_t width, size_t key, plumb_sink_layer *layer);
#endif
