#include "case/scale.h"
#include <stdio.h>
#include <string.h>

/* No binary64 number has more significant decimal digits. */
enum { SIGNIFICANT_DIGITS = 767 };

/* Of the integer under a root: it is below 2^53. */
enum { ROOT_DIGITS = 15 };

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

bool plumb_scale_is_over_root(const char *text) {
    static const char root[] = "/sqrt(";
    const char *over = strstr(text, root), *digits = over != NULL ? over + sizeof root - 1 : NULL;
    if (over == NULL || strlen(text) >= PLUMB_SCALE_TEXT || *digits == '0')
        return false;
    size_t count = strspn(digits, "0123456789");
    char number[PLUMB_SCALE_TEXT];
    snprintf(number, sizeof number, "%.*s", (int)(over - text), text);
    return count > 0 && count <= ROOT_DIGITS && strcmp(digits + count, ")") == 0 && strchr(number, '/') == NULL &&
           plumb_scale_is_exact(number);
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
