/* markup.h - writes text inside XML and HTML; the text may come from a hostile file. */
#ifndef PLUMB_BASE_MARKUP_H
#define PLUMB_BASE_MARKUP_H
#include <stdio.h>

/* Characters with a meaning in markup become references; the others are shown as base/printable.h states.  For content
   and for attributes in double quotes. */
void plumb_markup_text(const char *text, FILE *stream);

/* The same for a formatted text of at most 1023 bytes. */
void plumb_markup_print(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));
#endif
