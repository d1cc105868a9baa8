/* sink_softmax.h - the softmax with one more logit in its denominator, the sink's:
   weight[j] = exp(score[j]) / (sum over visible i of exp(score[i]) + exp(sink)).

   Sources: sink 0 is Miller 2023, "Attention is off by one"; a learnt sink per head is gpt-oss
   (github.com/openai/gpt-oss); a sink q.k* is arXiv 2410.10781, section 7 (K biases, KV biases,
   sink token).  score, visible, weight [keys].  The largest of the visible scores and the sink is
   subtracted first where an exponential could overflow (plumb_score_shift); the real result does not
   depend on it.
   Invisible keys get weight 0 exactly; their scores are not read.  Returns the weight of the sink,
   exp(sink) / (sum + exp(sink)), which is 1 with no visible key. */
#ifndef PLUMB_WEIGHT_SINK_SOFTMAX_H
#define PLUMB_WEIGHT_SINK_SOFTMAX_H
#include "number/ball.h"
#include "spec/weight/sink_softmax.h"
#include <stddef.h>

/* What is subtracted: the shift of the larger of the two middles, where the sink's is finite. */
/*@ assigns \nothing;
    ensures finite: \is_finite(largest) ==> \is_finite(\result);
*/
double plumb_sink_shift(double largest, plumb_ball sink);

/*@ requires reads: reads_visible(score, visible, keys);
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: apart_from_visible(weight, score, visible, keys);
    assigns weight[0 .. keys - 1];
    ensures encloses: \forall seq x, subset m, real s;
      \old(encloses_visible(score, visible, x, m, keys)) && in_ball(sink, s) ==>
      encloses(weight, sink_softmax(x, m, keys, s), keys);
    ensures sink: \forall seq x, subset m, real s;
      \old(encloses_visible(score, visible, x, m, keys)) && in_ball(sink, s) ==>
      in_ball(\result, sink_weight(x, m, keys, s));
*/
plumb_ball plumb_sink_softmax(const plumb_ball *score, const unsigned char *visible, size_t keys, plumb_ball sink,
                              plumb_ball *weight);
#endif
