/* report_operator.h - the operator of a problem and its parameters, as reports name them. */
#ifndef PLUMB_COMPARE_REPORT_OPERATOR_H
#define PLUMB_COMPARE_REPORT_OPERATOR_H
#include "problem/problem.h"
#include <jansson.h>
#include <stddef.h>

/* "sigmoid, epsilon 1e-08, normalisation sum, softcap 50 (cap-bias-mask)": what is not the default
   of spec/operators.md, cut if it is longer. */
void plumb_operator_text(const plumb_problem *problem, char *text, size_t size);

/* The same as an object; a parameter that the operator does not have is null.  NULL if memory is
   short. */
json_t *plumb_operator_json(const plumb_problem *problem);
#endif
