/* output.c - see output.h. */
#include "attention/output.h"

/*@ requires reads: \valid_read(gate + (0 .. gates(gating, value_dim) - 1));
    requires writes: \valid(output + (0 .. value_dim - 1));
    requires apart: \separated(output + (0 .. value_dim - 1), gate + (0 .. gates(gating, value_dim) - 1));
    assigns output[0 .. value_dim - 1];
    ensures encloses: \forall seq o, g;
      \old(encloses(output, o, value_dim) && values(gate, g, gates(gating, value_dim))) ==>
      encloses(output, gated_if(gating, g, o), value_dim);
*/
static void apply_gate(plumb_gating gating, const double *gate, size_t value_dim,
                       plumb_ball *output) {
    if (gating == PLUMB_GATE_ELEMENTS)
        plumb_gate_elements(output, value_dim, gate);
    else if (gating == PLUMB_GATE_HEAD)
        plumb_gate_head(output, value_dim, gate[0]);
}

void plumb_operator_output(plumb_output_parts parts, size_t value_dim, plumb_ball sink_weight,
                           plumb_ball *output) {
    if (parts.has_sink_value)
        plumb_add_sink_value(output, value_dim, sink_weight, parts.sink_value);
    /*@ assert sink: \forall seq o, v, real w;
          \at(encloses(output, o, value_dim) &&
              (parts.has_sink_value != 0 ==> values(parts.sink_value, v, value_dim)), Pre) &&
          in_ball(sink_weight, w) ==>
          encloses(output, sink_valued_if(parts.has_sink_value, w, v, o), value_dim); */
    /*@ assert bias: parts.has_value_bias != 0 ==>
          \forall seq b; \at(values(parts.value_bias, b, value_dim), Pre) ==> values(parts.value_bias, b, value_dim); */
    /*@ assert gate: \forall seq g; \at(values(parts.gate, g, gates(parts.gating, value_dim)), Pre) ==>
          values(parts.gate, g, gates(parts.gating, value_dim)); */
    if (parts.has_value_bias)
        plumb_add_value_bias(output, value_dim, parts.value_bias);
    /*@ assert still_gate: \forall seq g; \at(values(parts.gate, g, gates(parts.gating, value_dim)), Pre) ==>
          values(parts.gate, g, gates(parts.gating, value_dim)); */
    apply_gate(parts.gating, parts.gate, value_dim, output);
}
