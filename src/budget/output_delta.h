/* output_delta.h - a ball around delta = G.o, as an engine computes it from the output that it gave (spec/budget.md,
   section 24). */
#ifndef PLUMB_BUDGET_OUTPUT_DELTA_H
#define PLUMB_BUDGET_OUTPUT_DELTA_H
#include "budget/model.h"
#include "spec/budget/output_delta.h"

/* The ball.
   gradient     [value_dim]: G of the row
   output       [value_dim]: o of the row, as the engine returned it
   from_stored  not 0 if the engine certainly multiplies the stored output */
/*@ requires model: \valid_read(unit + (0 .. PLUMB_STEPS - 1)) && \valid_read(tiny + (0 .. PLUMB_STEPS - 1));
    requires reads: \valid_read(gradient + (0 .. value_dim - 1)) && \valid_read(output + (0 .. value_dim - 1));
    requires count: value_dim <= PLUMB_MOST_ROUNDINGS / 2;
    assigns \nothing;
    ensures encloses: \forall seq u, t, g, o, real s; values(unit, u, PLUMB_STEPS) && values(tiny, t, PLUMB_STEPS) &&
      values(gradient, g, value_dim) && values(output, o, value_dim) &&
      output_delta(u, t, from_stored, g, o, value_dim, s) ==> in_ball(\result, s);
*/
plumb_ball plumb_output_delta(const double *unit, const double *tiny, const double *gradient, const double *output,
                              size_t value_dim, int from_stored);
#endif
