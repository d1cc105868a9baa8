/* weighing.h - how src/budget has the weights of an operator. */
#ifndef PLUMB_THEOREM_WEIGHING_H
#define PLUMB_THEOREM_WEIGHING_H
#include "budget/verdict.h"
#include "problem/problem.h"
#include <stdbool.h>

/* False, and nothing else, if src/budget has none. */
bool plumb_proof_weighing(const plumb_problem *problem, plumb_weighing *weighing);

/* Whether the scores are products and nothing else, so that the keys may be summed first:
   phi(q).(sum_j phi(k_j) v_j). */
bool plumb_sums_keys_first(const plumb_problem *problem);
#endif
