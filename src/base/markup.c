#include "base/markup.h"
#include "base/printable.h"
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

static bool means_something(char c) {
    return c == '&' || c == '<' || c == '>' || c == '"' || c == '\'';
}

void plumb_markup_text(const char *text, FILE *stream) {
    char shown[PLUMB_PRINTABLE];
    while (plumb_printable_next(&text, shown))
        if (means_something(shown[0]))
            fprintf(stream, "&#%d;", shown[0]);
        else
            fputs(shown, stream);
}

void plumb_markup_print(FILE *stream, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    plumb_markup_text(text, stream);
}
