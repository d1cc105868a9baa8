/* ask_bias.h - proved code is asked about the gradient in a bias: the sum of the gradients in the scores of the pairs
   that an element joins, times 1 (spec/budget.md, section 24). */
#ifndef PLUMB_JUDGE_ASK_BIAS_H
#define PLUMB_JUDGE_ASK_BIAS_H
#include "judge/asking.h"

/* About those of the list whose rows are not too many. */
void plumb_ask_of_bias(plumb_asking *asking, const plumb_element *const *list, size_t count);
#endif
