/* merge.h - parts of the keys merged exactly: as balls by the kernel, or correctly rounded. */
#ifndef PLUMB_MERGE_MERGE_H
#define PLUMB_MERGE_MERGE_H
#include "merge/given.h"
#include "problem/format.h"

/* Middles and radii, or rounded numbers, where the radii are NULL: [rows][width] and [rows].  A row in which no part
   sees a key has the output 0 and the log-sum-exp -infinity. */
typedef struct {
    double *output, *output_radius, *lse, *lse_radius;
} plumb_merge_answer;

/* Each returns 0, or -1 with a message; field is where the parts came from. */
int plumb_merge_balls(const plumb_merge_parts *parts, const plumb_merge_answer *to, const char *field,
                      plumb_error *error);

/* The output to a format, the log-sum-exp to binary32, or to binary64 where that is the format. */
int plumb_merge_rounded(const plumb_merge_parts *parts, plumb_format format, const plumb_merge_answer *to,
                        const char *field, plumb_error *error);
plumb_format plumb_merge_lse_format(plumb_format format);
#endif
