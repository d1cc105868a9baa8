/* snapshot.h - compares a long text that a test writes with a committed one, line by line.

   PLUMB_TEST_UPDATE=1 in the environment updates the committed text, and the test passes: run it from the root of the
   repository, and read git diff.  The text must have the same bytes on every machine; snapshot_rounded prints numbers
   whose last digits may differ. */
#ifndef PLUMB_TESTS_SUPPORT_SNAPSHOT_H
#define PLUMB_TESTS_SUPPORT_SNAPSHOT_H
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/check.h"

typedef struct {
    char *text;
    size_t size;
    FILE *stream; /* what the test prints to */
} snapshot;

/* The text is written on the heap: it must not be moved until it is checked. */
static inline void snapshot_begin(snapshot *s) {
    s->stream = open_memstream(&s->text, &s->size);
    ck_assert_ptr_nonnull(s->stream);
}

/* ---- numbers ---- */

enum { SNAPSHOT_DIGITS = 9 };

/* How many digits count in the number that ends there. */
static inline size_t significant_digits(const char *text, const char *end) {
    size_t digits = 0;
    bool hexadecimal = end - text > 2 && (text[1] == 'x' || text[1] == 'X');
    for (const char *c = hexadecimal ? text + 2 : text; c < end; c++) {
        if (*c == (hexadecimal ? 'p' : 'e'))
            break;
        bool leading = digits == 0 && *c == '0'; /* a zero that says nothing */
        digits += hexadecimal ? isxdigit((unsigned char)*c) != 0 : isdigit((unsigned char)*c) && !leading;
    }
    return digits;
}

/* The text, with "~" after each number that is rounded to fewer digits than it has. */
static inline void snapshot_rounded(const snapshot *s, const char *text) {
    char before = ' ';
    while (*text != 0) {
        char *end = NULL;
        double x = isdigit((unsigned char)*text) && !isalnum((unsigned char)before) && before != '#' && before != '.'
                       ? strtod(text, &end)
                       : 0;
        if (end != NULL && significant_digits(text, end) > SNAPSHOT_DIGITS) {
            fprintf(s->stream, "%.*g~", SNAPSHOT_DIGITS, x);
            before = '~';
            text = end;
        } else {
            before = *text;
            fputc(*text++, s->stream);
        }
    }
}

/* ---- files ---- */

static inline void snapshot_write(const snapshot *s, const char *path) {
    FILE *file = fopen(path, "wb");
    ck_assert_msg(file != NULL, "%s cannot be written: run the test from the root of the repository", path);
    ck_assert_uint_eq(fwrite(s->text, 1, s->size, file), s->size);
    ck_assert_int_eq(fclose(file), 0);
}

static inline char *snapshot_read(const char *path) {
    char *text = NULL, chunk[4096];
    size_t size = 0, more;
    FILE *file = fopen(path, "rb"), *to = open_memstream(&text, &size);
    ck_assert_msg(file != NULL, "%s cannot be read: run the test from the root of the repository", path);
    ck_assert_ptr_nonnull(to);
    while ((more = fread(chunk, 1, sizeof chunk, file)) > 0)
        fwrite(chunk, 1, more, to);
    fclose(file);
    fclose(to);
    return text;
}

/* The headings are the lines that begin with this. */
#define SNAPSHOT_HEADING "== "

/* The first line that differs, below which heading. */
static inline void snapshot_compare(const char *committed, const char *text, const char *path) {
    const char *heading = "";
    size_t line = 1;
    while (*committed != 0 || *text != 0) {
        size_t one = strcspn(committed, "\n"), other = strcspn(text, "\n");
        if (strncmp(text, SNAPSHOT_HEADING, strlen(SNAPSHOT_HEADING)) == 0)
            heading = text;
        ck_assert_msg(one == other && memcmp(committed, text, one) == 0,
                      "%s, line %zu, below \"%.*s\":\n  committed: %.*s\n  now:       %.*s", path, line,
                      (int)strcspn(heading, "\n"), heading, (int)one, committed, (int)other, text);
        committed += one + (committed[one] != 0);
        text += other + (text[other] != 0);
        line++;
    }
}

static inline void snapshot_check(snapshot *s, const char *path) {
    const char *update = getenv("PLUMB_TEST_UPDATE");
    fclose(s->stream);
    if (update != NULL && *update != 0) {
        snapshot_write(s, path);
    } else {
        char *committed = snapshot_read(path);
        snapshot_compare(committed, s->text, path);
        free(committed);
    }
    free(s->text);
}
#endif
