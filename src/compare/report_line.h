/* report_line.h - a line of a report that grows until its room is full. */
#ifndef PLUMB_COMPARE_REPORT_LINE_H
#define PLUMB_COMPARE_REPORT_LINE_H
#include <stddef.h>

/* text [size] holds what is there so far. */
typedef struct {
    char *text;
    size_t size;
} plumb_line;

/* Adds what the format makes, cut where the room ends. */
void plumb_line_add(plumb_line *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
#endif
