/* mapping.h - how src/budget has the weights of an operator that maps each score to a weight by itself. */
#ifndef PLUMB_COMPARE_MAPPING_H
#define PLUMB_COMPARE_MAPPING_H
#include "budget/divided.h"
#include "problem/problem.h"
#include <stdbool.h>

/* Whether it is one, and its scores become no products that may be summed over the keys first. */
bool plumb_weighs_by_map(const plumb_problem *problem);

/* Of such an operator. */
plumb_mapping plumb_mapping_of(const plumb_problem *problem);
#endif
