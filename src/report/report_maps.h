/* report_maps.h - the pictures of report/report_html.c: how large the errors are, which heads have them, where in a
   head, and where the worst head puts its attention. */
#ifndef PLUMB_REPORT_REPORT_MAPS_H
#define PLUMB_REPORT_REPORT_MAPS_H
#include "judge/compare.h"
#include "report/error_map.h"
#include <stdio.h>

/* The colours, as variables on light and on dark ground. */
extern const char plumb_maps_style[];

void plumb_maps_print(const plumb_report *report, const plumb_error_map *map, FILE *stream);
#endif
