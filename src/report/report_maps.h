/* report_maps.h - the pictures of report/report_html.c: the sizes of the errors, the heads that have them, their places
   in a head, and the attention of the worst head. */
#ifndef PLUMB_REPORT_REPORT_MAPS_H
#define PLUMB_REPORT_REPORT_MAPS_H
#include "judge/compare.h"
#include "report/error_map.h"
#include <stdio.h>

/* The colours, as CSS variables for light and dark schemes. */
extern const char plumb_maps_style[];

void plumb_maps_print(const plumb_report *report, const plumb_error_map *map, FILE *stream);
#endif
