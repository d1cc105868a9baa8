/* weights.c - see weights.h. */
#include "attention/weights.h"
#include "weight/elu.h"
#include "weight/identity.h"
#include "weight/relu.h"
#include "weight/sigmoid.h"

/*@ requires reads: reads_visible(score, visible, keys);
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: apart_from_visible(weight, score, visible, keys);
    assigns weight[0 .. keys - 1];
    ensures weights: \forall seq x, subset m; \old(encloses_visible(score, visible, x, m, keys)) ==>
      encloses(weight, similarities(kind, x, m), keys);
*/
static void similarities(plumb_operator_kind kind, const plumb_ball *score,
                         const unsigned char *visible, size_t keys, plumb_ball *weight) {
    if (kind == PLUMB_SIGMOID)
        plumb_sigmoid_weights(score, visible, keys, weight);
    else if (kind == PLUMB_ELU)
        plumb_elu_weights(score, visible, keys, weight);
    else if (kind == PLUMB_RELU)
        plumb_relu_weights(score, visible, keys, 0, weight);
    else if (kind == PLUMB_SQUARED_RELU)
        plumb_relu_weights(score, visible, keys, 1, weight);
    else
        plumb_identity_weights(score, visible, keys, weight);
}

void plumb_normalise(plumb_normalisation normalisation, plumb_ball *weight, size_t keys,
                     double epsilon) {
    if (normalisation == PLUMB_SUM)
        plumb_normalise_sum(weight, keys, epsilon);
    else if (normalisation == PLUMB_ABSOLUTE_SUM)
        plumb_normalise_absolute_sum(weight, keys, epsilon);
    else if (normalisation == PLUMB_AT_LEAST_ONE)
        plumb_normalise_at_least_one(weight, keys);
    else if (normalisation == PLUMB_KEY_LENGTH)
        plumb_normalise_length(weight, keys);
}

/*@ requires reads: reads_visible(score, visible, keys);
    requires writes: \valid(weight + (0 .. keys - 1));
    requires apart: apart_from_visible(weight, score, visible, keys);
    assigns weight[0 .. keys - 1];
    ensures weights: \forall seq x, subset m, real s;
      \old(encloses_visible(score, visible, x, m, keys)) && in_ball(sink, s) ==>
      encloses(weight, softmax_with(has_sink, x, m, keys, s), keys);
    ensures sink: has_sink != 0 ==> \forall seq x, subset m, real s;
      \old(encloses_visible(score, visible, x, m, keys)) && in_ball(sink, s) ==>
      in_ball(\result, sink_weight(x, m, keys, s));
    ensures none: has_sink == 0 ==> in_ball(\result, 0.0);
*/
static plumb_ball softmax_with(const plumb_ball *score, const unsigned char *visible, size_t keys,
                               int has_sink, plumb_ball sink, plumb_ball *weight) {
    if (has_sink)
        return plumb_sink_softmax(score, visible, keys, sink, weight);
    plumb_softmax(score, visible, keys, weight);
    return plumb_ball_zero();
}

plumb_ball plumb_operator_weights(plumb_operator op, const plumb_ball *score,
                                  const unsigned char *visible, size_t keys, int has_sink,
                                  plumb_ball sink, plumb_ball *weight) {
    plumb_ball sink_weight = plumb_ball_zero();
    if (op.kind == PLUMB_SOFTMAX) {
        sink_weight = softmax_with(score, visible, keys, has_sink, sink, weight);
    } else if (op.kind == PLUMB_SCALED_SOFTMAX) {
        plumb_softmax(score, visible, keys, weight);
        plumb_scale_weights(weight, keys, op.alpha);
    } else if (op.kind == PLUMB_POWER_SOFTMAX) {
        plumb_power_softmax(score, visible, keys, op.power, weight);
    } else if (op.kind == PLUMB_CLIPPED_SOFTMAX) {
        plumb_softmax(score, visible, keys, weight);
        plumb_clip_weights(weight, keys, op.gamma, op.zeta);
    } else if (op.kind == PLUMB_SOFTPICK) {
        plumb_softpick(score, visible, keys, op.epsilon, weight);
    } else {
        similarities(op.kind, score, visible, keys, weight);
        plumb_normalise(op.normalisation, weight, keys, op.epsilon);
    }
    return sink_weight;
}
