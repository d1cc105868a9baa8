/* utf8.h - texts from hostile files, character by character. */
#ifndef PLUMB_BASE_UTF8_H
#define PLUMB_BASE_UTF8_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PLUMB_UTF8_MOST = 4 }; /* bytes of a character */

/* The bytes of the UTF-8 character (RFC 3629) at the beginning of text[size], size > 0, and its number.
   0 if there is none. */
size_t plumb_utf8_character(const char *text, size_t size, uint32_t *number);

/* Writes the character, which is one, and returns its bytes. */
size_t plumb_utf8_write(uint32_t number, char *text);

/* Whether a terminal or a page would obey the character rather than show it: controls (C0, DEL, C1),
   those that turn the direction of writing, ends of lines and paragraphs; and what XML cannot hold.
   None is above U+FFFF. */
bool plumb_utf8_is_control(uint32_t number);
#endif
