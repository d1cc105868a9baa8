/* report_json.h - a report as one JSON object, format "plumbline-diff-1" (docs/reports.md). */
#ifndef PLUMB_COMPARE_REPORT_JSON_H
#define PLUMB_COMPARE_REPORT_JSON_H
#include "compare/compare.h"
#include <jansson.h>
#include <stdio.h>

/* NULL if memory is short, or a name in the case is not UTF-8, which JSON cannot hold. */
json_t *plumb_report_object(const plumb_report *report);

/* Returns 0, or -1 if memory is short or the stream refuses the text, or a name in the case
   is not UTF-8, which JSON cannot hold. */
int plumb_report_json(const plumb_report *report, FILE *stream);
#endif
