/* judge.h - one row of a case: its enclosures and budgets, and the finding for each element. */
#ifndef PLUMB_COMPARE_JUDGE_H
#define PLUMB_COMPARE_JUDGE_H
#include "bundle/rows.h"
#include "compare/budget.h"
#include "compare/compare.h"
#include "exact/definition.h"
#include "exact/twin.h"

/* Everything one thread needs to judge rows. */
typedef struct {
    const plumb_problem *problem;
    const plumb_precision *precision;
    plumb_rows rows;
    plumb_twin twin;
    plumb_budget_row budget;
    size_t b, h, t;
    size_t visible;
    plumb_finite finite;
    plumb_finite_head head;
    bool not_number; /* NaN is among the visible queries and keys */
} plumb_judge;

/* At most `together` neighbouring rows are evaluated at a time (bundle/rows.h).
   Returns 0, or -1 if memory is short. */
int plumb_judge_init(plumb_judge *judge, const plumb_problem *problem,
                     const plumb_precision *precision, size_t together);
void plumb_judge_free(plumb_judge *judge);

/* Evaluates a row; the elements judged next are of it. */
void plumb_judge_row(plumb_judge *judge, size_t b, size_t h, size_t t);

/* Judges one number that the engine returned.  *escalated grows by 1 if the twin was asked. */
plumb_element plumb_judge_element(plumb_judge *judge, plumb_quantity quantity, size_t column,
                                  double engine, plumb_format format, size_t *escalated);
#endif
