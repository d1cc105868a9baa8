/* cholesky.h - symmetric positive definite systems, A = R^T R. */
#ifndef PLUMB_INFER_CHOLESKY_H
#define PLUMB_INFER_CHOLESKY_H
#include <stddef.h>

/* a [n][n]: the upper triangle of A becomes R.  Returns 0, or -1 if A is not positive definite. */
int plumb_cholesky(double *a, size_t n);

/* x [n]: the right side becomes the solution of A x = b. */
void plumb_cholesky_solve(const double *r, size_t n, double *x);

/* diagonal [n]: of the inverse of A.  R becomes its own inverse. */
void plumb_cholesky_inverse_diagonal(double *r, size_t n, double *diagonal);
#endif
