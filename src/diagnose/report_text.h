/* report_text.h - a diagnosis as lines of at most 80 columns. */
#ifndef PLUMB_DIAGNOSE_REPORT_TEXT_H
#define PLUMB_DIAGNOSE_REPORT_TEXT_H
#include "diagnose/diagnose.h"
#include <stdio.h>

void plumb_diagnosis_text(const plumb_diagnosis *diagnosis, FILE *stream);
#endif
