/* report_lines.h - prints text in lines of the screen's width.  Text that does not fit continues on the next line, with
   the same indentation. */
#ifndef PLUMB_REPORT_REPORT_LINES_H
#define PLUMB_REPORT_REPORT_LINES_H
#include <stdio.h>

enum { PLUMB_REPORT_COLUMNS = 80, PLUMB_REPORT_LABEL = 11 };

/* Prints the label in `indent` columns before the first line.  Lines break between words, or after the name of a
   folder, unless a word fills a line. */
void plumb_print_lines(FILE *stream, const char *label, int indent, const char *text);

/* The same for a list separated by ", " or "; ": lines break after a separator, unless a member fills a line. */
void plumb_print_list(FILE *stream, const char *label, int indent, const char *text);
#endif
