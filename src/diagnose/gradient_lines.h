/* gradient_lines.h - whether lines of a gradient (of a query or a key each) are correct ones of another place or
   tensor, or some of its columns have a factor. */
#ifndef PLUMB_DIAGNOSE_GRADIENT_LINES_H
#define PLUMB_DIAGNOSE_GRADIENT_LINES_H
#include "diagnose/gradient_sample.h"
#include <stddef.h>

/* Of dq, dk and dv; of a bias's gradient only columns. */
plumb_explain_gradient plumb_gradient_lines;

/* The wrong numbers of two gradients that are explained if the two are exchanged; 0 if they are not. */
size_t plumb_gradients_exchanged(const plumb_gradient_sample *sample, plumb_gradient one, plumb_gradient other,
                                 const plumb_gradient_numbers *numbers);
#endif
