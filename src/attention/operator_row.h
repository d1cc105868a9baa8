/* operator_row.h - one row of whichever operator is asked for, from the products of query and keys
   to the output (spec/operators.md). */
#ifndef PLUMB_ATTENTION_OPERATOR_ROW_H
#define PLUMB_ATTENTION_OPERATOR_ROW_H
#include "aggregate/aggregate.h"
#include "attention/output.h"
#include "attention/scores.h"
#include "attention/weights.h"
#include "spec/attention/operator_row.h"

/* score, visible, weight [keys], value [keys][value_dim], output [value_dim].
   score[j] = scale * phi(q).phi(k_j) of visible keys becomes the final score, visible the keys that
   take part; weight and output are filled.  sink: the extra logit, counted with has_sink. */
/*@ requires domain: in_domain(op) && (bias.has_first != 0 ==> \is_finite(bias.first));
    requires inside: keys * value_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(value + (0 .. keys * value_dim - 1)) &&
                    (bias.has_bias != 0 ==> \valid_read(bias.bias + (0 .. keys - 1))) &&
                    (bias.has_position != 0 ==> \valid_read(bias.position + (0 .. keys - 1))) &&
                    (parts.has_sink_value != 0 ==> \valid_read(parts.sink_value + (0 .. value_dim - 1))) &&
                    (parts.has_value_bias != 0 ==> \valid_read(parts.value_bias + (0 .. value_dim - 1))) &&
                    \valid_read(parts.gate + (0 .. gates(parts.gating, value_dim) - 1));
    requires writes: \valid(score + (0 .. keys - 1)) && \valid(visible + (0 .. keys - 1)) &&
                    \valid(weight + (0 .. keys - 1)) && \valid(output + (0 .. value_dim - 1));
    requires apart: \separated(score + (0 .. keys - 1), visible + (0 .. keys - 1), weight + (0 .. keys - 1),
                               output + (0 .. value_dim - 1), value + (0 .. keys * value_dim - 1));
    requires bias_apart: bias.has_bias != 0 ==> \separated(bias.bias + (0 .. keys - 1), score + (0 .. keys - 1)) &&
                         \separated(bias.bias + (0 .. keys - 1), visible + (0 .. keys - 1));
    requires position_apart: bias.has_position != 0 ==>
                    \separated(bias.position + (0 .. keys - 1), score + (0 .. keys - 1)) &&
                    \separated(bias.position + (0 .. keys - 1), visible + (0 .. keys - 1));
    requires sink_value_apart: parts.has_sink_value != 0 ==>
                    \separated(parts.sink_value + (0 .. value_dim - 1), score + (0 .. keys - 1)) &&
                    \separated(parts.sink_value + (0 .. value_dim - 1), visible + (0 .. keys - 1)) &&
                    \separated(parts.sink_value + (0 .. value_dim - 1), weight + (0 .. keys - 1)) &&
                    \separated(parts.sink_value + (0 .. value_dim - 1), output + (0 .. value_dim - 1));
    requires value_bias_apart: parts.has_value_bias != 0 ==>
                    \separated(parts.value_bias + (0 .. value_dim - 1), score + (0 .. keys - 1)) &&
                    \separated(parts.value_bias + (0 .. value_dim - 1), visible + (0 .. keys - 1)) &&
                    \separated(parts.value_bias + (0 .. value_dim - 1), weight + (0 .. keys - 1)) &&
                    \separated(parts.value_bias + (0 .. value_dim - 1), output + (0 .. value_dim - 1));
    requires gate_apart:
                    \separated(parts.gate + (0 .. gates(parts.gating, value_dim) - 1), score + (0 .. keys - 1)) &&
                    \separated(parts.gate + (0 .. gates(parts.gating, value_dim) - 1), visible + (0 .. keys - 1)) &&
                    \separated(parts.gate + (0 .. gates(parts.gating, value_dim) - 1), weight + (0 .. keys - 1)) &&
                    \separated(parts.gate + (0 .. gates(parts.gating, value_dim) - 1), output + (0 .. value_dim - 1));
    assigns score[0 .. keys - 1], visible[0 .. keys - 1], weight[0 .. keys - 1], output[0 .. value_dim - 1];
    ensures visible: \forall subset m; \old(shows(visible, m, keys)) ==> shows(visible, partners(op, m), keys);
    ensures scores: \forall seq x, b, a, subset m;
      \old(shows(visible, m, keys) && encloses_among(score, x, m, keys) && (bias.has_bias != 0 ==> values_among(bias.bias, b, m, keys)) &&
           (bias.has_position != 0 ==> encloses_among(bias.position, a, m, keys))) ==>
      encloses_among(score, final_scores(op, bias.has_bias, b, bias.has_first, bias.first, bias.has_position, a, x, m), partners(op, m), keys);
    ensures weights: \forall seq x, b, a, subset m, real s;
      \old(shows(visible, m, keys) && encloses_among(score, x, m, keys) && (bias.has_bias != 0 ==> values_among(bias.bias, b, m, keys)) &&
           (bias.has_position != 0 ==> encloses_among(bias.position, a, m, keys))) &&
      in_ball(sink, s) ==>
      encloses(weight, operator_weights(op, has_sink, s, final_scores(op, bias.has_bias, b, bias.has_first, bias.first, bias.has_position, a, x, m),
                                        partners(op, m), keys), keys);
    ensures outputs: \forall seq x, b, a, v, w, c, g, subset m, real s;
      \old(shows(visible, m, keys) && encloses_among(score, x, m, keys) && (bias.has_bias != 0 ==> values_among(bias.bias, b, m, keys)) &&
           (bias.has_position != 0 ==> encloses_among(bias.position, a, m, keys)) &&
           rows(value, v, partners(op, m), keys, value_dim) &&
           (parts.has_sink_value != 0 ==> values(parts.sink_value, w, value_dim)) &&
           (parts.has_value_bias != 0 ==> values(parts.value_bias, c, value_dim)) &&
           values(parts.gate, g, gates(parts.gating, value_dim))) && in_ball(sink, s) ==>
      encloses(output,
        finished(parts.has_sink_value,
          final_sink_weight(op, has_sink, s, final_scores(op, bias.has_bias, b, bias.has_first, bias.first, bias.has_position, a, x, m), partners(op, m), keys),
          w, parts.has_value_bias, c, parts.gating, g,
          aggregate(operator_weights(op, has_sink, s, final_scores(op, bias.has_bias, b, bias.has_first, bias.first, bias.has_position, a, x, m),
                                     partners(op, m), keys), partners(op, m), v, value_dim, keys)), value_dim);
*/
void plumb_operator_row(plumb_operator op, plumb_score_bias bias, int has_sink, plumb_ball sink,
                        plumb_output_parts parts, const double *value, size_t keys,
                        size_t value_dim, unsigned char *visible, plumb_ball *score,
                        plumb_ball *weight, plumb_ball *output);
#endif
