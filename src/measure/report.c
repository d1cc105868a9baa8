/* report.c - what all reports say (report.h). */
#include "measure/report.h"
#include "number/round.h"
#include <math.h>

size_t plumb_sink_heads(const plumb_sink_report *report) {
    size_t heads = 0;
    for (size_t i = 0; i < report->layers; i++)
        heads += report->layer[i].samples * report->layer[i].heads;
    return heads;
}

size_t plumb_sink_count(const plumb_sink_report *report, plumb_share_answer answer) {
    size_t count = 0;
    for (size_t i = 0; i < report->layers; i++)
        count += report->layer[i].count[answer];
    return count;
}

static double percent(const plumb_sink_report *report, size_t count) {
    return 100 * (double)count / (double)plumb_sink_heads(report);
}

double plumb_sink_least(const plumb_sink_report *report) {
    return percent(report, plumb_sink_count(report, PLUMB_SHARE_ABOVE));
}

double plumb_sink_most(const plumb_sink_report *report) {
    return percent(report, plumb_sink_heads(report) - plumb_sink_count(report, PLUMB_SHARE_NOT_ABOVE));
}

static size_t layer_heads(const plumb_sink_layer *layer) {
    return layer->samples * layer->heads;
}

double plumb_sink_layer_least(const plumb_sink_layer *layer) {
    return 100 * (double)layer->count[PLUMB_SHARE_ABOVE] / (double)layer_heads(layer);
}

double plumb_sink_layer_most(const plumb_sink_layer *layer) {
    return 100 * (double)(layer_heads(layer) - layer->count[PLUMB_SHARE_NOT_ABOVE]) / (double)layer_heads(layer);
}

plumb_ball plumb_sink_layer_mean(const plumb_sink_layer *layer) {
    plumb_ball sum = plumb_ball_zero();
    for (size_t i = 0; i < layer_heads(layer); i++)
        sum = plumb_ball_add(sum, layer->head[i].alpha);
    return plumb_ball_divide(sum, plumb_ball_of((double)layer_heads(layer)));
}

size_t plumb_sink_layer_strongest(const plumb_sink_layer *layer) {
    size_t strongest = 0;
    double most = -INFINITY;
    for (size_t i = 0; i < layer_heads(layer); i++)
        if (plumb_is_finite(layer->head[i].alpha.rad) && layer->head[i].alpha.mid > most) {
            most = layer->head[i].alpha.mid;
            strongest = i;
        }
    return strongest;
}

bool plumb_sink_has_activations(const plumb_sink_report *report) {
    for (size_t i = 0; i < report->layers; i++)
        if (report->layer[i].activations != NULL)
            return true;
    return false;
}

void plumb_sink_key_name(const plumb_sink_question *question, char name[32]) {
    if (question->key == 0)
        snprintf(name, 32, "sink");
    else
        snprintf(name, 32, "%zu", question->key);
}
