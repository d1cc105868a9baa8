/* attention.h - the reference: one row of any operator of spec/operators.md in Arb, at any
   precision.

   Written from that page and spec/positions.md alone; it shares no source with the kernels that it
   checks.  Exponents are unbounded in Arb, so no logit is too large; only the radius says how much
   is known.  Where terms cancel (softpick, sums of identity weights) or a quotient's denominator is
   near 0, the radius says that, too, and a larger precision helps; a denominator that is 0 has an
   indeterminate quotient at every precision. */
#ifndef PLUMB_EXACT_ATTENTION_H
#define PLUMB_EXACT_ATTENTION_H
#include "problem/problem.h"
#include "problem/arb.h"

/* score, weight [key_length], output [value_dim]: balls containing the exact values.  Returns the
   number of visible keys.  The key of an invisible position is never read, nor is its value unless
   the softcap stands after the mask or an empty row is the mean of all values.  A key that takes no
   part has score -infinity and weight 0.  Where nothing takes part, not even an extra logit, the
   output is what value bias and gate make of 0 or of the mean of all values (problem->empty_row),
   and lse is infinite.  lse is indeterminate for the operators that have none.  An input that takes
   part and is not finite leaves what depends on it indeterminate. */
size_t plumb_exact_row(const plumb_problem *problem, size_t b, size_t h, size_t t, slong precision, arb_ptr score,
                       arb_ptr weight, arb_ptr output, arb_t lse);

/* The same in two steps: all but the output; then elements from <= c < to of it, from what the first
   step left. */
void plumb_exact_row_weights(const plumb_problem *problem, size_t b, size_t h, size_t t, slong precision, arb_ptr score,
                             arb_ptr weight, arb_t sink_weight, arb_t lse);
void plumb_exact_row_columns(const plumb_problem *problem, size_t b, size_t h, size_t t, slong precision,
                             arb_ptr weight, const arb_t sink_weight, size_t from, size_t to, arb_ptr output);
#endif
