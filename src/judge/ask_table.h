/* ask_table.h - proved code is asked about the gradient in a table of positions: the sum of the gradients in the scores
   of all pairs of a head that a number of it joins, times 1 (spec/budget.md, section 24). */
#ifndef PLUMB_JUDGE_ASK_TABLE_H
#define PLUMB_JUDGE_ASK_TABLE_H
#include "judge/asking.h"

/* About those of the list, where the pairs of a head are not too many; notes in `asking` if memory is short. */
void plumb_ask_of_table(plumb_asking *asking, const plumb_element *const *list, size_t count);
#endif
