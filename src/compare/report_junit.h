/* report_junit.h - a judgement as JUnit XML, which continuous integration shows: one test suite,
   one test for each tensor.  FAIL and SUSPECT are failures of these types. */
#ifndef PLUMB_COMPARE_REPORT_JUNIT_H
#define PLUMB_COMPARE_REPORT_JUNIT_H
#include "compare/compare.h"
#include "compare/report_origin.h"
#include <stdio.h>

/* The suite of one case alone; one of a case that was refused, which is an error; and what stands around suites. */
void plumb_junit_suite(const plumb_report *report, const plumb_report_origin *origin, FILE *stream);
void plumb_junit_refused(const char *source, const char *message, FILE *stream);
void plumb_junit_begin(FILE *stream);
void plumb_junit_end(FILE *stream);

/* Returns 0, or -1 if the stream cannot be written. */
int plumb_report_junit(const plumb_report *report, const plumb_report_origin *origin, FILE *stream);
#endif
