/* words.h - messages that list words of the schema, without writing the words down in each test: a message says
   "{operator}" for the words of that member, and "{with normalisation}" for what may be stated with it.

   The words themselves are written down once more in tests/problem/test_traits.c. */
#ifndef PLUMB_TESTS_SUPPORT_WORDS_H
#define PLUMB_TESTS_SUPPORT_WORDS_H
#include "schema/schema.h"
#include <stdio.h>
#include <string.h>

enum { WORDS_TEXT = 1024 };

static inline void list_words(FILE *to, const char *name) {
    plumb_member member = plumb_member_find("", name);
    const char *between = "";
    for (const plumb_value *word = NULL; (word = plumb_next_word(member, word)) != NULL; between = ", ")
        fprintf(to, "%s%s", between, word->word);
}

static inline void list_takers(FILE *to, const char *name) {
    const char *between = "";
    for (const plumb_value *taker = NULL; (taker = plumb_next_taker(name, taker)) != NULL; between = ", ")
        fprintf(to, "%s%s %s", between, plumb_member_name(taker->member), taker->word);
}

/* The message with each list in its place. */
static inline const char *with_words(const char *message, char text[WORDS_TEXT]) {
    static const char takers[] = "with ";
    FILE *to = fmemopen(text, WORDS_TEXT, "w");
    char name[64];
    int length;
    for (; *message != 0; message += length)
        if (sscanf(message, "{%63[a-z_ ]}%n", name, (length = 0, &length)) == 1 && length > 0) {
            if (strncmp(name, takers, strlen(takers)) == 0)
                list_takers(to, name + strlen(takers));
            else
                list_words(to, name);
        } else {
            fputc(*message, to);
            length = 1;
        }
    fclose(to);
    return text;
}
#endif
