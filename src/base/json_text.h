/* json_text.h - JSON values as texts. */
#ifndef PLUMB_BASE_JSON_TEXT_H
#define PLUMB_BASE_JSON_TEXT_H
#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

/* A string of text, of its visible form (base/printable.h) where it is not UTF-8, as the names of files and
   the words of a command line need not be; null for NULL.  NULL if memory is short. */
json_t *plumb_json_name(const char *text);

json_t *plumb_json_integer(size_t value);

/* {"decimal": "0.5", "hex": "0x1p-1"}: texts that read back to the same binary64, for JSON has no literal for NaN and
   infinities. */
json_t *plumb_json_number(double value);

/* The compact text of value, to be released with free; NULL if memory is short. */
char *plumb_json_print(const json_t *value);

/* Adds the value, which is taken over, to an object or an array.  Where memory is short, which value = NULL says, too,
   the whole is released, and NULL whatever else is added: one test in the end finds every shortage. */
void plumb_json_put(json_t **object, const char *name, json_t *value);
void plumb_json_add(json_t **array, json_t *value);

/* Writes the object, indented, as a text of its own, and releases it; control characters, as
   base/utf8.h names them, as \u escapes.  -1 if object is NULL, which says that memory is short, or if
   it cannot be written. */
int plumb_json_write(json_t *object, FILE *stream);
#endif
