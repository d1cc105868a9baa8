/* report_text.h - a report as one screen: at most 24 lines of at most 80 columns, and up to
   three more for a position. */
#ifndef PLUMB_COMPARE_REPORT_TEXT_H
#define PLUMB_COMPARE_REPORT_TEXT_H
#include "compare/compare.h"
#include <stdio.h>

void plumb_report_text(const plumb_report *report, FILE *stream);
#endif
