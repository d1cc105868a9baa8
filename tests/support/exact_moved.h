/* exact_moved.h - spec/budget.md, sections 17 and 18: vectors that are moved to their positions, and their
   errors. */
#ifndef PLUMB_TESTS_SUPPORT_EXACT_MOVED_H
#define PLUMB_TESTS_SUPPORT_EXACT_MOVED_H
#include "tests/support/exact_angles.h"

/* A tensor is rounded to the coarser of input and output: u_T and t_T. */
plumb_rounding exact_tensor(const plumb_precision *precision);

/* One vector as it is multiplied. */
typedef struct {
    size_t count;
    real *size;    /* |x_c| */
    real *error;   /* of single roundings */
    real *reach;   /* of all errors: an upper bound of what is computed */
    size_t turned; /* pairs whose angles are off, but by what the other vector shares */
    real *length;  /* n_m of those */
} exact_vector;

exact_vector exact_vector_of(size_t count, size_t turned);

/* x [head_dim] at that position; as it is, unless the position moves vectors */
exact_vector exact_moved_vector(const plumb_problem *problem, const plumb_precision *precision,
                                const exact_angles *angles, const double *x, int64_t position);
/* x as it is, not moved */
exact_vector exact_plain_vector(const double *x, size_t count);
#endif
