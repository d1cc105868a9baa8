#include "report/report_power.h"
#include "schema/text.h"
#include <math.h>

#define add(text, ...) plumb_text_add(text, PLUMB_FACT_TEXT, __VA_ARGS__)

const char *plumb_power_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]) {
    const plumb_stand *stand = &report->tensor[PLUMB_OUTPUT].stand;
    /* If only some rows are judged, it is not known which keys would be missed. */
    bool asked = report->level.asks_keys && !report->sampled, scaled = stand->scale_noticed < 1;
    size_t lost = asked ? report->level.noticed_keys : 0, keys = plumb_stated_problem(report->judged)->key_length;
    if (!report->tensor[PLUMB_OUTPUT].present || !(stand->scale_noticed < INFINITY || lost > 0) ||
        !(asked || scaled))
        return "";
    plumb_write_fact(text, "would reveal ");
    if (scaled)
        add(text, "scores off by %.2g %%", 100 * stand->scale_noticed);
    if (!asked)
        return text;
    if (lost > 0)
        add(text, "%s%zu lost %s of %zu", scaled ? ", " : "", lost, lost == 1 ? "key" : "keys", keys);
    else
        add(text, "%sno lost keys", scaled ? ", " : "");
    return text;
}

/* Scores off by more than a tenth, or a sixteenth of the keys lost, are much to go unnoticed. */
const char *plumb_little_power_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]) {
    const plumb_stand *stand = &report->tensor[PLUMB_OUTPUT].stand;
    size_t lost = report->level.noticed_keys, keys = plumb_stated_problem(report->judged)->key_length;
    if (!report->tensor[PLUMB_OUTPUT].present || report->level.rows == 0)
        return "";
    if (report->level.asks_keys && keys >= 16 && lost == 0)
        return plumb_write_fact(text, "this input reveals little: lost keys may go unnoticed");
    if (report->level.asks_keys && keys >= 16 && lost > keys / 16)
        return plumb_write_fact(text, "this input reveals little: fewer than %zu lost keys may go unnoticed", lost);
    bool mean = plumb_operator_is(report->judged->problem.op.kind, PLUMB_IS_MEAN);
    if (!mean || stand->scale_noticed <= 0.1)
        return "";
    if (stand->scale_noticed < 1)
        return plumb_write_fact(text, "this input reveals little: scores off by less than %.2g %% may go unnoticed",
                     100 * stand->scale_noticed);
    return plumb_write_fact(text, "this input reveals little: scores multiplied by a factor may go unnoticed");
}

static void add_lost_keys(const plumb_report *report, char text[PLUMB_FACT_TEXT]) {
    size_t demanded = report->must_notice.lost_keys, noticed = report->level.noticed_keys;
    size_t keys = plumb_stated_problem(report->judged)->key_length;
    bool asked = report->level.rows > 0 && report->level.asks_keys && !report->sampled;
    add(text, "%zu lost %s of %zu ", demanded, demanded == 1 ? "key" : "keys", keys);
    if (!asked)
        add(text, "(%s)", report->sampled ? "not measured for rows drawn at random" : "not measured for this case");
    else if (noticed == 0)
        add(text, "(nor any number of lost keys)");
    else
        add(text, "(only %zu or more)", noticed);
}

static void add_scale(const plumb_report *report, char text[PLUMB_FACT_TEXT]) {
    const plumb_tensor_report *output = &report->tensor[PLUMB_OUTPUT];
    double least = 100 * output->stand.scale_noticed;
    add(text, "scores off by %.3g %% ", 100 * report->must_notice.scale);
    if (output->present && output->stand.scale_noticed < INFINITY)
        add(text, "(only by %.*g %% or more)", plumb_two_digits(least), least);
    else
        add(text, "(not measured for this case)");
}

const char *plumb_blind_fact(const plumb_report *report, char text[PLUMB_FACT_TEXT]) {
    if (!plumb_is_blind(report))
        return "";
    bool scale = !plumb_notices_scale(report), lost_keys = !plumb_notices_lost_keys(report);
    plumb_write_fact(text, "this input does not reveal ");
    if (scale)
        add_scale(report, text);
    if (lost_keys) {
        add(text, "%s", scale ? ", nor " : "");
        add_lost_keys(report, text);
    }
    return text;
}
