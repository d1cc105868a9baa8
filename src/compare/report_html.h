/* report_html.h - a judgement as one HTML page that needs no other file and no script: the verdict,
   the conventions, the decisive elements with their enclosures, and pictures (compare/report_maps.h).
   Legible on light and on dark ground. */
#ifndef PLUMB_COMPARE_REPORT_HTML_H
#define PLUMB_COMPARE_REPORT_HTML_H
#include "compare/compare.h"
#include "compare/error_map.h"
#include "compare/report_origin.h"
#include <stdio.h>

/* The part of one case, under a heading; and what stands around such parts.  The title begins with the verdict. */
void plumb_html_begin(const char *verdict, const char *title, FILE *stream);
void plumb_html_case(const plumb_report *report, const plumb_error_map *map, const plumb_report_origin *origin,
                     FILE *stream);
void plumb_html_end(FILE *stream);

/* Returns 0, or -1 if the stream cannot be written. */
int plumb_report_html(const plumb_report *report, const plumb_error_map *map, const plumb_report_origin *origin,
                      FILE *stream);
#endif
