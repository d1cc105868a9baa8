/* gradient_lines.h - whether lines of a gradient (of a query or a key each) are correct ones of another place or tensor,
   or some of its columns have a factor. */
#ifndef PLUMB_DIAGNOSE_GRADIENT_LINES_H
#define PLUMB_DIAGNOSE_GRADIENT_LINES_H
#include "diagnose/gradient_sample.h"
#include <stddef.h>

/* numbers [lines][width]: workspace.  Sets *explained to the wrong numbers that this explains, if they are nearly all,
   and `says` to the words for it; else *explained is 0. */
void plumb_gradient_lines(const plumb_gradient_sample *sample, plumb_gradient gradient, double *numbers,
                          size_t *explained, char *says, size_t size);
#endif
