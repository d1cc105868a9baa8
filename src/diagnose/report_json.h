/* report_json.h - a diagnosis as one JSON object, format "plumbline-diagnose-1"
   (docs/diagnose.md). */
#ifndef PLUMB_DIAGNOSE_REPORT_JSON_H
#define PLUMB_DIAGNOSE_REPORT_JSON_H
#include "diagnose/diagnose.h"
#include <stdio.h>

/* Returns 0, or -1 if memory is short or the stream refuses the text, or a name in the case is not
   UTF-8, which JSON cannot hold. */
int plumb_diagnosis_json(const plumb_diagnosis *diagnosis, FILE *stream);
#endif
