/* exact_results.h - spec/budget.md, sections 5, 6, 11, 12, 16 and 20: the provable budgets of the elements of
   one row, exactly as that page has them. */
#ifndef PLUMB_TESTS_SUPPORT_EXACT_RESULTS_H
#define PLUMB_TESTS_SUPPORT_EXACT_RESULTS_H
#include "problem/format.h"
#include "tests/support/exact_quotient.h"

typedef struct {
    exact_scores scores;
    exact_softmax softmax;
    exact_quotient quotient; /* of operators that are no softmax */
    bool is_mean;            /* of all values */
} exact_row_budget;

/* A row of which something takes part. */
exact_row_budget exact_budget_of(exact_place place);

/* As stored in a tensor of that format. */
real exact_score_budget(exact_place place, const exact_row_budget *row, size_t i,
                        plumb_format format);
real exact_weight_budget(exact_place place, const exact_row_budget *row, size_t i,
                         plumb_format format);
real exact_output_budget(exact_place place, const exact_row_budget *row, size_t column,
                         plumb_format format);
real exact_lse_budget(exact_place place, const exact_row_budget *row, plumb_format format);
#endif
