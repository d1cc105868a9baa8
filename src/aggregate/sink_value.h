/* sink_value.h - output[c] += sink_weight * sink_value[c]: what the sink of KV biases adds.

   Source: arXiv 2402.17762, section 4.3; 2410.10781, section 7 (model_kv_bias.py).  output, sink_value
   [value_dim].  A sink value that is not finite gives a ball without information. */
#ifndef PLUMB_AGGREGATE_SINK_VALUE_H
#define PLUMB_AGGREGATE_SINK_VALUE_H
#include "number/ball.h"
#include "spec/aggregate/sink_value.h"
#include <stddef.h>

/*@ requires reads: \valid_read(sink_value + (0 .. value_dim - 1));
    requires writes: \valid(output + (0 .. value_dim - 1));
    requires apart: \separated(output + (0 .. value_dim - 1), sink_value + (0 .. value_dim - 1));
    assigns output[0 .. value_dim - 1];
    ensures encloses: \forall seq o, v, real w;
      \old(encloses(output, o, value_dim) && values(sink_value, v, value_dim)) && in_ball(sink_weight, w) ==>
      encloses(output, with_sink_value(o, w, v), value_dim);
*/
void plumb_add_sink_value(plumb_ball *output, size_t value_dim, plumb_ball sink_weight, const double *sink_value);
#endif
