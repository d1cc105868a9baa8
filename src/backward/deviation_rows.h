/* deviation_rows.h - a thread's workspace: evaluates rows one after another and adds their variances. */
#ifndef PLUMB_BACKWARD_DEVIATION_ROWS_H
#define PLUMB_BACKWARD_DEVIATION_ROWS_H
#include "backward/deviation.h"

typedef struct {
    plumb_rows rows;
    plumb_backward_row row;
    plumb_gradient_deviation deviation;
} plumb_deviation_rows;

/* terms: the number of rows in a sum.  Returns 0, or -1 if there is not enough memory. */
int plumb_deviation_rows_init(plumb_deviation_rows *rows, const plumb_problem *problem,
                              const plumb_precision *precision, size_t terms);
void plumb_deviation_rows_free(plumb_deviation_rows *rows);

/* Adds the variances of one row. */
void plumb_deviation_rows_add(plumb_deviation_rows *rows, size_t b, size_t h, size_t t,
                              const plumb_gradient_variances *to);
#endif
