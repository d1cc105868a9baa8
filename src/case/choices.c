#include "case/choices.h"
#include "schema/hint.h"
#include "schema/other_names.h"
#include "schema/text.h"
#include <string.h>

enum { LIST_TEXT = 400 };

/* A name that other libraries have for one of the words. */
static void try_other_name(plumb_hint *hint, const char *const *words) {
    static const char use[] = "; use ";
    char text[PLUMB_OTHER_NAME_TEXT];
    const char *said = plumb_other_name(hint->text, true, text);
    for (; *words != NULL && strncmp(said, use, strlen(use)) == 0; words++)
        if (strcmp(said + strlen(use), *words) == 0)
            *hint = (plumb_hint){.text = hint->text, .best = *words, .near = true};
}

int plumb_choose_word(const char *const *words, const char *field, const char *text, size_t *number,
                      plumb_error *error) {
    char list[LIST_TEXT] = "", near[PLUMB_HINT_TEXT];
    plumb_hint hint = {.text = text};
    for (*number = 0; words[*number] != NULL; ++*number) {
        if (strcmp(text, words[*number]) == 0)
            return 0;
        plumb_text_add(list, LIST_TEXT, "%s%s", *number > 0 ? ", " : "", words[*number]);
        plumb_hint_try(&hint, words[*number]);
    }
    try_other_name(&hint, words);
    plumb_fail(error, "%s: '%.100s' is not one of %s%s", field, text, list, plumb_hint_text(&hint, near));
    return plumb_fail_of(error, field, text, list);
}
