/* element_deviation.h - the standard deviation of one number of the row that a deviation is asked about. */
#ifndef PLUMB_SIMULATED_ELEMENT_DEVIATION_H
#define PLUMB_SIMULATED_ELEMENT_DEVIATION_H
#include "simulate/deviation.h"

/* Of an element whose exact value is `exact`, stored in a tensor of that format. */
double plumb_deviation_of(const plumb_deviation *deviation, plumb_quantity quantity, size_t column, double exact,
                          plumb_format format);

/* Whether errors of weights are as large as the weights, or unknown: to first order is then to no order. */
bool plumb_deviation_says_nothing(const plumb_deviation *deviation);

/* An output as the keys make it, before value bias and gate, in the units of `value`. */
typedef struct {
    double unit;     /* so much of the output is 1 */
    double mean;     /* what a key that gains weight pulls it away from */
    double sum;      /* of the weighted values */
    double variance; /* of all errors; of that: */
    double spread;   /*   errors of weights, sum_j factor_j own->unit (v_j - mean)^2 */
    double common;   /*   errors that all weights share, over sum^2 */
} plumb_error_parts;

/* exact, deviation: of that output. */
plumb_error_parts plumb_deviation_parts(const plumb_deviation *deviation, size_t column, double exact,
                                        double of_output);

/* By how much an output grows if all scores of its row grow by a part of themselves, relative to that part.  0 where
   weights are not those of a softmax, and of a row that was taken without tilts. */
double plumb_deviation_tilt(const plumb_deviation *deviation, size_t column, double exact);
#endif
