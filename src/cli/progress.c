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

plumb_progress plumb_progress_begin_on(FILE *stream, double (*clock)(void)) {
    double start = clock();
    return (plumb_progress){stream, clock, start, start + first_after, false};
}

plumb_progress plumb_progress_begin(void) {
    return plumb_progress_begin_on(isatty(STDERR_FILENO) == 1 ? stderr : NULL, now);
}

void plumb_progress_tell(void *context, size_t done, size_t all) {
    plumb_progress *progress = context;
    if (progress->stream == NULL || done == 0)
        return;
    double time = progress->clock();
    if (time < progress->due)
        return;
    double share = (double)done / (double)all;
    double left = (time - progress->start) * (1 / share - 1);
    fprintf(progress->stream, "\rplumb: %.0f %%, about %.0f s left \033[K", 100 * share, left);
    fflush(progress->stream);
    progress->due = time + then_every;
    progress->drawn = true;
}

void plumb_progress_end(plumb_progress *progress) {
    if (progress->drawn)
        fputs("\r\033[K", progress->stream);
}
