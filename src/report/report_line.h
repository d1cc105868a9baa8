/* report_line.h - a line of a report that grows until its room is full. */
#ifndef PLUMB_REPORT_REPORT_LINE_H
#define PLUMB_REPORT_REPORT_LINE_H
#include "schema/text.h"
#include <stddef.h>

/* text [size] holds what is there so far. */
typedef struct {
    char *text;
    size_t size;
} plumb_line;

/* Adds what the format makes, cut where the room ends. */
#define plumb_line_add(line, ...) plumb_text_add((line)->text, (line)->size, __VA_ARGS__)
#endif
