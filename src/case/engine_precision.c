#include "case/engine_precision.h"
#include <stdio.h>
#include <string.h>

/* A member's value as a text. */
enum { WORD = 64 };

static int check_word(const char *field, const char *key, const char *word, plumb_error *error) {
    size_t length = strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "0123456789_-+.:");
    if (length == 0 || length >= WORD || word[length] != 0)
        return plumb_fail(error, "%s%s%.100s: '%s' is not a word of letters, digits and any of '_-+.:'", field,
                          key[0] != 0 ? "." : "", key, word);
    return 0;
}

static int read_word(const char *field, const char *key, const json_t *value, char word[WORD], plumb_error *error) {
    if (json_is_integer(value)) {
        snprintf(word, WORD, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        return 0;
    }
    if (!json_is_string(value))
        return plumb_fail(error, "%s.%.100s: neither a string nor an integer", field, key);
    if (check_word(field, key, json_string_value(value), error) != 0)
        return -1;
    snprintf(word, WORD, "%s", json_string_value(value));
    return 0;
}

/* Writes ",key=value". */
static int write_change(char text[2 * WORD], const char *field, const char *key, const json_t *value,
                        plumb_error *error) {
    char word[WORD];
    if (check_word(field, "", key, error) != 0 || read_word(field, key, value, word, error) != 0)
        return -1;
    snprintf(text, 2 * WORD, ",%s=%s", key, word);
    return 0;
}

const char *plumb_engine_precision(json_t *value, const char *field, plumb_storage *storage, plumb_error *error) {
    const json_t *base = json_object_get(value, "base");
    const char *key;
    json_t *item;
    char *text = plumb_storage_take(storage, json_object_size(value) + 1, 2 * WORD);
    if (text == NULL) {
        plumb_fail(error, "%s: not enough memory", field);
        return NULL;
    }
    if (base == NULL) {
        plumb_fail(error, "%s.base: missing", field);
        return NULL;
    }
    if (read_word(field, "base", base, text, error) != 0)
        return NULL;
    json_object_foreach(value, key, item) {
        char *end = text + strlen(text);
        if (strcmp(key, "base") != 0 && write_change(end, field, key, item, error) != 0)
            return NULL;
    }
    return text;
}
