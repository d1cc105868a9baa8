#include "case/choices.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LIST_TEXT = 400 };

/* "a, b, c" of at most LIST_TEXT characters; length counts what stands already. */
static void append(char text[LIST_TEXT], size_t *length, const char *format, const char *kind,
                   const char *name) {
    if (*length >= LIST_TEXT)
        return;
    if (*length > 0)
        *length += (size_t)snprintf(text + *length, LIST_TEXT - *length, ", ");
    if (*length < LIST_TEXT)
        *length += (size_t)snprintf(text + *length, LIST_TEXT - *length, format, kind, name);
}

int plumb_choose_word(const char *const *words, const char *field, const char *text, size_t *number,
                      plumb_error *error) {
    char list[LIST_TEXT] = "";
    size_t length = 0;
    for (*number = 0; words[*number] != NULL; ++*number) {
        if (strcmp(text, words[*number]) == 0)
            return 0;
        append(list, &length, "%s%s", "", words[*number]);
    }
    return plumb_fail(error, "%s: '%.100s' is not one of %s", field, text, list);
}

int plumb_choose_entry(plumb_list_name name, const char *field, const char *text, size_t *number,
                       plumb_error *error) {
    const plumb_list *list = plumb_list_of(name);
    char names[LIST_TEXT] = "";
    size_t length = 0;
    if (plumb_list_find(list, text, number))
        return 0;
    for (size_t i = 0; i < list->count; i++)
        append(names, &length, "%s%s", "", list->entry[i].name);
    return plumb_fail(error, "%s: '%.100s' is not one of %s", field, text, names);
}

static const plumb_entry *entry_of(plumb_choice choice) {
    return &plumb_list_of(choice.list)->entry[choice.number];
}

static int check_needed(const plumb_choice *chosen, size_t count, plumb_input_set given,
                        const char *source, plumb_error *error) {
    for (size_t i = 0; i < count; i++)
        for (int input = 0; input < PLUMB_INPUTS; input++)
            if ((entry_of(chosen[i])->needs & ~given & PLUMB_INPUT_SET(input)) != 0)
                return plumb_fail(error, "%s: %s: missing; %s %s needs it", source,
                                  plumb_input_name((plumb_input)input),
                                  plumb_list_of(chosen[i].list)->kind, entry_of(chosen[i])->name);
    return 0;
}

/* Names all that take the input, and what was chosen instead. */
static int refuse_input(const plumb_choice *chosen, size_t count, plumb_input input,
                        const char *source, plumb_error *error) {
    char takers[LIST_TEXT] = "", here[LIST_TEXT] = "";
    size_t length = 0, here_length = 0;
    for (int name = 0; name < PLUMB_LISTS; name++) {
        const plumb_list *list = plumb_list_of((plumb_list_name)name);
        for (size_t i = 0; i < list->count; i++)
            if (((list->entry[i].needs | list->entry[i].takes) & PLUMB_INPUT_SET(input)) != 0)
                append(takers, &length, "%s %s", list->kind, list->entry[i].name);
    }
    for (size_t i = 0; i < count; i++)
        append(here, &here_length, "%s %s", plumb_list_of(chosen[i].list)->kind,
               entry_of(chosen[i])->name);
    return plumb_fail(error, "%s: %s: only for %s; here: %s", source, plumb_input_name(input),
                      takers, here);
}

static int check_taken(const plumb_choice *chosen, size_t count, plumb_input_set given,
                       const char *source, plumb_error *error) {
    const plumb_list *modifiers = plumb_list_of(PLUMB_LIST_MODIFIERS);
    plumb_input_set taken = 0;
    for (size_t i = 0; i < count; i++)
        taken |= entry_of(chosen[i])->needs | entry_of(chosen[i])->takes;
    for (size_t i = 0; i < modifiers->count; i++)
        taken |= modifiers->entry[i].takes;
    for (int input = 0; input < PLUMB_INPUTS; input++)
        if ((given & ~taken & PLUMB_INPUT_SET(input)) != 0)
            return refuse_input(chosen, count, (plumb_input)input, source, error);
    return 0;
}

int plumb_choices_check(const plumb_choice *chosen, size_t count, plumb_input_set given,
                        const char *source, plumb_error *error) {
    if (check_taken(chosen, count, given, source, error) != 0)
        return -1;
    return check_needed(chosen, count, given, source, error);
}
