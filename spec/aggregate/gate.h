/* spec/aggregate/gate.h - output[c] * sigmoid(gate[c]), or one gate for all c   (arXiv 2505.06708, G1; 2306.12929,
   4.2). */
#ifndef PLUMB_SPEC_AGGREGATE_GATE_H
#define PLUMB_SPEC_AGGREGATE_GATE_H
#include "spec/number/sequence.h"
#include "spec/number/sigmoid.h"

/*@ axiomatic Gate {
      logic seq gated(seq o, seq g);       // one gate per element
      logic seq head_gated(seq o, real g); // one gate per head
    } */
#ifdef PLUMB_DEFINITIONS
/*@ lemma gated_is: \forall seq o, g, integer c; el(gated(o, g), c) == el(o, c) / (1.0 + \exp(-el(g, c))); */
/*@ lemma head_gated_is: \forall seq o, real g, integer c; el(head_gated(o, g), c) == el(o, c) / (1.0 + \exp(-g)); */
/* a gate only closes: it neither lengthens an output nor turns it round */
/*@ lemma gate_only_closes: \forall seq o, g, integer c; \abs(el(gated(o, g), c)) <= \abs(el(o, c)); */
/*@ lemma gate_keeps_the_sign: \forall seq o, g, integer c; el(o, c) * el(gated(o, g), c) >= 0.0; */
#endif
/*@ lemma gated_element: \forall seq o, g, integer c;
      el(gated(o, g), c) == rmul(el(o, c), rsigmoid(el(g, c))); */
/*@ lemma head_gated_element: \forall seq o, real g, integer c;
      el(head_gated(o, g), c) == rmul(el(o, c), rsigmoid(g)); */
#endif
