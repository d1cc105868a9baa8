#include "compare/report_line.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void plumb_line_add(plumb_line *line, const char *format, ...) {
    size_t length = strlen(line->text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line->text + length, line->size - length, format, arguments);
    va_end(arguments);
}

void plumb_queries_text(const plumb_report *report, char *text, size_t size) {
    size_t queries = report->judged->problem.query_length;
    *text = '\0';
    if (report->to - report->from < queries)
        snprintf(text, size, " (queries %zu:%zu of %zu)", report->from, report->to, queries);
}
