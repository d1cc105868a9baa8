/* overflow.h - which step of an evaluation may leave its format, so that NaN or an infinity may come of it, or a number
   beyond its budget (spec/budget.md, section 1). */
#ifndef PLUMB_COMPARE_OVERFLOW_H
#define PLUMB_COMPARE_OVERFLOW_H
#include "compare/budget.h"
#include "compare/compare.h"
#include "compare/overflow_step.h"

/* What the elements of a row share. */
typedef struct {
    plumb_overflow scores;  /* of all keys that take part */
    plumb_overflow weights; /* from the scores to the sums of weights */
    double weight;          /* upper bound of a weight as stored, whatever the shift, before or behind a division */
    double divided;         /* sums are divided by no less than 1 over this */
    double growth;          /* of an accumulator by all its roundings, */
    double sums_ratio;      /* and of a mean by those of both its sums */
    double keys;            /* upper bound of the sum over the keys that may come before the query */
} plumb_row_overflow;

/* Of the row that the budget was set for. */
plumb_row_overflow plumb_overflow_of_row(plumb_budget_row *budget, const plumb_row *row);

/* Of the steps from which the engine's number may come, that which exceeds its format most, from the inputs to the
   tensor: the last store makes no NaN, and no infinity of the other sign.  exact and provable are those of
   plumb_budget_element. */
plumb_overflow plumb_overflow_of_element(const plumb_row_overflow *of_row, plumb_budget_row *budget,
                                         plumb_quantity quantity, const plumb_element *element, plumb_ball exact,
                                         double provable, plumb_format format);

/* Whether the result itself may become an infinity of its own sign: it is stored, or summed, beyond a format. */
bool plumb_result_may_overflow(const plumb_precision *precision, plumb_quantity quantity, plumb_ball exact,
                               double provable, plumb_format format);
#endif
