/* exact_activation.h - the a_j of one score of each operator that is normalised (spec/operators.md, section 2), exactly
   as the page has it: written from there, not from src/exact. */
#ifndef PLUMB_TESTS_SUPPORT_EXACT_ACTIVATION_H
#define PLUMB_TESTS_SUPPORT_EXACT_ACTIVATION_H
#include "problem/operator.h"
#include "tests/support/real.h"

real exact_activation_of(plumb_operator_kind kind, real x);
#endif
