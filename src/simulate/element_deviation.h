/* element_deviation.h - the standard deviation of one element of the deviation's current row. */
#ifndef PLUMB_SIMULATED_ELEMENT_DEVIATION_H
#define PLUMB_SIMULATED_ELEMENT_DEVIATION_H
#include "simulate/deviation.h"

/* For an element with the exact value `exact`, stored in a tensor of that format. */
double plumb_deviation_of(const plumb_deviation *deviation, plumb_quantity quantity, size_t column, double exact,
                          plumb_format format);

/* Whether errors of weights are as large as the weights, or unknown: first order is then useless. */
bool plumb_deviation_says_nothing(const plumb_deviation *deviation);

/* An output before value bias and gate, in the units of `value`. */
typedef struct {
    double unit;     /* the output that counts as 1 */
    double mean;     /* the output from which a key that gains weight pulls away */
    double sum;      /* of the weighted values */
    double variance; /* of all errors; of that: */
    double spread;   /*   errors of weights, sum_j factor_j own->unit (v_j - mean)^2 */
    double common;   /*   errors that all weights share, over sum^2 */
} plumb_error_parts;

/* What the errors of all outputs of the row share. */
typedef struct {
    double alpha;  /* the factor of a scaled softmax; else 1 */
    double each;   /* the variance of a product of weight and value, as a matrix unit reads them */
    double all;    /* of their sum, and of the divisor's, summed one by one */
    double common; /* of all weights together, with the former */
} plumb_row_errors;
plumb_row_errors plumb_deviation_row_errors(const plumb_deviation *deviation);

/* exact, of_output: that output, and its deviation.  shared: of its row. */
plumb_error_parts plumb_deviation_parts(const plumb_deviation *deviation, const plumb_row_errors *shared,
                                        size_t column, double exact, double of_output);

/* The derivative of an output by a common factor of all scores of its row. 0 if the weights are not those of a softmax,
   or the row was taken without tilts. */
double plumb_deviation_tilt(const plumb_deviation *deviation, size_t column, double exact);
#endif
