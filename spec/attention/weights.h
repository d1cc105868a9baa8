/* spec/attention/weights.h - the weights of an operator from its final scores (spec/operators.md, section 2). */
#ifndef PLUMB_SPEC_ATTENTION_WEIGHTS_H
#define PLUMB_SPEC_ATTENTION_WEIGHTS_H
#include "spec/weight/clipped.h"
#include "spec/weight/elu.h"
#include "spec/weight/identity.h"
#include "spec/weight/normalised.h"
#include "spec/weight/power_softmax.h"
#include "spec/weight/relu.h"
#include "spec/weight/scaled.h"
#include "spec/weight/sigmoid.h"
#include "spec/weight/sink_softmax.h"
#include "spec/weight/softmax.h"
#include "spec/weight/softpick.h"

/* a_j of the operators that are normalised apart, if at all */
/*@ logic seq similarities(integer kind, seq x, subset m) =
      kind == PLUMB_SIGMOID ? sigmoid_weights(x, m) : kind == PLUMB_ELU ? elu_weights(x, m) :
      kind == PLUMB_RELU ? relu_weights(x, m, 0) : kind == PLUMB_SQUARED_RELU ? relu_weights(x, m, 1) :
      identity_weights(x, m); */

/*@ logic seq normalised(integer normalisation, seq a, integer n, real epsilon) =
      normalisation == PLUMB_SUM ? sum_normalised(a, n, epsilon) :
      normalisation == PLUMB_ABSOLUTE_SUM ? absolute_sum_normalised(a, n, epsilon) :
      normalisation == PLUMB_AT_LEAST_ONE ? at_least_one_normalised(a, n) :
      normalisation == PLUMB_KEY_LENGTH ? length_normalised(a, n) : a; */

/* has_sink: e^sink joins the denominator of the softmax */
/*@ logic seq softmax_with(integer has_sink, seq x, subset m, integer n, real sink) =
      has_sink != 0 ? sink_softmax(x, m, n, sink) : softmax(x, m, n); */

/*@ logic seq operator_weights(plumb_operator op, integer has_sink, real sink, seq x, subset m, integer n) =
      op.kind == PLUMB_SOFTMAX ? softmax_with(has_sink, x, m, n, sink) :
      op.kind == PLUMB_SCALED_SOFTMAX ? scaled_weights(softmax(x, m, n), op.alpha) :
      op.kind == PLUMB_POWER_SOFTMAX ? power_softmax(x, m, op.power, n) :
      op.kind == PLUMB_CLIPPED_SOFTMAX ? clipped_weights(softmax(x, m, n), op.gamma, op.zeta) :
      op.kind == PLUMB_SOFTPICK ? softpick(x, m, n, op.epsilon) :
      normalised(op.normalisation, similarities(op.kind, x, m), n, op.epsilon); */

/* parameters that a case may state */
/*@ predicate in_domain(plumb_operator op) =
      \is_finite(op.alpha) && \is_finite(op.gamma) && \is_finite(op.zeta) &&
      \is_finite(op.power) && (op.kind == PLUMB_POWER_SOFTMAX ==> op.power > 0.0) &&
      \is_finite(op.epsilon) && op.epsilon >= 0.0 && \is_finite(op.softcap); */
#endif
