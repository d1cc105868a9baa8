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
