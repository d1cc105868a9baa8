/* weights.h - the weights of the chosen operator (spec/operators.md, section 2). */
#ifndef PLUMB_ATTENTION_WEIGHTS_H
#define PLUMB_ATTENTION_WEIGHTS_H
#include "problem/operator.h"
#include "spec/attention/weights.h"
#include "weight/clipped.h"
#include "weight/normalised.h"
#include "weight/power_softmax.h"
#include "weight/scaled.h"
#include "weight/sink_softmax.h"
#include "weight/softmax.h"
#include "weight/softpick.h"

/* weight [keys], as the normalisation has them. */
/*@ requires writes: \valid(weight + (0 .. keys - 1));
    assigns weight[0 .. keys - 1];
    ensures weights: \forall seq a; \is_finite(epsilon) && \old(encloses(weight, a, keys)) ==>
      encloses(weight, normalised(normalisation, a, keys, epsilon), keys);
*/
void plumb_normalise(plumb_normalisation normalisation, plumb_ball *weight, size_t keys, double epsilon);

/* score, visible, weight [keys].  `sink` is the logit that joins the denominator of the softmax; it
   counts only with has_sink and the operator softmax.  Returns the weight of the sink, 0 without. */
/*@ requires reads: reads_visible(score, visible, keys);
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: apart_from_visible(weight, score, visible, keys);
    requires domain: in_domain(op);
    assigns weight[0 .. keys - 1];
    ensures weights: \forall seq x, subset m, real s;
      \old(encloses_visible(score, visible, x, m, keys)) && in_ball(sink, s) ==>
      encloses(weight, operator_weights(op, has_sink, s, x, m, keys), keys);
    ensures sink: has_sink != 0 && op.kind == PLUMB_SOFTMAX ==> \forall seq x, subset m, real s;
      \old(encloses_visible(score, visible, x, m, keys)) && in_ball(sink, s) ==>
      in_ball(\result, sink_weight(x, m, keys, s));
    ensures none: has_sink == 0 || op.kind != PLUMB_SOFTMAX ==> in_ball(\result, 0.0);
*/
plumb_ball plumb_operator_weights(plumb_operator op, const plumb_ball *score, const unsigned char *visible, size_t keys,
                                  int has_sink, plumb_ball sink, plumb_ball *weight);
#endif
