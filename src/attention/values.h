/* values.h - the weighted sum of the values, and the weights, of the chosen operator
   (spec/operators.md, section 2). */
#ifndef PLUMB_ATTENTION_VALUES_H
#define PLUMB_ATTENTION_VALUES_H
#include "attention/weights.h"
#include "number/index.h"
#include "spec/aggregate/aggregate.h"

/* output[c] = sum over visible j of weight[j] value[j][c].  score, visible, weight [keys], value
   [keys][value_dim], output [value_dim].  The operator softmax divides once (attention/softmax_output.h),
   with weight as room; every other operator sums its weights.  Afterwards weight holds what
   plumb_operator_weights says, whose arguments and whose answer, the weight of the sink, are the same
   here.  Values of invisible keys are not read.  No visible key: output 0. */
/*@ requires inside: keys * value_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: reads_visible(score, visible, keys) &&
                    \valid_read(value + (0 .. keys * value_dim - 1));
    requires writes: \valid(weight + (0 .. keys - 1)) && \valid(output + (0 .. value_dim - 1));
    requires weight_apart: apart_from_visible(weight, score, visible, keys) &&
                    \separated(weight + (0 .. keys - 1), value + (0 .. keys * value_dim - 1));
    requires output_apart: sum_apart(output, weight, visible, value, keys, value_dim) &&
                    \separated(output + (0 .. value_dim - 1), score + (0 .. keys - 1));
    requires domain: in_domain(op);
    assigns weight[0 .. keys - 1], output[0 .. value_dim - 1];
    ensures outputs: \forall seq x, v, subset m, real s;
      \old(encloses_visible(score, visible, x, m, keys) && rows(value, v, m, keys, value_dim)) &&
      in_ball(sink, s) ==>
      encloses(output, aggregate(operator_weights(op, has_sink, s, x, m, keys), m, v, value_dim, keys), value_dim);
    ensures weights: \forall seq x, subset m, real s;
      \old(encloses_visible(score, visible, x, m, keys)) && in_ball(sink, s) ==>
      encloses(weight, operator_weights(op, has_sink, s, x, m, keys), keys);
    ensures sink: has_sink != 0 && op.kind == PLUMB_SOFTMAX ==> \forall seq x, subset m, real s;
      \old(encloses_visible(score, visible, x, m, keys)) && in_ball(sink, s) ==>
      in_ball(\result, sink_weight(x, m, keys, s));
    ensures none: has_sink == 0 || op.kind != PLUMB_SOFTMAX ==> in_ball(\result, 0.0);
*/
plumb_ball plumb_operator_values(plumb_operator op, const plumb_ball *score, const unsigned char *visible,
                                 const double *value, size_t keys, size_t value_dim, int has_sink, plumb_ball sink,
                                 plumb_ball *weight, plumb_ball *output);
#endif
