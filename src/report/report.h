/* report.h - writes a judgement as text for one screen, as JSON, as an HTML page, and as JUnit XML.  Functions that
   return int return 0, or -1 if there is not enough memory or the stream cannot be written. */
#ifndef PLUMB_REPORT_REPORT_H
#define PLUMB_REPORT_REPORT_H
#include "judge/compare.h"
#include "report/error_map.h"
#include <jansson.h>
#include <stdio.h>

/* The origin of a report that is kept: texts; NULL: not known. */
typedef struct {
    const char *version;  /* of Plumbline: "0.2.0" */
    const char *date;     /* "2026-01-31T23:59:59Z" */
    const char *command;  /* judges the case again, with the same random rows */
    const char *diagnose; /* the command that diagnoses the case */
    const char *diagnosis; /* what it computes instead, in one line */
} plumb_report_origin;

/* At most 24 lines of at most 80 columns, and up to three more for a position, two for a blind case, and those
   for parts of the keys. */
void plumb_report_text(const plumb_report *report, FILE *stream);

/* Format "plumbline-diff-2" (docs/reports.md).  The object is NULL if there is not enough memory. */
json_t *plumb_report_object(const plumb_report *report);
int plumb_report_json(const plumb_report *report, FILE *stream);

/* JUnit XML: one test suite with a test for each tensor.  FAIL and SUSPECT are failures of these types.
   plumb_junit_suite writes only the suite, plumb_junit_refused that of a refused case, which is an error, and
   plumb_junit_begin and plumb_junit_end what encloses suites. */
int plumb_report_junit(const plumb_report *report, const plumb_report_origin *origin, FILE *stream);
void plumb_junit_suite(const plumb_report *report, const plumb_report_origin *origin, FILE *stream);
void plumb_junit_refused(const char *source, const char *message, FILE *stream);
void plumb_junit_begin(FILE *stream);
void plumb_junit_end(FILE *stream);

/* A page that needs no other file and no script, for light and dark schemes: verdict, conventions, deciding elements
   with their intervals, and maps (report/report_maps.h).  plumb_html_case writes only the part of one case, under a
   heading; plumb_html_begin and plumb_html_end write what encloses such parts, with a title that begins with the
   verdict. */
int plumb_report_html(const plumb_report *report, const plumb_error_map *map, const plumb_report_origin *origin,
                      FILE *stream);
void plumb_html_begin(const char *verdict, const char *title, FILE *stream);
void plumb_html_case(const plumb_report *report, const plumb_error_map *map, const plumb_report_origin *origin,
                     FILE *stream);
void plumb_html_end(FILE *stream);
#endif
