/* weight_overflow.h - bounds the weights of a row, their sums, and quotients by these. */
#ifndef PLUMB_THEOREM_WEIGHT_OVERFLOW_H
#define PLUMB_THEOREM_WEIGHT_OVERFLOW_H
#include "theorem/overflow_step.h"
#include "theorem/row_size.h"

/* What the elements of a row share. */
typedef struct {
    plumb_overflow scores;  /* of all keys that take part */
    plumb_overflow weights; /* from the scores to the sums of weights */
    double weight;          /* upper bound of a stored weight, for any shift, before or after a division */
    double divided;         /* sums are divided by no less than 1 over this */
    bool may_divide_by_zero; /* or by an unknown number: then NaN is unjudged */
    double growth;          /* of an accumulator, by all its roundings, */
    double sums_ratio;      /* and of a mean, by those of both its sums */
} plumb_row_overflow;

/* For the row that was set. */
plumb_row_overflow plumb_overflow_of_row(const plumb_row_size *row);

/* Counts sums over the keys that are computed before the query: they are stored like weights, and multiplied like
   keys. */
void plumb_count_keys_first(plumb_overflow *worst, const plumb_precision *precision, plumb_overflow_step step,
                            double keys);
#endif
