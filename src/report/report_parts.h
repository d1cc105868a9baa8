/* report_parts.h - what reports say of the parts of the keys that a case states, and of their merge (judge/parts.h). */
#ifndef PLUMB_REPORT_REPORT_PARTS_H
#define PLUMB_REPORT_REPORT_PARTS_H
#include "report/report_facts.h"
#include <jansson.h>

/* One of the lists of lines; "" past the last. */
typedef enum {
    PLUMB_PARTS_LINE, /* "3 of 4 pass as the attention over their own keys", and each that does not */
    PLUMB_MERGE_LINE  /* "PASS: ...", what it is instead, and what follows from parts and merge together */
} plumb_parts_lines;
const char *plumb_parts_fact(const plumb_report *report, plumb_parts_lines of, size_t line, char text[PLUMB_FACT_TEXT]);

/* "keys 64 to 127", "32 keys from 3 on": those of a part. */
const char *plumb_part_keys_fact(const plumb_case *judged, size_t part, char text[PLUMB_FACT_TEXT]);

/* The verdict of the parts, and of their merge. */
plumb_verdict plumb_parts_verdict(const plumb_report *report, plumb_parts_lines of);

/* null of a case that states no parts.  element: how the report writes an element. */
json_t *plumb_parts_json(const plumb_report *report, json_t *(*element)(const plumb_element *, plumb_quantity));
#endif
