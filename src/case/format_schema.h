/* format_schema.h - JSON Schemas (draft 2020-12) of the program's output, from schema/formats.def. */
#ifndef PLUMB_CASE_FORMAT_SCHEMA_H
#define PLUMB_CASE_FORMAT_SCHEMA_H
#include "schema/formats.h"
#include <stdio.h>

/* Members that are not listed are allowed: a later version may add some.  0, or -1 if memory is short or it cannot be
   written. */
int plumb_format_schema_write(const plumb_json_format *format, FILE *to);
#endif
