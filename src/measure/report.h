/* report.h - the sink measure of several layers: as text, as JSON, as a picture. */
#ifndef PLUMB_MEASURE_REPORT_H
#define PLUMB_MEASURE_REPORT_H
#include "measure/sink.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct {
    const plumb_sink_question *question;
    const plumb_sink_layer *layer;
    size_t layers;
} plumb_sink_report;

/* The number of samples and heads of all layers, and of those with one answer. */
size_t plumb_sink_heads(const plumb_sink_report *report);
size_t plumb_sink_count(const plumb_sink_report *report, plumb_share_answer answer);

/* The share of heads above the threshold, in per cent: counting undecided heads and those without a value as not above,
   and as above. */
double plumb_sink_least(const plumb_sink_report *report);
double plumb_sink_most(const plumb_sink_report *report);

/* For one layer: its share of heads in per cent, and the mean of alpha over its samples and heads, without a finite
   radius if one alpha has none. */
double plumb_sink_layer_least(const plumb_sink_layer *layer);
double plumb_sink_layer_most(const plumb_sink_layer *layer);
plumb_ball plumb_sink_layer_mean(const plumb_sink_layer *layer);

/* The index of the layer's first head with the largest alpha, by the middles.  Ignores heads whose alpha is not known;
   0 if none is. */
size_t plumb_sink_layer_strongest(const plumb_sink_layer *layer);

/* Whether hidden states of any layer were measured. */
bool plumb_sink_has_activations(const plumb_sink_report *report);

/* "1", or "sink" for the extra logit */
void plumb_sink_key_name(const plumb_sink_question *question, char name[32]);

/* One line for each head, then one for each layer. */
void plumb_sink_text(const plumb_sink_report *report, FILE *stream);

/* Returns 0, or -1 if it cannot be written or there is not enough memory. */
int plumb_sink_json(const plumb_sink_report *report, FILE *stream);

/* A complete SVG 1.1 picture: alpha of every layer and head, and below the weights of one head of each layer.  The
   caller checks the stream for errors. */
void plumb_sink_svg(const plumb_sink_report *report, FILE *stream);
#endif
