/* operator_row.c - see operator_row.h. */
#include "attention/operator_row.h"

void plumb_operator_row(plumb_operator op, plumb_score_bias bias, int has_sink, plumb_ball sink,
                        plumb_output_parts parts, const double *value, size_t keys,
                        size_t value_dim, unsigned char *visible, plumb_ball *score,
                        plumb_ball *weight, plumb_ball *output) {
    plumb_operator_scores(op.softcap_order, op.softcap, bias, keys, visible, score);
    //@ assert visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, partners(op, m), keys);
    /*@ assert scores: \forall seq x, b, a, subset m;
          \at(encloses_visible(score, visible, x, m, keys) && biases(bias, b, a, m, keys), Pre) ==>
          encloses_among(score, final_scores(op, bias, b, a, x, m), partners(op, m), keys); */
    /*@ assert value: \forall seq v, subset m;
          \at(rows(value, v, m, keys, value_dim), Pre) ==> rows(value, v, m, keys, value_dim); */
    plumb_ball sink_weight = plumb_operator_values(op, score, visible, value, keys, value_dim,
                                                   has_sink, sink, weight, output);
    /*@ assert still_visible: \forall subset m;
          \at(shows(visible, m, keys), Pre) ==> shows(visible, partners(op, m), keys); */
    /*@ assert weights: \forall seq x, b, a, subset m, real s;
          \at(encloses_visible(score, visible, x, m, keys) && biases(bias, b, a, m, keys), Pre) && in_ball(sink, s) ==>
          encloses(weight, operator_weights(op, has_sink, s, final_scores(op, bias, b, a, x, m), partners(op, m), keys),
                   keys); */
    /*@ assert sink: \forall seq x, b, a, subset m, real s;
          \at(encloses_visible(score, visible, x, m, keys) && biases(bias, b, a, m, keys), Pre) && in_ball(sink, s) ==>
          in_ball(sink_weight,
                  final_sink_weight(op, has_sink, s, final_scores(op, bias, b, a, x, m), partners(op, m), keys)); */
    /*@ assert aggregated: \forall seq x, b, a, v, subset m, real s;
          \at(encloses_visible(score, visible, x, m, keys) && biases(bias, b, a, m, keys) &&
              rows(value, v, partners(op, m), keys, value_dim), Pre) &&
          in_ball(sink, s) ==>
          encloses(output,
                   aggregate(operator_weights(op, has_sink, s, final_scores(op, bias, b, a, x, m), partners(op, m),
                                              keys),
                             partners(op, m), v, value_dim, keys),
                   value_dim); */
    /*@ assert sink_value: parts.has_sink_value != 0 ==>
          \forall seq w; \at(values(parts.sink_value, w, value_dim), Pre) ==> values(parts.sink_value, w, value_dim); */
    /*@ assert value_bias: parts.has_value_bias != 0 ==>
          \forall seq c; \at(values(parts.value_bias, c, value_dim), Pre) ==> values(parts.value_bias, c, value_dim); */
    /*@ assert gate: \forall seq g; \at(values(parts.gate, g, gates(parts.gating, value_dim)), Pre) ==>
          values(parts.gate, g, gates(parts.gating, value_dim)); */
    plumb_operator_output(parts, value_dim, sink_weight, output);
    //@ assert plain_partners: plain(op, has_sink, bias) ==> \forall subset m; partners(op, m) == m;
    /*@ assert plain_scores: plain(op, has_sink, bias) ==>
          \forall seq x, b, a, subset m; final_scores(op, bias, b, a, x, m) == biased_if(bias.has_position, a, x); */
    /*@ assert plain_weights: plain(op, has_sink, bias) ==>
          \forall seq x, subset m, real s; operator_weights(op, has_sink, s, x, m, keys) == softmax(x, m, keys); */
    /*@ assert biased_weights: plain(op, has_sink, bias) && in_ball(sink, 0.0) && bias.has_position != 0 ==>
          \forall seq x, a, subset m; \at(biased_row(visible, score, bias.position, x, a, m, keys), Pre) ==>
          encloses(weight,
                   operator_weights(op, has_sink, 0.0, final_scores(op, bias, x, a, x, m), partners(op, m), keys),
                   keys); */
    /*@ assert biased: plain(op, has_sink, bias) && in_ball(sink, 0.0) && bias.has_position != 0 ==>
          \forall seq x, a, subset m; \at(biased_row(visible, score, bias.position, x, a, m, keys), Pre) ==>
          encloses(weight, softmax(biased(x, a), m, keys), keys); */
    /*@ assert unbiased_weights: plain(op, has_sink, bias) && in_ball(sink, 0.0) && bias.has_position == 0 ==>
          \forall seq x, subset m; \at(encloses_visible(score, visible, x, m, keys), Pre) ==>
          encloses(weight,
                   operator_weights(op, has_sink, 0.0, final_scores(op, bias, x, x, x, m), partners(op, m), keys),
                   keys); */
    /*@ assert plain:
          plain(op, has_sink, bias) && in_ball(sink, 0.0) && bias.has_position == 0 ==> \forall seq x, subset m;
          \at(encloses_visible(score, visible, x, m, keys), Pre) ==> encloses(weight, softmax(x, m, keys), keys); */
    /*@ assert bare_outputs:
          plain(op, has_sink, bias) && in_ball(sink, 0.0) && parts.has_sink_value == 0 && parts.has_value_bias == 0 &&
          parts.gating == PLUMB_GATE_NONE ==> \forall seq x, a, v, subset m;
          \at(scored_row(visible, score, bias.has_position, bias.position, value, x, a, v, m, keys, value_dim), Pre) ==>
          encloses(output,
                   finished(parts.has_sink_value, 0.0, v, parts.has_value_bias, v, parts.gating, v,
                            aggregate(operator_weights(op, has_sink, 0.0, final_scores(op, bias, x, a, x, m),
                                                       partners(op, m), keys),
                                      partners(op, m), v, value_dim, keys)),
                   value_dim); */
    /*@ assert bare:
          plain(op, has_sink, bias) && in_ball(sink, 0.0) && parts.has_sink_value == 0 && parts.has_value_bias == 0 &&
          parts.gating == PLUMB_GATE_NONE ==> \forall seq x, a, v, subset m;
          \at(scored_row(visible, score, bias.has_position, bias.position, value, x, a, v, m, keys, value_dim), Pre) ==>
          encloses(output, aggregate(softmax(biased_if(bias.has_position, a, x), m, keys), m, v, value_dim, keys),
                   value_dim); */
}
