/* spec/aggregate/sink_value.h - output[c] + sink_weight * sink_value[c]   (arXiv 2402.17762; 2410.10781, section 7). */
#ifndef PLUMB_SPEC_AGGREGATE_SINK_VALUE_H
#define PLUMB_SPEC_AGGREGATE_SINK_VALUE_H
#include "spec/number/sequence.h"

/*@ axiomatic SinkValue { logic seq with_sink_value(seq o, real w, seq v); } */
#ifdef PLUMB_DEFINITIONS
/*@ lemma with_sink_value_is: \forall seq o, v, real w, integer c;
      el(with_sink_value(o, w, v), c) == el(o, c) + w * el(v, c); */
/* K biases are KV biases with v* = 0 */
/*@ lemma zero_sink_value_adds_nothing: \forall seq o, v, real w, integer c; el(v, c) == 0.0 ==>
      el(with_sink_value(o, w, v), c) == el(o, c); */
#endif
/*@ lemma with_sink_value_element: \forall seq o, v, real w, integer c;
      el(with_sink_value(o, w, v), c) == el(o, c) + rmul(w, el(v, c)); */
#endif
