/* weight_overflow.h - how large the weights of a row become, their sums, and what divides by these. */
#ifndef PLUMB_THEOREM_WEIGHT_OVERFLOW_H
#define PLUMB_THEOREM_WEIGHT_OVERFLOW_H
#include "theorem/overflow_step.h"
#include "theorem/row_size.h"

/* What the elements of a row share. */
typedef struct {
    plumb_overflow scores;  /* of all keys that take part */
    plumb_overflow weights; /* from the scores to the sums of weights */
    double weight;          /* upper bound of a weight as stored, whatever the shift, before or behind a division */
    double divided;         /* sums are divided by no less than 1 over this */
    bool may_divide_by_zero; /* or by what is unknown: then NaN says nothing */
    double growth;          /* of an accumulator by all its roundings, */
    double sums_ratio;      /* and of a mean by those of both its sums */
} plumb_row_overflow;

/* Of the row that was set. */
plumb_row_overflow plumb_overflow_of_row(const plumb_row_size *row);

/* A sum over the keys before the query comes in is stored as a weight is, and multiplied as a key is. */
void plumb_count_keys_first(plumb_overflow *worst, const plumb_precision *precision, plumb_overflow_step step,
                            double keys);
#endif
