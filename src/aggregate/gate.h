/* gate.h - output[c] *= 1 / (1 + e^-gate): a gate on what a head says, per element or per head.

   Source: arXiv 2505.06708 (G1, after the aggregate and before the output projection); per head also
   arXiv 2306.12929, section 4.2.  output [value_dim]; the gates are given before the sigmoid.
   A gate that is not finite gives balls without information. */
#ifndef PLUMB_AGGREGATE_GATE_H
#define PLUMB_AGGREGATE_GATE_H
#include "spec/aggregate/gate.h"
#include <stddef.h>

/* gate [value_dim] */
/*@ requires reads: \valid_read(gate + (0 .. value_dim - 1));
    requires writes: \valid(output + (0 .. value_dim - 1));
    requires apart: \separated(output + (0 .. value_dim - 1), gate + (0 .. value_dim - 1));
    assigns output[0 .. value_dim - 1];
    ensures encloses: \forall seq o, g;
      \old(encloses(output, o, value_dim) && values(gate, g, value_dim)) ==>
      encloses(output, gated(o, g), value_dim);
*/
void plumb_gate_elements(plumb_ball *output, size_t value_dim, const double *gate);

/*@ requires writes: \valid(output + (0 .. value_dim - 1));
    assigns output[0 .. value_dim - 1];
    ensures encloses: \forall seq o; \is_finite(gate) && \old(encloses(output, o, value_dim)) ==>
      encloses(output, head_gated(o, gate), value_dim);
*/
void plumb_gate_head(plumb_ball *output, size_t value_dim, double gate);
#endif
