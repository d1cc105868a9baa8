/* attention.h - the slow twin: one row of attention/problem.h in Arb, at any precision.

   Written from the formulas alone; it shares no source with the kernels that it checks.  Exponents
   are unbounded in Arb, so no logit is too large; only the radius says how much is known. */
#ifndef PLUMB_EXACT_ATTENTION_H
#define PLUMB_EXACT_ATTENTION_H
#include "attention/problem.h"
#include <arb.h>

/* score, weight [key_length], output [value_dim]: balls containing the exact values.  Returns the
   number of visible keys.  An invisible key is never read; its score is -infinity, its weight 0.
   Without visible keys the output is 0 and lse is -infinity.  A visible input that is not finite
   leaves what depends on it indeterminate. */
size_t plumb_exact_row(const plumb_problem *problem, size_t b, size_t h, size_t t, slong precision,
                       arb_ptr score, arb_ptr weight, arb_ptr output, arb_t lse);
#endif
