/* budget_row.h - the sums over the visible keys of one row from which its budgets are made; the
   letters of spec/budget.md stand in brackets. */
#ifndef PLUMB_COMPARE_BUDGET_ROW_H
#define PLUMB_COMPARE_BUDGET_ROW_H
#include "attention/evaluate.h"
#include "compare/key_budget.h"
#include "compare/precision.h"

/* Sums over the visible keys for one value column; v is the value, o the output. */
typedef struct {
    double spread;          /* sum w H |v - o| */
    double magnitude;       /* sum w (1 + H) |v| */
    double absolute;        /* sum |v| */
    double shared;          /* sum w c |v - o| */
    double variance;        /* sum (w sigma (v - o))^2 */
    double square;          /* sum (w v)^2 */
    double least, greatest; /* v */
} plumb_column_sums;

/* Sums over the visible keys. */
typedef struct {
    double growth;   /* sum w H */
    double loss;     /* sum w l */
    double shared;   /* sum w c */
    double variance; /* sum (w sigma)^2 */
} plumb_weight_sums;

/* One row's budgets, and what they share.  Each thread has its own. */
typedef struct {
    const plumb_problem *problem;
    plumb_row_terms terms;
    plumb_key_budget *key;      /* [key_length], filled for visible keys */
    plumb_column_sums *column;  /* [value_dim] */
    size_t keys;                /* [n] visible */
    double steps;               /* [a] roundings of one accumulator */
    double sum_unit;            /* [kappa] of a sum of stored probabilities */
    double probability_tiny;    /* absolute error of one probability */
    double accumulator_tiny;    /* absolute error of one accumulator */
    double excess;              /* [E] an error relative to the largest computed weight, seen
                                  relative to the sum of the exact ones */
    double slack;               /* [F] the same relative to the sum of the computed ones */
    plumb_weight_sums absolute; /* of the weights by themselves: what a log-sum-exp depends on */
    plumb_weight_sums relative; /* of the weights up to a common factor */
    double square;              /* sum w^2 */
    double largest_exponent_error;
} plumb_budget_row;

/* Returns 0, or -1 if memory is short. */
int plumb_budget_row_init(plumb_budget_row *budget, const plumb_problem *problem,
                          const plumb_precision *precision);
void plumb_budget_row_free(plumb_budget_row *budget);

/* Prepares the budgets of one row.  The row sees a key; its query and visible keys are finite, and
   the balls of the visible scores and weights carry information. */
void plumb_budget_row_set(plumb_budget_row *budget, size_t b, size_t h, size_t t,
                          const plumb_row *row);

/* A weight is the output for values that are 1 at its key and 0 at the others: the sums of that
   column.  exact is a ball around the weight. */
plumb_column_sums plumb_budget_weight_sums(const plumb_budget_row *budget, size_t key,
                                           plumb_ball exact);

/* The larger end of a ball, in magnitude. */
double plumb_upper(plumb_ball ball);

/* Covers the rounding of the sums of a budget (spec/budget.md, section 8). */
#define PLUMB_OWN_ROUNDING (1 + 0x1p-20)
#endif
