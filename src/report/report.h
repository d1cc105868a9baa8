/* report.h - the reports of a judgement: as one screen, as JSON, as a page, and for continuous integration.  Each
   returns 0, or -1 if memory is short or the stream cannot be written. */
#ifndef PLUMB_REPORT_REPORT_H
#define PLUMB_REPORT_REPORT_H
#include "judge/compare.h"
#include "report/error_map.h"
#include <jansson.h>
#include <stdio.h>

/* Where a report comes from, for those that are kept: each as text, NULL where it is not known. */
typedef struct {
    const char *version;  /* of this judge: "0.2.0" */
    const char *date;     /* "2026-01-31T23:59:59Z" */
    const char *command;  /* that judges the case again, with the rows that were drawn */
    const char *diagnose; /* the command that asks what the engine computes instead */
    const char *diagnosis; /* what it computes instead, in one line */
} plumb_report_origin;

/* At most 24 lines of at most 80 columns, up to three more for a position, two for what a blind
   case does not reveal, and those of parts of the keys. */
void plumb_report_text(const plumb_report *report, FILE *stream);

/* Format "plumbline-diff-2" (docs/reports.md); the object is NULL if memory is short. */
json_t *plumb_report_object(const plumb_report *report);
int plumb_report_json(const plumb_report *report, FILE *stream);

/* JUnit XML: one test suite, one test for each tensor.  FAIL and SUSPECT are failures of these types.  The suite of one
   case alone; one of a case that was refused, which is an error; and what stands around suites. */
int plumb_report_junit(const plumb_report *report, const plumb_report_origin *origin, FILE *stream);
void plumb_junit_suite(const plumb_report *report, const plumb_report_origin *origin, FILE *stream);
void plumb_junit_refused(const char *source, const char *message, FILE *stream);
void plumb_junit_begin(FILE *stream);
void plumb_junit_end(FILE *stream);

/* One page that needs no other file and no script: the verdict, the conventions, the decisive elements with their
   enclosures, and pictures (report/report_maps.h).  Legible on light and on dark ground.  The part of one case, under
   a heading; and what stands around such parts: the title begins with the verdict. */
int plumb_report_html(const plumb_report *report, const plumb_error_map *map, const plumb_report_origin *origin,
                      FILE *stream);
void plumb_html_begin(const char *verdict, const char *title, FILE *stream);
void plumb_html_case(const plumb_report *report, const plumb_error_map *map, const plumb_report_origin *origin,
                     FILE *stream);
void plumb_html_end(FILE *stream);
#endif
