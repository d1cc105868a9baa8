#include "compare/report_line.h"
#include <stdio.h>

void plumb_queries_text(const plumb_report *report, char *text, size_t size) {
    size_t queries = report->judged->problem.query_length;
    *text = '\0';
    if (report->to - report->from < queries)
        snprintf(text, size, " (queries %zu:%zu of %zu)", report->from, report->to, queries);
}
