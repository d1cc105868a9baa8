/* exact_activation.h - the a_j of one score of each operator that is normalised, and what it is off by (spec/budget.md,
   section 13), exactly as the pages have them.

   Written from the pages, not from src/compare or src/exact. */
#ifndef PLUMB_TESTS_SUPPORT_EXACT_ACTIVATION_H
#define PLUMB_TESTS_SUPPORT_EXACT_ACTIVATION_H
#include "precision/precision.h"
#include "problem/operator.h"
#include "tests/support/real.h"

typedef struct {
    real value, error;
} exact_activated;

/* Of the score x, which the engine has wrong by at most d. */
exact_activated exact_activation_of(plumb_operator_kind kind, real x, real d, const plumb_precision *p);
#endif
