#include "schema/hint.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Longer names than the language has are near to none. */
enum { LENGTH_MAX = 40 };

/* Capitals, and the two ways to write a space, are the same. */
static char folded(char c) {
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return c == '_' ? '-' : c;
}

static bool begins(const char *text, const char *name) {
    while (*text != 0 && folded(*text) == folded(*name))
        text++, name++;
    return *text == 0;
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* How many letters have to be put in, left out or changed; row[j] is of the first j letters of name. */
static size_t distance(const char *text, const char *name) {
    size_t row[LENGTH_MAX + 1], length = strlen(name);
    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 0; text[i] != 0; i++) {
        size_t corner = row[0]++;
        for (size_t j = 0; j < length; j++) {
            size_t changed = corner + (folded(text[i]) != folded(name[j]));
            corner = row[j + 1];
            row[j + 1] = least(changed, least(row[j], corner) + 1);
        }
    }
    return row[length];
}

void plumb_hint_try(plumb_hint *hint, const char *name) {
    size_t length = strlen(hint->text), known = strlen(name);
    if (length > LENGTH_MAX || known > LENGTH_MAX)
        return;
    size_t far = distance(hint->text, name), least_length = least(length, known);
    bool near = far <= least_length / 3;
    bool part = least_length > 3 && (begins(hint->text, name) || begins(name, hint->text));
    if (near && (!hint->near || far < hint->distance)) {
        hint->best = name;
        hint->distance = far;
        hint->near = true;
    } else if (part && !hint->near) {
        hint->best = hint->parts == 0 ? name : NULL;
        hint->parts++;
    }
}

const char *plumb_hint_text(const plumb_hint *hint, char text[PLUMB_HINT_TEXT]) {
    text[0] = 0;
    if (hint->best != NULL)
        snprintf(text, PLUMB_HINT_TEXT, "; did you mean '%s'?", hint->best);
    return text;
}
