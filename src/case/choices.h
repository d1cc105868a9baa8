/* choices.h - one word of several, the entries of case/operators.h that a description chose, and
   whether what is stated goes with them. */
#ifndef PLUMB_CASE_CHOICES_H
#define PLUMB_CASE_CHOICES_H
#include "case/error.h"
#include "case/inputs.h"
#include "case/operators.h"
#include <stddef.h>

/* The number of text among the words, after which stands NULL, or a message that lists them all;
   field is its place in messages. */
int plumb_choose_word(const char *const *words, const char *field, const char *text, size_t *number,
                      plumb_error *error);

/* The number of the entry that text names, or a message that lists all names. */
int plumb_choose_entry(plumb_list_name list, const char *field, const char *text, size_t *number,
                       plumb_error *error);

/* One entry chosen of one list. */
typedef struct {
    plumb_list_name list;
    size_t number;
} plumb_choice;

/* Whether every input that the chosen entries need is given, and none that neither they nor the
   modifiers take.  source is the case, for messages. */
int plumb_choices_check(const plumb_choice *chosen, size_t count, plumb_input_set given,
                        const char *source, plumb_error *error);
#endif
