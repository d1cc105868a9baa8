#include "judge/must_notice.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char form[] = "expected lost_keys=N, scale=X or both with a comma between them";

/* What stands after "name=", of a part that begins so. */
static const char *value_of(const char *part, size_t length, const char *name) {
    size_t begins = strlen(name);
    return length > begins && strncmp(part, name, begins) == 0 && part[begins] == '=' ? part + begins + 1 : NULL;
}

/* A number that fills the part and is written in digits alone. */
static bool read_number(const char *value, const char *end, double *number) {
    char *stopped;
    *number = strtod(value, &stopped);
    return stopped == end && value < end && strspn(value, "0123456789.eE+-") >= (size_t)(end - value);
}

static int read_lost_keys(const char *field, const char *value, const char *end, plumb_must_notice *must,
                          plumb_error *error) {
    double number;
    if (!read_number(value, end, &number) || !(number >= 1 && number <= 0x1p53) || number != floor(number))
        return plumb_fail(error, "%s: lost_keys: '%.*s' is not an integer of at least 1", field, (int)(end - value),
                          value);
    must->lost_keys = (size_t)number;
    return 0;
}

static int read_scale(const char *field, const char *value, const char *end, plumb_must_notice *must,
                      plumb_error *error) {
    if (!read_number(value, end, &must->scale) || !(must->scale > 0 && must->scale < 1))
        return plumb_fail(error, "%s: scale: '%.*s' is not a number above 0 and below 1, such as 0.01 for scores off "
                                 "by 1 %%",
                          field, (int)(end - value), value);
    return 0;
}

static int read_part(const char *field, const char *part, size_t length, plumb_must_notice *must, plumb_error *error) {
    const char *lost_keys = value_of(part, length, "lost_keys"), *scale = value_of(part, length, "scale");
    if (lost_keys != NULL && must->lost_keys == 0)
        return read_lost_keys(field, lost_keys, part + length, must, error);
    if (scale != NULL && must->scale == 0)
        return read_scale(field, scale, part + length, must, error);
    return plumb_fail(error, "%s: '%.*s': %s", field, (int)length, part, form);
}

int plumb_must_notice_parse(const char *field, const char *text, plumb_must_notice *must, plumb_error *error) {
    *must = (plumb_must_notice){0};
    for (;; text++) {
        size_t length = strcspn(text, ",");
        if (read_part(field, text, length, must, error) != 0)
            return -1;
        text += length;
        if (*text == 0)
            return 0;
    }
}

bool plumb_must_notice_any(const plumb_must_notice *must) {
    return must->lost_keys > 0 || must->scale > 0;
}
