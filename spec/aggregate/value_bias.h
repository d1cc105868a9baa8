/* spec/aggregate/value_bias.h - output[c] + value_bias[c]   (arXiv 2410.10781, section 7: V biases). */
#ifndef PLUMB_SPEC_AGGREGATE_VALUE_BIAS_H
#define PLUMB_SPEC_AGGREGATE_VALUE_BIAS_H
#include "spec/number/sequence.h"

/*@ axiomatic ValueBias { logic seq with_value_bias(seq o, seq b); } */
#ifdef PLUMB_DEFINITIONS
/* whatever the attention did, the bias is all that it adds */
/*@ lemma value_bias_is_the_difference: \forall seq o, b, integer c;
      el(with_value_bias(o, b), c) - el(o, c) == el(b, c); */
/*@ lemma zero_value_bias_adds_nothing: \forall seq o, b, integer c; el(b, c) == 0.0 ==>
      el(with_value_bias(o, b), c) == el(o, c); */
#endif
/*@ lemma with_value_bias_element: \forall seq o, b, integer c;
      el(with_value_bias(o, b), c) == el(o, c) + el(b, c); */
#endif
