/* operator_row.h - one row of the chosen operator, from the products of query and keys to the output
   (spec/operators.md). */
#ifndef PLUMB_ATTENTION_OPERATOR_ROW_H
#define PLUMB_ATTENTION_OPERATOR_ROW_H
#include "attention/output.h"
#include "attention/scores.h"
#include "attention/values.h"
#include "spec/attention/operator_row.h"
#include "spec/attention/repeated.h"

/* score, visible, weight [keys], value [keys][value_dim], output [value_dim].
   score[j] = scale * phi(q).phi(k_j) of visible keys becomes the final score, visible the keys that
   take part; weight and output are filled.  sink: the extra logit, counted with has_sink.
   The behaviours are the propositions on repeated tokens (docs/propositions.md), for a sink that
   contains 0. */
/*@ requires domain: in_domain(op) && (bias.has_first != 0 ==> \is_finite(bias.first));
    requires inside: keys * value_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(value + (0 .. keys * value_dim - 1)) &&
                    reads_biases(bias, keys) &&
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
                    apart_from_visible(bias.position, score, visible, keys);
    requires sink_value_apart: parts.has_sink_value != 0 ==>
                    part_apart(parts.sink_value, value_dim, score, visible, weight, keys, output, value_dim);
    requires value_bias_apart: parts.has_value_bias != 0 ==>
                    part_apart(parts.value_bias, value_dim, score, visible, weight, keys, output, value_dim);
    requires gate_apart:
      part_apart(parts.gate, gates(parts.gating, value_dim), score, visible, weight, keys, output, value_dim);
    assigns score[0 .. keys - 1], visible[0 .. keys - 1], weight[0 .. keys - 1], output[0 .. value_dim - 1];
    ensures visible: \forall subset m; \old(shows(visible, m, keys)) ==> shows(visible, partners(op, m), keys);
    ensures scores: \forall seq x, b, a, subset m;
      \old(encloses_visible(score, visible, x, m, keys) && biases(bias, b, a, m, keys)) ==>
      encloses_among(score, final_scores(op, bias, b, a, x, m), partners(op, m), keys);
    ensures weights: \forall seq x, b, a, subset m, real s;
      \old(encloses_visible(score, visible, x, m, keys) && biases(bias, b, a, m, keys)) &&
      in_ball(sink, s) ==>
      encloses(weight, operator_weights(op, has_sink, s, final_scores(op, bias, b, a, x, m),
                                        partners(op, m), keys), keys);
    ensures outputs: \forall seq x, b, a, v, w, c, g, subset m, real s;
      \old(encloses_visible(score, visible, x, m, keys) && biases(bias, b, a, m, keys) &&
           rows(value, v, partners(op, m), keys, value_dim) &&
           (parts.has_sink_value != 0 ==> values(parts.sink_value, w, value_dim)) &&
           (parts.has_value_bias != 0 ==> values(parts.value_bias, c, value_dim)) &&
           values(parts.gate, g, gates(parts.gating, value_dim))) && in_ball(sink, s) ==>
      encloses(output,
        finished(parts.has_sink_value,
          final_sink_weight(op, has_sink, s, final_scores(op, bias, b, a, x, m), partners(op, m), keys),
          w, parts.has_value_bias, c, parts.gating, g,
          aggregate(operator_weights(op, has_sink, s, final_scores(op, bias, b, a, x, m),
                                     partners(op, m), keys), partners(op, m), v, value_dim, keys)), value_dim);

    behavior repeated_tokens:
    assumes plain: plain(op, has_sink, bias) && in_ball(sink, 0.0);
    assumes no_bias: bias.has_position == 0;
    ensures equal_share: \forall seq x, subset m, integer i, real c;
      \old(encloses_visible(score, visible, x, m, keys)) && equal_scores(x, m, keys, c) &&
      0 <= i < keys && among(m, i) ==> in_ball(weight[i], rdiv(1.0, visible_count(m, keys)));

    behavior repeated_values:
    assumes plain: plain(op, has_sink, bias) && in_ball(sink, 0.0);
    assumes bare: parts.has_sink_value == 0 && parts.has_value_bias == 0 && parts.gating == PLUMB_GATE_NONE;
    assumes equal: equal_rows(value, visible, keys, value_dim);
    ensures that_value: \forall seq x, a, v, subset m, integer i, c;
      \old(scored_row(visible, score, bias.has_position, bias.position, value, x, a, v, m, keys, value_dim)) &&
      0 <= i < keys && among(m, i) && 0 <= c < value_dim ==> in_ball(output[c], el(v, place(i, value_dim, c)));

    behavior repeated_relative:
    assumes plain: plain(op, has_sink, bias) && in_ball(sink, 0.0);
    assumes bias: bias.has_position != 0;
    ensures softmax_of_bias: \forall seq x, a, g, subset m, integer t, i;
      \old(biased_row(visible, score, bias.position, x, a, m, keys)) &&
      sees_first(m, keys, t) && alike(x, t) && distance_bias(a, g, t) && 0 <= i < t ==>
      in_ball(weight[i], el(softmax(g, m, keys), t - 1 - i));
    ensures settled: \forall seq x, a, g, subset m, integer t, D;
      \old(biased_row(visible, score, bias.position, x, a, m, keys)) &&
      sees_first(m, keys, t) && alike(x, t) && distance_bias(a, g, t) && 0 <= D < t && settled(g, D, t) ==>
      holds_at_most(weight[0], rdiv(1.0, t - D));

    behavior repeated_alibi:
    assumes plain: plain(op, has_sink, bias) && in_ball(sink, 0.0);
    assumes bias: bias.has_position != 0;
    ensures geometric: \forall seq x, a, subset m, integer form, p, t, i, real slope;
      \old(biased_row(visible, score, bias.position, x, a, m, keys)) &&
      sees_first(m, keys, t) && alike(x, t) && looks_back(form, p, t) && alibi_bias(a, form, p, t, slope) &&
      slope > 0.0 && 0 <= i < t ==> in_ball(weight[i], geometric_share(slope, t, i));
    ensures increasing: \forall seq x, a, subset m, integer form, p, t, i, j, real slope;
      \old(biased_row(visible, score, bias.position, x, a, m, keys)) && sees_first(m, keys, t) && alike(x, t) &&
      looks_back(form, p, t) && alibi_bias(a, form, p, t, slope) && slope > 0.0 && 0 <= i < j < t ==>
      in_ball(weight[i], el(softmax(biased(x, a), m, keys), i)) &&
      in_ball(weight[j], el(softmax(biased(x, a), m, keys), j)) &&
      el(softmax(biased(x, a), m, keys), i) < el(softmax(biased(x, a), m, keys), j);
    ensures first: \forall seq x, a, subset m, integer form, p, t, real slope;
      \old(biased_row(visible, score, bias.position, x, a, m, keys)) &&
      sees_first(m, keys, t) && alike(x, t) && looks_back(form, p, t) && alibi_bias(a, form, p, t, slope) &&
      slope > 0.0 ==> holds_at_most(weight[0], rdiv(1.0, t));

    behavior repeated_rope:
    assumes plain: plain(op, has_sink, bias) && in_ball(sink, 0.0);
    assumes no_bias: bias.has_position == 0;
    ensures at_most: \forall seq x, q, k, turns, subset m, integer t, i, layout, pairs, d, real a, xi;
      \old(encloses_visible(score, visible, x, m, keys)) && sees_first(m, keys, t) &&
      rope_scored(x, q, k, turns, a, layout, pairs, d, t) && xi == rope_reach(a, q, k, d) && xi >= 0.0 && 0 <= i < t ==>
      holds_at_most(weight[i], rdiv(rexp(2.0 * xi), rexp(2.0 * xi) + (t - 1)));
*/
void plumb_operator_row(plumb_operator op, plumb_score_bias bias, int has_sink, plumb_ball sink,
                        plumb_output_parts parts, const double *value, size_t keys, size_t value_dim,
                        unsigned char *visible, plumb_ball *score, plumb_ball *weight, plumb_ball *output);
#endif
