/* json.h - JSON texts from hostile files, and into new ones.

   jansson 2.14 loses a character, silently, where its buffer for a string cannot grow, and asserts what
   is no longer true then; so these functions leave it at the first allocation that fails, and release
   what it took. */
#ifndef PLUMB_CASE_JSON_H
#define PLUMB_CASE_JSON_H
#include "case/error.h"
#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

/* The array or object that the text holds, to be released with json_decref; NULL after a message
   that begins with where.  Refused are duplicate keys, zero bytes in strings, anything after the
   end, and nesting deeper than jansson's bound. */
json_t *plumb_json_parse(const char *text, size_t length, const char *where, plumb_error *error);

/* The compact text of value, to be released with free; NULL if memory is short. */
char *plumb_json_print(const json_t *value);

/* Writes the object, indented, as a text of its own, and releases it.  -1 if object is NULL, which says
   that memory is short, or if it cannot be written. */
int plumb_json_write(json_t *object, FILE *stream);
#endif
