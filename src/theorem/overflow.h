/* overflow.h - which step of an evaluation may leave its format, so that NaN or an infinity may come of it, or any
   number: proved code takes for granted that none does (spec/budget.md, section 1). */
#ifndef PLUMB_THEOREM_OVERFLOW_H
#define PLUMB_THEOREM_OVERFLOW_H
#include "exact/quantity.h"
#include "precision/precision.h"
#include "theorem/element.h"
#include "theorem/weight_overflow.h"

/* Of the steps from which the engine's number may come, that which exceeds its format most, from the inputs to the
   tensor: the last store makes no NaN, and no infinity of the other sign. */
plumb_overflow plumb_overflow_of_element(const plumb_row_overflow *of_row, const plumb_row_size *row,
                                         plumb_quantity quantity, const plumb_element *element, plumb_format format);

/* The least magnitude of a result that itself becomes an infinity of its own sign: it is stored, or summed, beyond a
   format. */
double plumb_result_overflow(const plumb_precision *precision, plumb_quantity quantity, plumb_format format);
#endif
