/* quotient.h - weights that are r_j / Z: what errors of the numerators r and of the denominator Z do
   to a weight and to an output (spec/budget.md, section 12).  Weights without a normalisation have
   Z = 1. */
#ifndef PLUMB_COMPARE_QUOTIENT_H
#define PLUMB_COMPARE_QUOTIENT_H
#include "case/storage.h"
#include "compare/bound.h"
#include "precision/precision.h"
#include "problem/problem.h"

typedef struct {
    double size;   /* [|r|] upper bound */
    double summed; /* >= size: of the terms of which r is the sum, where r need not be formed */
    double error;  /* bounds |computed r - r| */
} plumb_numerator;

/* Sums over the keys for one value column v; where v is a sum, |v| is that of the magnitudes but for
   errors of the numerators. */
typedef struct {
    double error;    /* sum error |v| */
    double summed;   /* sum (summed + error) |v| */
    double absolute; /* sum |v| */
    double weight;   /* sum summed + error */
} plumb_numerator_sums;

typedef struct {
    plumb_numerator *numerator;   /* [key_length], filled for keys that take part */
    plumb_numerator_sums *column; /* [value_dim] */
    double steps;                 /* [a] roundings of one accumulator */
    double value_unit;            /* of roundings of the values themselves */
    double value_tiny;            /* what underflow adds to a value */
    double size;                  /* [Z] upper bound of |Z| */
    double least;                 /* lower bound of the computed |Z|; 0 or less: it may be 0 */
    double error;                 /* bounds |computed Z - Z| */
    double tiny;                  /* absolute error of a numerator, for each unit of a value */
    double accumulator_tiny;
} plumb_quotient;

plumb_quotient plumb_quotient_of(const plumb_problem *problem, plumb_room *room);

/* The numerators are divided by what is z to within `slack`; computed, it may be off by more. */
void plumb_quotient_divide(plumb_quotient *quotient, double z, double slack, double error);

void plumb_quotient_start_columns(plumb_quotient *quotient, size_t value_dim);
/* size: |value|, or the magnitudes of what is added to make it */
void plumb_quotient_add_value(plumb_numerator_sums *column, const plumb_numerator *numerator, double value,
                              double size);

/* exact bounds the magnitude of the exact weight or output. */
plumb_bound plumb_quotient_weight(const plumb_quotient *quotient, const plumb_precision *precision, size_t key,
                                  double exact);
plumb_bound plumb_quotient_output(const plumb_quotient *quotient, const plumb_precision *precision, size_t column,
                                  double exact);
#endif
