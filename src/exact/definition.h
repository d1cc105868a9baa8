/* definition.h - the elements that are given by definition and not by the formulas:
     - the weight of an invisible key is 0, its score -infinity;
     - a row without visible keys has output and weights 0 or NaN (problem->empty_row) and
       log-sum-exp -infinity. */
#ifndef PLUMB_EXACT_DEFINITION_H
#define PLUMB_EXACT_DEFINITION_H
#include "exact/quantity.h"
#include <stdbool.h>

/* True, with the value, for such an element.  visible is the number of keys that query t sees. */
bool plumb_exact_by_definition(const plumb_problem *problem, size_t t, size_t visible,
                               plumb_quantity quantity, size_t column, double *value);

/* What of the numbers that a row depends on is finite, found once for all its elements. */
typedef struct {
    bool keys;   /* the query and the visible keys */
    bool values; /* the visible values */
} plumb_finite;

plumb_finite plumb_exact_finite(const plumb_problem *problem, size_t b, size_t h, size_t t);

/* Whether any other element has an exact value: everything it depends on is finite. */
bool plumb_exact_has_value(const plumb_problem *problem, size_t b, size_t h, size_t t,
                           plumb_finite finite, plumb_quantity quantity, size_t column);
#endif
