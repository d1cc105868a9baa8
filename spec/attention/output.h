/* spec/attention/output.h - what is done to the weighted sum of the values (spec/operators.md, section 4). */
#ifndef PLUMB_SPEC_ATTENTION_OUTPUT_H
#define PLUMB_SPEC_ATTENTION_OUTPUT_H
#include "spec/aggregate/gate.h"
#include "spec/aggregate/sink_value.h"
#include "spec/aggregate/value_bias.h"

/* Each has_... says whether there is such a thing; without it o is unchanged. */
/*@ logic seq sink_valued_if(integer has_sink_value, real sink_weight, seq sink_value, seq o) =
      has_sink_value != 0 ? with_sink_value(o, sink_weight, sink_value) : o; */
/*@ logic seq value_biased_if(integer has_value_bias, seq value_bias, seq o) =
      has_value_bias != 0 ? with_value_bias(o, value_bias) : o; */
/*@ logic seq gated_if(integer gating, seq gate, seq o) =
      gating == PLUMB_GATE_ELEMENTS ? gated(o, gate) : gating == PLUMB_GATE_HEAD ? head_gated(o, el(gate, 0)) : o; */

/*@ logic seq finished(integer has_sink_value, real sink_weight, seq sink_value, integer has_value_bias, seq value_bias,
                       integer gating, seq gate, seq o) =
      gated_if(gating, gate,
               value_biased_if(has_value_bias, value_bias,
                               sink_valued_if(has_sink_value, sink_weight, sink_value, o))); */

/* how many gates a row has */
/*@ logic integer gates(integer gating, integer value_dim) =
      gating == PLUMB_GATE_ELEMENTS ? value_dim : gating == PLUMB_GATE_HEAD ? 1 : 0; */
#endif
