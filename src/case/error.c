#include "case/error.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void replace_control_characters(char *text) {
    for (unsigned char *c = (unsigned char *)text; *c != 0; c++) {
        /* 0xC2 0x80-0x9F is how UTF-8 spells the control characters U+0080 to U+009F. */
        if (c[0] == 0xC2 && c[1] >= 0x80 && c[1] <= 0x9F) {
            *c++ = '?';
            *c = '?';
        } else if (*c < 0x20 || *c == 0x7F) {
            *c = '?';
        }
    }
}

int plumb_fail(plumb_error *error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    if (length < 0)
        strcpy(error->text, "an error whose message cannot be formatted");
    else if ((size_t)length >= sizeof error->text)
        strcpy(error->text + sizeof error->text - sizeof "...", "...");
    replace_control_characters(error->text);
    return -1;
}
