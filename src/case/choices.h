/* choices.h - parses one word out of several. */
#ifndef PLUMB_CASE_CHOICES_H
#define PLUMB_CASE_CHOICES_H
#include "base/error.h"
#include <stddef.h>

/* The number of text among the words, after which stands NULL, or a message that lists them all;
   field is its place in messages. */
int plumb_choose_word(const char *const *words, const char *field, const char *text, size_t *number,
                      plumb_error *error);
#endif
