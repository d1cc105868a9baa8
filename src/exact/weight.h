/* weight.h - spec/operators.md, sections 2, 3 and 5: weights and log-sum-exp of a row from its
   scores and the logit of its sink.  One file to a family of operators. */
#ifndef PLUMB_EXACT_WEIGHT_H
#define PLUMB_EXACT_WEIGHT_H
#include "exact/row.h"
#include <stdbool.h>

/* weight, sink_weight and lse of any operator.  Where there is nothing to weigh, all weights are 0 or
   alike, and lse is infinite. */
void plumb_exact_weights(plumb_exact_stages *row);

/* softmax with any sink, and what is made of it: scaled, clipped. */
void plumb_exact_softmax_weights(plumb_exact_stages *row);
void plumb_exact_power_weights(plumb_exact_stages *row);
void plumb_exact_softpick_weights(plumb_exact_stages *row);
/* Those that weigh each score by itself, with any normalisation. */
void plumb_exact_activation_weights(plumb_exact_stages *row);

/* a_j of one score, before anything is normalised. */
void plumb_exact_activate(arb_t a, const arb_t score, plumb_operator_kind kind, slong precision);

/* A number near the largest score, and near the sink's logit if that is asked for and larger: a shift
   that keeps exponentials in a range where they are cheap. */
void plumb_exact_shift(arb_t shift, const plumb_exact_stages *row, bool with_sink);
/* Divides the weights of the keys that take part. */
void plumb_exact_divide_weights(plumb_exact_stages *row, const arb_t denominator);
#endif
