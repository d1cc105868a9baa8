#include "cli/progress.h"
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static const double first_after = 1.0, then_every = 0.2; /* seconds */

static double now(void) {
    struct timespec time = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

plumb_progress plumb_progress_begin(void) {
    double start = now();
    return (plumb_progress){isatty(STDERR_FILENO) == 1, start, start + first_after, false};
}

void plumb_progress_rows(void *context, size_t rows_done, size_t rows) {
    plumb_progress *progress = context;
    if (!progress->terminal || rows_done == 0)
        return;
    double time = now();
    if (time < progress->due)
        return;
    double share = (double)rows_done / (double)rows;
    double left = (time - progress->start) * (1 / share - 1);
    fprintf(stderr, "\rplumb: %zu of %zu rows, %.0f %%, about %.0f s left \033[K", rows_done, rows, 100 * share, left);
    fflush(stderr);
    progress->due = time + then_every;
    progress->drawn = true;
}

void plumb_progress_end(plumb_progress *progress) {
    if (progress->drawn)
        fputs("\r\033[K", stderr);
}
