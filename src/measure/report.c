/* report.c - what all reports say (report.h). */
#include "measure/report.h"

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

bool plumb_sink_has_activations(const plumb_sink_report *report) {
    return report->layers > 0 && report->layer[0].activations != NULL;
}

void plumb_sink_key_name(const plumb_sink_question *question, char name[32]) {
    if (question->key == 0)
        snprintf(name, 32, "sink");
    else
        snprintf(name, 32, "%zu", question->key);
}
