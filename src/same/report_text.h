/* report_text.h - what a comparison of runs found, for a person. */
#ifndef PLUMB_SAME_REPORT_TEXT_H
#define PLUMB_SAME_REPORT_TEXT_H
#include "same/same.h"
#include <stdio.h>

void plumb_same_text(const plumb_same_result *result, FILE *stream);
#endif
