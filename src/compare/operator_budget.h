/* operator_budget.h - the quotient of an operator that is no plain or scaled softmax: the errors of
   its numerators and its denominator (spec/budget.md, sections 12 to 15). */
#ifndef PLUMB_COMPARE_OPERATOR_BUDGET_H
#define PLUMB_COMPARE_OPERATOR_BUDGET_H
#include "compare/budget_row.h"

/* Fills budget->quotient, once the scores, and for a clipped softmax its weights, are known. */
void plumb_operator_budget_set(plumb_budget_row *budget, const plumb_row *row);

/* Its parts, one for each family of operators. */
void plumb_activation_budget(plumb_budget_row *budget, const plumb_row *row);
void plumb_softpick_budget(plumb_budget_row *budget, const plumb_row *row);
void plumb_power_budget(plumb_budget_row *budget, const plumb_row *row);
void plumb_clipped_budget(plumb_budget_row *budget, const plumb_row *row);

/* Whether the scores are products and nothing else, so that the keys may be summed first:
   phi(q).(sum_j phi(k_j) v_j). */
bool plumb_sums_keys_first(const plumb_problem *problem);

/* The denominator: a sum of which `error` says what its terms do to it, with as many
   terms as there are keys, of magnitudes that sum to `magnitude`; then epsilon added.  The sum is
   stored twice, as a tensor operation by itself. */
typedef struct {
    double sum, magnitude, error;
} plumb_denominator;
void plumb_denominator_add(plumb_denominator *denominator, double term, const plumb_numerator *numerator);
void plumb_denominator_finish(plumb_budget_row *budget, const plumb_denominator *denominator, double epsilon,
                              double epsilon_error);

/* What rounding does to epsilon itself. */
double plumb_epsilon_error(const plumb_precision *precision, double epsilon);
#endif
