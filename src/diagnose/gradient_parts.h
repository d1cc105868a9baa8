/* gradient_parts.h - the sampled lines of dq, dk or dv as sums of parts: of tiles of keys for dq, of queries for dk and
   dv. */
#ifndef PLUMB_DIAGNOSE_GRADIENT_PARTS_H
#define PLUMB_DIAGNOSE_GRADIENT_PARTS_H
#include "diagnose/gradient_sample.h"

typedef struct {
    const plumb_gradient_sample *sample;
    plumb_gradient gradient;
    const plumb_sampled_gradient *of;
    size_t length, tile, tiles; /* queries or keys that are summed, in a tile; number of tiles */
    double *part;               /* [lines][width][tiles] */
} plumb_gradient_parts;

/* Borrows the sample.  Free the parts even after a failure.  Returns 0, or -1 if there is not enough memory. */
int plumb_gradient_parts_init(plumb_gradient_parts *parts, const plumb_gradient_sample *sample,
                              plumb_gradient gradient);
void plumb_gradient_parts_free(plumb_gradient_parts *parts);

/* Calls take for the part of each summed query or key in each sampled line: part [width] times weight.  head: of the
   query.  Returns 0, or -1 if there is not enough memory. */
typedef void (*plumb_take_part)(void *context, size_t line, size_t head, size_t place, double weight,
                                const double *part);
int plumb_gradient_parts_visit(const plumb_gradient_sample *sample, plumb_gradient gradient, plumb_take_part take,
                               void *context);

/* Least squares for how often each of `count` parts counts beyond once, from what lines from..to - 1 are off by:
   part [numbers of these lines][count]; gram [count][count]: workspace.  Returns false if that is not determined. */
bool plumb_gradient_parts_solve(const plumb_sampled_gradient *gradient, size_t from, size_t to, const double *part,
                                size_t count, double *gram, double *factor);
#endif
