/* report_line.h - a line of a report, built in a buffer of fixed size. */
#ifndef PLUMB_REPORT_REPORT_LINE_H
#define PLUMB_REPORT_REPORT_LINE_H
#include "schema/text.h"
#include <stddef.h>

/* text [size]: the line so far. */
typedef struct {
    char *text;
    size_t size;
} plumb_line;

/* Appends the formatted text, truncated at the end of the buffer. */
#define plumb_line_add(line, ...) plumb_text_add((line)->text, (line)->size, __VA_ARGS__)
#endif
