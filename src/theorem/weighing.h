/* weighing.h - the weights of an operator, as src/budget names them. */
#ifndef PLUMB_THEOREM_WEIGHING_H
#define PLUMB_THEOREM_WEIGHING_H
#include "budget/verdict.h"
#include "problem/problem.h"
#include <stdbool.h>

/* Returns false, and leaves *weighing unchanged, if src/budget has none. */
bool plumb_proof_weighing(const plumb_problem *problem, plumb_weighing *weighing);

/* Whether the scores are plain products, so that the keys may be summed first: phi(q).(sum_j phi(k_j) v_j). */
bool plumb_sums_keys_first(const plumb_problem *problem);
#endif
