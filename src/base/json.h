/* json.h - JSON texts from hostile files.

   Values are jansson's, the reading is not: jansson 2.14 loses a character, silently, where its buffer
   for a string cannot grow, asserts what is no longer true then, and needs twenty-four times the memory
   of a text.  It could be told of another malloc, but only the whole program at once, which is not ours. */
#ifndef PLUMB_BASE_JSON_H
#define PLUMB_BASE_JSON_H
#include "base/error.h"
#include <jansson.h>
#include <stddef.h>

/* Arrays and objects in one another; no case needs more than 4. */
enum { PLUMB_JSON_DEPTH = 64 };

/* The array or object that the text holds, to be released with json_decref; NULL after a message
   that begins with where.  Refused are duplicate keys, zero bytes in strings, numbers beyond int64_t and
   binary64, bytes that are not UTF-8, anything after the end, and nesting deeper than that.  The value takes
   up to some forty times the memory of the text. */
json_t *plumb_json_parse(const char *text, size_t length, const char *where, plumb_error *error);

/* What takes the members of an object: each returns 0, or -1 after a message. */
typedef struct {
    int (*begin)(void *context, size_t members); /* before the first; or NULL */
    /* A member, its value as it stands in the text. */
    int (*member)(void *context, const char *key, const char *value, size_t length);
    void *context;
} plumb_json_receiver;

/* Hands over the members of the object that the text holds, one after the other, so that no more than one
   of them takes memory beyond 32 bytes each.  All of the text is checked before the first, but for what
   the values make of duplicate keys and large numbers. */
int plumb_json_members(const char *text, size_t length, const char *where, const plumb_json_receiver *receiver,
                       plumb_error *error);

/* The string that the text holds, which plumb_json_members has handed over; to be released with free.
   NULL if memory is short. */
char *plumb_json_string(const char *text, size_t length);
#endif
