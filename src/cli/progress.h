/* progress.h - a line on standard error that shows the progress of a long run. */
#ifndef PLUMB_CLI_PROGRESS_H
#define PLUMB_CLI_PROGRESS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct {
    FILE *stream;          /* NULL: not a terminal */
    double (*clock)(void); /* seconds */
    double start, due;     /* nothing is drawn before due */
    bool drawn;
} plumb_progress;

/* On standard error, if it is a terminal. */
plumb_progress plumb_progress_begin(void);

/* On that stream, with that clock. */
plumb_progress plumb_progress_begin_on(FILE *stream, double (*clock)(void));

/* Reports the finished and the whole work, in any unit.  context: a plumb_progress; one thread at a time. */
void plumb_progress_tell(void *context, size_t done, size_t all);

/* Removes the line. */
void plumb_progress_end(plumb_progress *progress);
#endif
