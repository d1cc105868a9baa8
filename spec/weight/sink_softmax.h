/* spec/weight/sink_softmax.h - the softmax with e^S added to its denominator, S the sink's logit:
   weight[j] = exp(score[j]) / (sum over visible i of exp(score[i]) + exp(S)); 0 for invisible j.

   sink_weight is what the sink itself takes, exp(S) / (sum + exp(S)).  Neither depends on a shift c of
   scores and sink together (sink_softmax_element, sink_weight_shifted). */
#ifndef PLUMB_SPEC_WEIGHT_SINK_SOFTMAX_H
#define PLUMB_SPEC_WEIGHT_SINK_SOFTMAX_H
#include "spec/weight/exponentials.h"

/*@ axiomatic SinkSoftmax {
      logic seq sink_softmax(seq x, subset m, integer n, real sink);
      logic real sink_weight(seq x, subset m, integer n, real sink);
    } */

#ifdef PLUMB_DEFINITIONS
/*@ lemma sink_softmax_is: \forall seq x, subset m, integer n, i, real s; 0 <= i < n && among(m, i) ==>
      el(sink_softmax(x, m, n, s), i) == \exp(el(x, i)) / (exponentials(x, m, 0.0, n) + \exp(s)); */
/*@ lemma sink_softmax_is_zero: \forall seq x, subset m, integer n, i, real s; !among(m, i) ==>
      el(sink_softmax(x, m, n, s), i) == 0.0; */
/*@ lemma sink_weight_is: \forall seq x, subset m, integer n, real s;
      sink_weight(x, m, n, s) == \exp(s) / (exponentials(x, m, 0.0, n) + \exp(s)); */
#endif

/*@ lemma sink_softmax_element: \forall seq x, subset m, real c, s, integer n, i; 0 <= i < n && among(m, i) ==>
      rdiv(rexp(el(x, i) - c), exponentials(x, m, c, n) + rexp(s - c)) == el(sink_softmax(x, m, n, s), i); */
/*@ lemma sink_softmax_invisible: \forall seq x, subset m, integer n, i, real s; !among(m, i) ==>
      el(sink_softmax(x, m, n, s), i) == 0.0; */
/*@ lemma sink_weight_shifted: \forall seq x, subset m, real c, s, integer n;
      rdiv(rexp(s - c), exponentials(x, m, c, n) + rexp(s - c)) == sink_weight(x, m, n, s); */
#endif
