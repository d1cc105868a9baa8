/* gram.h - normal equations of least squares: G = X X^T, for X [unknowns][equations] added in parts. */
#ifndef PLUMB_INFER_GRAM_H
#define PLUMB_INFER_GRAM_H
#include <stddef.h>

/* gram [n][n] grows by X X^T from the diagonal on; what lies below it may be anything.  x [equations][n]: each equation
   together. */
void plumb_gram_add(const double *x, size_t equations, size_t n, double *gram);
#endif
