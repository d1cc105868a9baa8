/* report_line.h - a line of a report that grows until its room is full. */
#ifndef PLUMB_COMPARE_REPORT_LINE_H
#define PLUMB_COMPARE_REPORT_LINE_H
#include "compare/compare.h"
#include <stddef.h>

/* text [size] holds what is there so far. */
typedef struct {
    char *text;
    size_t size;
} plumb_line;

/* Adds what the format makes, cut where the room ends. */
void plumb_line_add(plumb_line *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* "" if every row was judged; else of which queries of each head those are, to follow a number. */
void plumb_queries_text(const plumb_report *report, char *text, size_t size);
#endif
