/* report_junit.h - a judgement as JUnit XML, which continuous integration shows: one test suite,
   one test for each tensor.  FAIL and SUSPECT are failures of these types. */
#ifndef PLUMB_COMPARE_REPORT_JUNIT_H
#define PLUMB_COMPARE_REPORT_JUNIT_H
#include "compare/compare.h"
#include <stdio.h>

/* Returns 0, or -1 if the stream cannot be written. */
int plumb_report_junit(const plumb_report *report, FILE *stream);
#endif
