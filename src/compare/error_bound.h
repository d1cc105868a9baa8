/* error_bound.h - how far an engine of the precision may err, as proved code has it. */
#ifndef PLUMB_COMPARE_ERROR_BOUND_H
#define PLUMB_COMPARE_ERROR_BOUND_H
#include "compare/judge.h"

/* Of an element that proved code excludes: the least error on its side of the exact value that is excluded, too, to a
   twentieth, becomes its budget.  Of long contexts, where that takes long, the budget stays as it is.  Returns 0, or -1
   if memory is short. */
int plumb_bound_error(plumb_judge *judge, plumb_quantity quantity, plumb_element *element, plumb_format format);
#endif
