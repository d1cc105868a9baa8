#include "case/scale.h"
#include <stdio.h>
#include <string.h>

/* No binary64 number has more significant decimal digits. */
enum { SIGNIFICANT_DIGITS = 767 };

static const char *skip_digits(const char *text) {
    return text + strspn(text, "0123456789");
}

static bool is_denominator(const char *text) {
    const char *end = skip_digits(text);
    return end != text && *end == 0 && strspn(text, "0") != strlen(text);
}

static bool is_exponent(const char *text) {
    if (*text == '+' || *text == '-')
        text++;
    const char *end = skip_digits(text);
    if (end == text || *end != 0)
        return false;
    int exponent = 0;
    for (; text < end && exponent <= PLUMB_SCALE_EXPONENT; text++)
        exponent = 10 * exponent + (*text - '0');
    return exponent <= PLUMB_SCALE_EXPONENT;
}

bool plumb_scale_is_exact(const char *text) {
    if (strlen(text) >= PLUMB_SCALE_TEXT)
        return false;
    const char *start = text + (*text == '-');
    const char *end = skip_digits(start);
    if (end == start)
        return false;
    if (*end == '/')
        return is_denominator(end + 1);
    if (*end == '.') {
        const char *fraction = end + 1;
        end = skip_digits(fraction);
        if (end == fraction)
            return false;
    }
    return *end == 0 || ((*end == 'e' || *end == 'E') && is_exponent(end + 1));
}

bool plumb_scale_keep(const char *text, plumb_storage *storage, const char **plain) {
    char read[PLUMB_SCALE_TEXT];
    *plain = text != NULL && plumb_scale_read(text, read) ? plumb_storage_text(storage, read) : NULL;
    return text == NULL || *plain != NULL;
}

void plumb_scale_print(double value, char text[PLUMB_SCALE_TEXT]) {
    snprintf(text, PLUMB_SCALE_TEXT, "%.*e", SIGNIFICANT_DIGITS - 1, value);
    char *exponent = strchr(text, 'e'), *end = exponent;
    while (end[-1] == '0')
        end--;
    if (end[-1] == '.')
        end--;
    memmove(end, exponent, strlen(exponent) + 1);
}
