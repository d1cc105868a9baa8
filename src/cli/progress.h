/* progress.h - a line on standard error that says how far a long run is. */
#ifndef PLUMB_CLI_PROGRESS_H
#define PLUMB_CLI_PROGRESS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct {
    FILE *stream;          /* NULL: nobody sees it */
    double (*clock)(void); /* seconds */
    double start, due;     /* nothing is drawn before due */
    bool drawn;
} plumb_progress;

/* On standard error where that is a terminal. */
plumb_progress plumb_progress_begin(void);

/* On that stream, by that clock. */
plumb_progress plumb_progress_begin_on(FILE *stream, double (*clock)(void));

/* So much of all the work is done, in whatever unit.  context is a plumb_progress; never from two threads at a time. */
void plumb_progress_tell(void *context, size_t done, size_t all);

/* Removes the line. */
void plumb_progress_end(plumb_progress *progress);
#endif
