/* definition.h - the elements that are given by definition and not by the formulas:
     - the score of a key that takes no part is -infinity, its weight 0;
     - a row is empty if no key takes part and no sink adds a logit.  Unless it is the mean of all values
       (problem->empty_row), its weights are 0 or NaN, its output is NaN, or else 0 where no value
       bias is added to it;
     - the log-sum-exp of a row without keys is -infinity or +infinity (problem->empty_lse_positive),
       also if a sink adds a logit that is left out of it. */
#ifndef PLUMB_EXACT_DEFINITION_H
#define PLUMB_EXACT_DEFINITION_H
#include "exact/finite.h"
#include "exact/quantity.h"
#include <stdbool.h>

/* True, with the value, for such an element.  visible is the number of keys that query t sees:
   plumb_exact_visible_count. */
bool plumb_exact_by_definition(const plumb_problem *problem, size_t b, size_t h, size_t t, size_t visible,
                               plumb_quantity quantity, size_t column, double *value);

/* Whether the elements of a row differ in that: only keys take part or do not. */
bool plumb_definition_by_column(plumb_quantity quantity);
#endif
