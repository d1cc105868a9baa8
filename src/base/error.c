#include "base/error.h"
#include "base/printable.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int plumb_fail(plumb_error *error, const char *format, ...) {
    char text[4 * PLUMB_ERROR_TEXT]; /* so that only plumb_printable cuts */
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0)
        strcpy(text, "an error whose message cannot be formatted");
    plumb_printable(text, error->text, PLUMB_ERROR_TEXT);
    return plumb_fail_of(error, NULL, NULL, NULL);
}

int plumb_fail_of(plumb_error *error, const char *field, const char *value, const char *expected) {
    const char *const parts[PLUMB_ERROR_PARTS] = {field, value, expected};
    char *place = error->text;
    for (int i = 0; i < PLUMB_ERROR_PARTS; i++) {
        place += strlen(place) + 1;
        plumb_printable(parts[i] != NULL ? parts[i] : "", place, PLUMB_ERROR_PART);
    }
    return -1;
}

const char *plumb_error_says(const plumb_error *error, plumb_error_part part) {
    const char *place = error->text;
    for (int i = 0; i <= (int)part && error->text[0] != 0; i++)
        place += strlen(place) + 1;
    return place;
}
