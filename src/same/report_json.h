/* report_json.h - what a comparison of runs found, for programs (docs/reports.md). */
#ifndef PLUMB_SAME_REPORT_JSON_H
#define PLUMB_SAME_REPORT_JSON_H
#include "same/same.h"
#include <stdio.h>

/* 0, or -1 if memory is short or it cannot be written. */
int plumb_same_json(const plumb_same_result *result, FILE *stream);
#endif
