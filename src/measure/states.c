/* states.c - see states.h. */
#include "measure/states.h"
#include "measure/norm.h"
#include <stdlib.h>

int plumb_states_measure(const double *state, size_t width, size_t key, plumb_sink_layer *layer) {
    layer->activations = calloc(layer->samples, sizeof *layer->activations);
    layer->state_norm = calloc(layer->samples * layer->tokens, sizeof *layer->state_norm);
    int failed = layer->activations == NULL || layer->state_norm == NULL;
    for (size_t b = 0; b < layer->samples && !failed; b++) {
        const double *sample = state + b * layer->tokens_in_case * width;
        failed = plumb_activations_measure(sample, layer->tokens, width, key - 1, &layer->activations[b]);
        for (size_t t = 0; t < layer->tokens; t++)
            layer->state_norm[b * layer->tokens + t] = plumb_norm(sample + t * width, width);
    }
    return failed ? -1 : 0;
}
