/* states.h - the hidden states of one layer, measured beside its attention. */
#ifndef PLUMB_MEASURE_STATES_H
#define PLUMB_MEASURE_STATES_H
#include "measure/sink.h"
#include <stddef.h>

/* The activations and norms of a layer, already begun, from state [samples][tokens_in_case][width]; key is that of
   the question, at least 1.  -1 if memory is short. */
int plumb_states_measure(const double *state, size_t width, size_t key, plumb_sink_layer *layer);
#endif
