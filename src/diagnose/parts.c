#include "diagnose/parts.h"
#include "report/report_choice.h"
#include "report/report_parts.h"
#include <stdio.h>

static void tell_part(const plumb_report *report, const plumb_wrong_part *wrong, plumb_inferences *to) {
    char keys[PLUMB_FACT_TEXT];
    plumb_inference *inference = &to->list[to->count++];
    *inference = (plumb_inference){.cause = "part"};
    snprintf(inference->says, sizeof inference->says, "part %zu (%.200s) is wrong by itself, as the attention over its "
                                                      "own keys", wrong->part,
             plumb_part_keys_fact(report->judged, wrong->part, keys));
}

static void tell_merge(const plumb_report *report, plumb_inferences *to) {
    const plumb_tensor_report *output = &report->tensor[PLUMB_OUTPUT]; /* of a wrong log-sum-exp it has none */
    char text[PLUMB_MERGE_FAULT_TEXT];
    plumb_inference *inference = &to->list[to->count++];
    *inference = (plumb_inference){.cause = "merge", .explains = output->beyond, .rows = report->rows};
    snprintf(inference->says, sizeof inference->says, "%s", plumb_merge_fault_text(&report->parts.fault, text));
    to->failed = to->explained = output->beyond;
}

bool plumb_parts_tell(const plumb_report *report, plumb_inferences *inferences) {
    const plumb_parts_report *parts = &report->parts;
    *inferences = (plumb_inferences){.suspected = !report->impossible};
    if (parts->count == 0)
        return false;
    if (parts->wrong == 0 && parts->fault.kind != PLUMB_MERGE_RIGHT)
        tell_merge(report, inferences);
    for (size_t i = 0; parts->whole == PLUMB_PASS && i < parts->wrong && i < PLUMB_INFERENCES; i++)
        tell_part(report, &parts->first[i], inferences);
    return inferences->count > 0;
}

bool plumb_choice_tells(const plumb_case *stated, plumb_inferences *inferences) {
    char text[PLUMB_FACT_TEXT];
    *inferences = (plumb_inferences){.suspected = false};
    if (stated->choice.wrong == 0)
        return false;
    plumb_inference *inference = &inferences->list[inferences->count++];
    *inference = (plumb_inference){.cause = "choice"};
    snprintf(inference->says, sizeof inference->says, "%s", plumb_wrong_choice_fact(stated, text));
    return true;
}
