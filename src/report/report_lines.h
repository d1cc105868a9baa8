/* report_lines.h - text of a report in lines of the screen's width.  Nothing is cut: what does not fit goes on in the
   next line, below where it began. */
#ifndef PLUMB_REPORT_REPORT_LINES_H
#define PLUMB_REPORT_REPORT_LINES_H
#include <stdio.h>

enum { PLUMB_REPORT_COLUMNS = 80, PLUMB_REPORT_LABEL = 11 };

/* The label, which takes `indent` columns, before the first line.  Lines end between words, or behind the name of a
   folder, unless a word fills a line. */
void plumb_print_lines(FILE *stream, const char *label, int indent, const char *text);

/* A list whose members are divided by ", " or "; ": lines end behind one of these, unless a member fills a line. */
void plumb_print_list(FILE *stream, const char *label, int indent, const char *text);
#endif
