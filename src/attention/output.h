/* output.h - the value of the sink, the value bias and the gate (spec/operators.md, section 4). */
#ifndef PLUMB_ATTENTION_OUTPUT_H
#define PLUMB_ATTENTION_OUTPUT_H
#include "aggregate/gate.h"
#include "aggregate/sink_value.h"
#include "aggregate/value_bias.h"

typedef enum { PLUMB_GATE_NONE, PLUMB_GATE_HEAD, PLUMB_GATE_ELEMENTS } plumb_gating;

/* What else makes the output of one row. */
typedef struct {
    int has_sink_value;
    const double *sink_value; /* [value_dim] */
    int has_value_bias;
    const double *value_bias; /* [value_dim] */
    plumb_gating gating;
    const double *gate; /* [value_dim] or [1] */
} plumb_output_parts;

#include "spec/attention/output.h"

/* output [value_dim]: the weighted sum of the values becomes the output. */
/*@ requires reads: (parts.has_sink_value != 0 ==> \valid_read(parts.sink_value + (0 .. value_dim - 1))) &&
                    (parts.has_value_bias != 0 ==> \valid_read(parts.value_bias + (0 .. value_dim - 1))) &&
                    \valid_read(parts.gate + (0 .. gates(parts.gating, value_dim) - 1));
    requires writes: \valid(output + (0 .. value_dim - 1));
    requires apart: (parts.has_sink_value != 0 ==>
                     \separated(output + (0 .. value_dim - 1), parts.sink_value + (0 .. value_dim - 1))) &&
                    (parts.has_value_bias != 0 ==>
                     \separated(output + (0 .. value_dim - 1), parts.value_bias + (0 .. value_dim - 1))) &&
                    \separated(output + (0 .. value_dim - 1), parts.gate + (0 .. gates(parts.gating, value_dim) - 1));
    assigns output[0 .. value_dim - 1];
    ensures encloses: \forall seq o, v, b, g, real w;
      \old(encloses(output, o, value_dim) && (parts.has_sink_value != 0 ==> values(parts.sink_value, v, value_dim)) &&
           (parts.has_value_bias != 0 ==> values(parts.value_bias, b, value_dim)) &&
           values(parts.gate, g, gates(parts.gating, value_dim))) && in_ball(sink_weight, w) ==>
      encloses(output, finished(parts.has_sink_value, w, v, parts.has_value_bias, b, parts.gating, g, o), value_dim);
*/
void plumb_operator_output(plumb_output_parts parts, size_t value_dim, plumb_ball sink_weight, plumb_ball *output);
#endif
