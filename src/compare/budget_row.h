/* budget_row.h - the sums over the keys of one row from which its budgets are made; the letters of
   spec/budget.md stand in brackets.

   The keys of a row are those that take part in it, and with a sink one more in the last place: its
   logit is the score of that key, its value is 0 or the sink's. */
#ifndef PLUMB_COMPARE_BUDGET_ROW_H
#define PLUMB_COMPARE_BUDGET_ROW_H
#include "compare/column_sums.h"
#include "compare/key_budget.h"
#include "precision/precision.h"
#include "compare/quotient.h"
#include "compare/score_budget.h"
#include "row/evaluate.h"

/* Sums over the keys. */
typedef struct {
    double growth; /* sum w H */
    double loss;   /* sum w l */
} plumb_weight_sums;

/* e^{x - shift} / total is a weight of the softmax, up to this part of itself. */
typedef struct {
    double shift, total, error;
} plumb_softmax_sum;

/* One row's budgets, and what they share.  Each thread has its own. */
typedef struct {
    const plumb_problem *problem;
    plumb_score_budget scores;
    plumb_row_terms terms;
    plumb_precision bounds; /* of the terms */
    size_t b, h, t;
    plumb_room room;           /* of all arrays here */
    unsigned char *takes_part; /* [key_length + 1] */
    plumb_key_budget *key;     /* [key_length + 1], filled for keys that take part */
    unsigned char *fits;       /* [key_length] 1: no element of that key, as it is given or multiplied, may overflow */
    const double *fits_of;     /* the first of these keys */
    plumb_ball sink_score;
    plumb_column_key *part;     /* [key_length + 1] those that take part, as columns are summed */
    plumb_column_sums *column;  /* [value_dim] */
    plumb_ball *mean;           /* [value_dim] the output before anything is added to it or
                                   multiplied with it; of a scaled softmax, of the plain one */
    bool mean_of_all;           /* the row sees no key and is the mean of all values */
    size_t keys;                /* [n] that take part */
    double value_unit;          /* roundings of a value itself, beside those of its product */
    double value_tiny;          /* what underflow adds to a value */
    double steps;               /* [a] roundings of one accumulator */
    double sum_unit;            /* [kappa] of a sum of stored probabilities */
    double probability_tiny;    /* absolute error of one probability */
    double accumulator_tiny;    /* absolute error of one accumulator */
    double excess;              /* [E] an error relative to the largest computed weight, seen
                                   relative to the sum of the exact ones */
    double slack;               /* [F] the same relative to the sum of the computed ones */
    double shift_above;         /* e^x for a shift that is x above the largest visible score, else 1 */
    double shift_below;         /* the same of one that is below it */
    double shift_uncertainty;   /* [mu] the largest score as computed is so far from the exact one */
    plumb_weight_sums absolute; /* of the weights by themselves */
    plumb_weight_sums relative; /* of the weights up to a common factor */
    plumb_weight_sums lse;      /* of the weights that the log-sum-exp counts */
    plumb_softmax_sum softmax;  /* of a clipped softmax, whose row has no other weights */
    double largest_exponent_error;
    plumb_quotient quotient; /* of operators that are no softmax */
} plumb_budget_row;

/* Returns 0, or -1 if memory is short. */
int plumb_budget_row_init(plumb_budget_row *budget, const plumb_problem *problem, const plumb_precision *precision);
void plumb_budget_row_free(plumb_budget_row *budget);

/* Prepares the budgets of one row.  Everything that its scores depend on is finite, and the balls
   of scores and weights that take part carry information. */
void plumb_budget_row_set(plumb_budget_row *budget, size_t b, size_t h, size_t t, const plumb_row *row);

/* A ball around the weight in the softmax from which the operator makes its own. */
plumb_ball plumb_budget_softmax_weight(const plumb_budget_row *budget, const plumb_row *row, size_t key);

/* Covers the rounding of the sums of a budget (spec/budget.md, section 8). */
#define PLUMB_OWN_ROUNDING (1 + 0x1p-20)
#endif
