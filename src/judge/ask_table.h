/* ask_table.h - lets proved code test the gradient of a table of positions: the sum of the gradients of all scores of a
   head to which a number of the table is added, times 1 (spec/budget.md, section 24). */
#ifndef PLUMB_JUDGE_ASK_TABLE_H
#define PLUMB_JUDGE_ASK_TABLE_H
#include "judge/asking.h"

/* Tests the elements of list [count], unless a head has too many pairs.  Sets asking->short_of_memory if there is not
   enough memory. */
void plumb_ask_of_table(plumb_asking *asking, const plumb_element *const *list, size_t count);
#endif
