/* predict.h - the numbers that a hypothesis predicts for a row, and the largest errors of an engine of the stated
   precision. */
#ifndef PLUMB_INFER_PREDICT_H
#define PLUMB_INFER_PREDICT_H
#include "infer/inquiry.h"

enum { PLUMB_MOST_BEYOND = 256 };

/* Room for one row; each thread has its own. */
typedef struct plumb_prediction {
    size_t beyond;               /* keys behind the last that are read, too */
    double *share;               /* [key_length + PLUMB_MOST_BEYOND] what a value is weighed by */
    double *sorted;              /* [key_length + 1] scores, largest first */
    double *cut;                 /* [key_length] what keys are cut by */
    size_t *source;              /* [key_length + PLUMB_MOST_BEYOND] which value: a row of the tensor of values */
    double *sum, *square;        /* [value_dim] */
    double *output;              /* [value_dim] predicted */
    double *tolerance;           /* [value_dim] */
    double *fitting;             /* [value_dim + 1][value_dim] */
    double *gram;                /* [value_dim][value_dim] */
    double fitted[PLUMB_TOLD]; /* the factors that were fitted to this row */
    size_t freedom;              /* numbers that were fitted beside these */
} plumb_prediction;

plumb_prediction plumb_prediction_of(const plumb_problem *problem, plumb_workspace *workspace);

/* Sums and differences of all pairs of a block, whose number is a power of 2, and so on (Sylvester's order), divided by
   the root of that. */
void plumb_hadamard(double *x, size_t n);

/* NULL: the stated formula.  Returns whether the hypothesis says anything of this row. */
bool plumb_predict(const plumb_inquiry *inquiry, const plumb_hypothesis *hypothesis, const plumb_evidence *at,
                   plumb_prediction *prediction);

/* Of the columns that fail anywhere: the root of the mean square of error over tolerance, and the largest; and the
   roots of the mean squares of error and tolerance. */
typedef struct {
    double mean, most;
    double error, tolerance;
} plumb_misfit;
plumb_misfit plumb_misfit_of(const plumb_inquiry *inquiry, const plumb_evidence *at,
                             const plumb_prediction *prediction);
#endif
