/* printable.h - names and notes from hostile files, so that they can be read and nothing obeys them. */
#ifndef PLUMB_BASE_PRINTABLE_H
#define PLUMB_BASE_PRINTABLE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Copies text.  Characters of plumb_utf8_is_control become \u and their number, in four hexadecimal
   digits, bytes that are not UTF-8 \x and theirs, in two.  What does not fit into `size` bytes, at least
   4, is cut between characters and ends in "..."; false then. */
bool plumb_printable(const char *text, char *out, size_t size);

/* The same, without an end, to a stream. */
void plumb_printable_print(const char *text, FILE *stream);

/* The next character of the text, which moves on, as it is shown; false at the end. */
enum { PLUMB_PRINTABLE = 8 };
bool plumb_printable_next(const char **text, char shown[PLUMB_PRINTABLE]);
#endif
