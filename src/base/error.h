/* error.h - the one-line message of every refusal. */
#ifndef PLUMB_BASE_ERROR_H
#define PLUMB_BASE_ERROR_H

enum { PLUMB_ERROR_TEXT = 1024, PLUMB_ERROR_PART = 256, PLUMB_ERROR_PARTS = 3 };

/* The message, followed by its parts in the order of plumb_error_part, each a text. */
typedef struct {
    char text[PLUMB_ERROR_TEXT + PLUMB_ERROR_PARTS * PLUMB_ERROR_PART];
} plumb_error;

/* Sets the message and returns -1, so that a refusal reads `return plumb_fail(error, ...)`.  Names and values in it may
   come from a hostile file: they are shown as base/printable.h says, and a message that does not fit is truncated and
   ends in "...". */
int plumb_fail(plumb_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds the parts of the last message: the tensor or member, the given value, what is expected; NULL: none.  Special
   characters are shown as in the message.  Returns -1. */
int plumb_fail_of(plumb_error *error, const char *field, const char *value, const char *expected);

/* A part of the last message; "" if it has none. */
typedef enum { PLUMB_ERROR_FIELD, PLUMB_ERROR_VALUE, PLUMB_ERROR_EXPECTED } plumb_error_part;
const char *plumb_error_says(const plumb_error *error, plumb_error_part part);
#endif
