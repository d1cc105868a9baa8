/* hidden.h - the hidden states of several layers from one .npy file. */
#ifndef PLUMB_MEASURE_HIDDEN_H
#define PLUMB_MEASURE_HIDDEN_H
#include "base/error.h"
#include "measure/sink.h"
#include <stdbool.h>
#include <stddef.h>

/* An array [layers,batch,length,width]; for one layer also [batch,length,width], and for one sample of it
   [length,width].  Its numbers need not be finite. */
typedef struct {
    const char *source;
    size_t layers, batch, length, width;
    double *state; /* [layers][batch][length][width]; NULL: none were read */
} plumb_hidden;

/* bfloat16: '<u2' arrays hold bfloat16 bit patterns. */
int plumb_hidden_read(const char *path, bool bfloat16, plumb_hidden *hidden, plumb_error *error);
void plumb_hidden_free(plumb_hidden *hidden);

/* Sets layer->activations of an already measured layer from the states of layer `index`. */
int plumb_hidden_measure(const plumb_hidden *hidden, size_t index, const plumb_sink_question *question,
                         plumb_sink_layer *layer, plumb_error *error);
#endif
