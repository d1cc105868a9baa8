/* ask_bias.h - lets proved code test the gradient of a bias: the sum of the gradients of the scores to which an element
   is added, times 1 (spec/budget.md, section 24). */
#ifndef PLUMB_JUDGE_ASK_BIAS_H
#define PLUMB_JUDGE_ASK_BIAS_H
#include "judge/asking.h"

/* Tests the elements of list [count], except those with too many rows. */
void plumb_ask_of_bias(plumb_asking *asking, const plumb_element *const *list, size_t count);
#endif
