#include "base/json_text.h"
#include "base/utf8.h"
#include "base/printable.h"
#include <stdbool.h>
#include <string.h>

json_t *plumb_json_name(const char *text) {
    char shown[4096];
    if (text == NULL)
        return json_null();
    for (size_t left = strlen(text), length = 0, at = 0; left > 0; at += length, left -= length) {
        uint32_t number;
        length = plumb_utf8_character(text + at, left, &number);
        if (length == 0) {
            plumb_printable(text, shown, sizeof shown);
            return json_string_nocheck(shown);
        }
    }
    return json_string_nocheck(text);
}

json_t *plumb_json_integer(size_t value) {
    return json_integer((json_int_t)value);
}

json_t *plumb_json_number(double value) {
    char decimal[64], hex[64];
    snprintf(decimal, sizeof decimal, "%.17g", value);
    snprintf(hex, sizeof hex, "%a", value);
    return json_pack("{s:s, s:s}", "decimal", decimal, "hex", hex);
}

char *plumb_json_print(const json_t *value) {
    return json_dumps(value, JSON_COMPACT);
}

static void release_unless(int failed, json_t **whole) {
    if (failed == 0)
        return;
    json_decref(*whole);
    *whole = NULL;
}

void plumb_json_put(json_t **object, const char *name, json_t *value) {
    release_unless(json_object_set_new(*object, name, value), object);
}

void plumb_json_add(json_t **array, json_t *value) {
    release_unless(json_array_append_new(*array, value), array);
}

/* jansson escapes what JSON has to have escaped. */
static int write_visibly(const char *text, size_t size, void *stream) {
    while (size > 0) {
        uint32_t number = 0;
        size_t length = plumb_utf8_character(text, size, &number);
        length += length == 0;
        bool escaped = plumb_utf8_is_control(number) && number != '\n';
        if (escaped ? fprintf(stream, "\\u%04X", (unsigned)number) < 0 : fwrite(text, 1, length, stream) != length)
            return -1;
        text += length;
        size -= length;
    }
    return 0;
}

int plumb_json_write(json_t *object, FILE *stream) {
    if (object == NULL)
        return -1;
    int failed = json_dump_callback(object, write_visibly, stream, JSON_INDENT(2)) != 0 || fputc('\n', stream) == EOF;
    json_decref(object);
    return failed ? -1 : 0;
}
