/* error.h - the one-line message that goes with every refusal. */
#ifndef PLUMB_BASE_ERROR_H
#define PLUMB_BASE_ERROR_H

enum { PLUMB_ERROR_TEXT = 1024, PLUMB_ERROR_PART = 256, PLUMB_ERROR_PARTS = 3 };

/* The message, and behind its end what it says by itself: one text after the other, in the order of
   plumb_error_part. */
typedef struct {
    char text[PLUMB_ERROR_TEXT + PLUMB_ERROR_PARTS * PLUMB_ERROR_PART];
} plumb_error;

/* Sets the message and returns -1, so that a refusal reads `return plumb_fail(error, ...)`.
   Names and values in it may come from a hostile file: they are shown as base/printable.h says, and a
   message that does not fit is cut and ends in "...". */
int plumb_fail(plumb_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds what the last message says by itself: the tensor or member, what was found there, what is right; NULL where it
   does not say it.  Each is shown as the message is.  Returns -1. */
int plumb_fail_of(plumb_error *error, const char *field, const char *value, const char *expected);

/* Of the last message; "" where it does not say it. */
typedef enum { PLUMB_ERROR_FIELD, PLUMB_ERROR_VALUE, PLUMB_ERROR_EXPECTED } plumb_error_part;
const char *plumb_error_says(const plumb_error *error, plumb_error_part part);
#endif
