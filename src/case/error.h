/* error.h - the one-line message that goes with every refusal. */
#ifndef PLUMB_CASE_ERROR_H
#define PLUMB_CASE_ERROR_H

typedef struct {
    char text[1024];
} plumb_error;

/* Sets the message and returns -1, so that a refusal reads `return plumb_fail(error, ...)`.
   Names and values in it may come from a hostile file: they are shown as case/visible.h says, and a
   message that does not fit is cut and ends in "...". */
int plumb_fail(plumb_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
#endif
