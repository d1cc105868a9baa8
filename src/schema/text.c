#include "schema/text.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void plumb_text_add(char *text, size_t size, const char *format, ...) {
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, size - length, format, arguments);
    va_end(arguments);
}

int plumb_two_digits(double number) {
    int digits = 2;
    for (double end = 99.5; digits < 6 && fabs(number) >= end; end = 10 * end + 4.5)
        digits++;
    return digits;
}

int plumb_digits_of_factor(double factor, int most) {
    int digits = 3;
    for (double off = fabs(factor - 1); off < 0.1 && off > 0 && digits < most; off *= 10)
        digits++;
    return digits;
}
