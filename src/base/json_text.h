/* json_text.h - JSON values as texts. */
#ifndef PLUMB_BASE_JSON_TEXT_H
#define PLUMB_BASE_JSON_TEXT_H
#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

/* A JSON string of text; if it is not UTF-8, as names of files and words of a command line need not be, of its visible
   form (base/printable.h); null for NULL. Returns NULL if there is not enough memory. */
json_t *plumb_json_name(const char *text);

json_t *plumb_json_integer(size_t value);

/* {"decimal": "0.5", "hex": "0x1p-1"}: texts that read back to the same binary64, since JSON has no literal for NaN and
   infinities. */
json_t *plumb_json_number(double value);

/* The compact text of value, to be released with free; NULL if there is not enough memory. */
char *plumb_json_print(const json_t *value);

/* Adds the value to an object or an array, which then owns it.  If there is not enough memory, or value is NULL, the
   whole is released and stays NULL whatever else is added: one test at the end finds every failure. */
void plumb_json_put(json_t **object, const char *name, json_t *value);
void plumb_json_add(json_t **array, json_t *value);

/* Writes the object as an indented text, with control characters (base/utf8.h) as \u escapes, and releases it.  Returns
   0, or -1 if object is NULL (not enough memory) or it cannot be written. */
int plumb_json_write(json_t *object, FILE *stream);
#endif
