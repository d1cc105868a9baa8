/* overflow.h - finds a step of an evaluation that may overflow its format, so that NaN, an infinity or any number may
   follow.  Proved code assumes that no step overflows (spec/budget.md, section 1). */
#ifndef PLUMB_THEOREM_OVERFLOW_H
#define PLUMB_THEOREM_OVERFLOW_H
#include "exact/quantity.h"
#include "precision/precision.h"
#include "theorem/element.h"
#include "theorem/weight_overflow.h"

/* The step that exceeds its format most, of all steps that lead to the engine's number, from the inputs to the tensor.
   The last store makes no NaN, and no infinity of the other sign. */
plumb_overflow plumb_overflow_of_element(const plumb_row_overflow *of_row, const plumb_row_size *row,
                                         plumb_quantity quantity, const plumb_element *element, plumb_format format);

/* The least magnitude of a result that becomes an infinity of its sign, when it is stored or summed. */
double plumb_result_overflow(const plumb_precision *precision, plumb_quantity quantity, plumb_format format);
#endif
