/* json_schema.h - the description of a case as a JSON Schema (draft 2020-12), from the table of schema/members.def:
   members, words, domains, and the members that words require or allow.  It omits tensors, the rules of
   schema/rules.def and the precision model. */
#ifndef PLUMB_CASE_JSON_SCHEMA_H
#define PLUMB_CASE_JSON_SCHEMA_H
#include <stdio.h>

/* 0, or -1 if memory is short or it cannot be written. */
int plumb_json_schema_write(FILE *to);
#endif
