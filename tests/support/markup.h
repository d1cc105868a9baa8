/* markup.h - whether XML, or HTML written like it, is well-formed as far as its tags go. */
#ifndef PLUMB_TESTS_SUPPORT_MARKUP_H
#define PLUMB_TESTS_SUPPORT_MARKUP_H
#include <stdbool.h>
#include <string.h>

#include "tests/support/check.h"

static inline bool markup_is_void(const char *name, size_t length) {
    return (length == 4 && strncmp(name, "meta", 4) == 0) ||
           (length == 2 && strncmp(name, "br", 2) == 0);
}

/* Fails unless every element ends, the innermost first, attributes are quoted, and no bare < or & stands
   in the text.  The content of style is passed over. */
static inline void markup_check(const char *text) {
    const char *open[32];
    size_t length[32], depth = 0, elements = 0;
    for (const char *next = text; *next != 0; next++) {
        if (*next == '&')
            ck_assert_msg(next[1] == '#', "bare & at: %.60s", next);
        if (*next != '<')
            continue;
        bool closing = next[1] == '/', declaration = next[1] == '!' || next[1] == '?';
        const char *name = next + 1 + closing;
        size_t size = strcspn(name, " />\n");
        const char *end = name + size;
        for (bool quoted = false; *end != 0 && (quoted || *end != '>'); end++) {
            quoted = quoted != (*end == '"');
            ck_assert_msg(*end != '<', "< within a tag at: %.60s", next);
        }
        ck_assert_msg(*end == '>', "a tag does not end: %.60s", next);
        if (closing) {
            ck_assert_msg(depth > 0 && length[depth - 1] == size &&
                              strncmp(open[depth - 1], name, size) == 0,
                          "not the innermost: %.60s", next);
            depth--;
        } else if (!declaration && end[-1] != '/' && !markup_is_void(name, size)) {
            ck_assert_uint_lt(depth, 32);
            open[depth] = name;
            length[depth++] = size;
            elements++;
        }
        next = end;
    }
    ck_assert_uint_eq(depth, 0);
    ck_assert_uint_gt(elements, 0);
}
#endif
