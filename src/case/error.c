#include "case/error.h"
#include "case/visible.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int plumb_fail(plumb_error *error, const char *format, ...) {
    char text[4 * sizeof error->text]; /* so that only plumb_visible cuts */
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0)
        strcpy(text, "an error whose message cannot be formatted");
    plumb_visible(text, error->text, sizeof error->text);
    return -1;
}
