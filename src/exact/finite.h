/* finite.h - whether an element has an exact value: everything it depends on is finite.

   One rule for every operator: a query, a key that is visible, a bias on it, what its position or that
   of the query adds, a feature map or a sink's logit or key that is not finite leaves the whole row
   without exact weights, outputs and log-sum-exp.  (Without a sum over the keys the weights of the
   other keys would still be known; they are not told.)  The score of a key depends on its own numbers
   only.  A value with the row of its distance, a sink's value, a value bias or a gate that is not
   finite leaves its own column of the output without a value. */
#ifndef PLUMB_EXACT_FINITE_H
#define PLUMB_EXACT_FINITE_H
#include "exact/quantity.h"
#include "problem/problem.h"
#include <stdbool.h>
#include <stddef.h>

/* What the score of key i depends on, the key taking part in row t. */
bool plumb_exact_key_finite(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t i);
/* What all scores and the extra logit depend on. */
bool plumb_exact_keys_finite(const plumb_problem *problem, size_t b, size_t h, size_t t);
/* What one element of the output, and all of them, depend on beyond that. */
bool plumb_exact_column_finite(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t column);
bool plumb_exact_values_finite(const plumb_problem *problem, size_t b, size_t h, size_t t);

/* The same, found once for all elements of a row. */
typedef struct {
    bool keys;   /* plumb_exact_keys_finite */
    bool values; /* plumb_exact_values_finite */
} plumb_finite;

/* Whether all keys and values of a key head are finite, seen or not: kept from row to row. */
typedef struct {
    const double *key, *value; /* where they begin; NULL at first */
    bool keys, values;
} plumb_finite_head;

/* head NULL: nothing is kept */
plumb_finite plumb_exact_finite(const plumb_problem *problem, size_t b, size_t h, size_t t, plumb_finite_head *head);

/* Whether an element that is not given by definition has an exact value. */
bool plumb_exact_has_value(const plumb_problem *problem, size_t b, size_t h, size_t t, plumb_finite finite,
                           plumb_quantity quantity, size_t column);
#endif
