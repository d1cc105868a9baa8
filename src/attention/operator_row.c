/* operator_row.c - see operator_row.h. */
#include "attention/operator_row.h"

void plumb_operator_row(plumb_operator op, plumb_score_bias bias, int has_sink, plumb_ball sink,
                        plumb_output_parts parts, const double *value, size_t keys,
                        size_t value_dim, unsigned char *visible, plumb_ball *score,
                        plumb_ball *weight, plumb_ball *output) {
    plumb_operator_scores(op.softcap_order, op.softcap, bias, keys, visible, score);
    //@ assert visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, partners(op, m), keys);
    //@ assert scores: \forall seq x, b, a, subset m; \at(shows(visible, m, keys) && encloses_among(score, x, m, keys) && (bias.has_bias != 0 ==> values_among(bias.bias, b, m, keys)) && (bias.has_position != 0 ==> encloses_among(bias.position, a, m, keys)), Pre) ==> encloses_among(score, final_scores(op, bias.has_bias, b, bias.has_first, bias.first, bias.has_position, a, x, m), partners(op, m), keys);
    plumb_ball sink_weight =
        plumb_operator_weights(op, score, visible, keys, has_sink, sink, weight);
    //@ assert still_visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, partners(op, m), keys);
    //@ assert weights: \forall seq x, b, a, subset m, real s; \at(shows(visible, m, keys) && encloses_among(score, x, m, keys) && (bias.has_bias != 0 ==> values_among(bias.bias, b, m, keys)) && (bias.has_position != 0 ==> encloses_among(bias.position, a, m, keys)), Pre) && in_ball(sink, s) ==> encloses(weight, operator_weights(op, has_sink, s, final_scores(op, bias.has_bias, b, bias.has_first, bias.first, bias.has_position, a, x, m), partners(op, m), keys), keys);
    //@ assert sink: \forall seq x, b, a, subset m, real s; \at(shows(visible, m, keys) && encloses_among(score, x, m, keys) && (bias.has_bias != 0 ==> values_among(bias.bias, b, m, keys)) && (bias.has_position != 0 ==> encloses_among(bias.position, a, m, keys)), Pre) && in_ball(sink, s) ==> in_ball(sink_weight, final_sink_weight(op, has_sink, s, final_scores(op, bias.has_bias, b, bias.has_first, bias.first, bias.has_position, a, x, m), partners(op, m), keys));
    //@ assert value: \forall seq v, subset m; \at(rows(value, v, m, keys, value_dim), Pre) ==> rows(value, v, m, keys, value_dim);
    plumb_aggregate(weight, visible, value, keys, value_dim, output);
    //@ assert aggregated: \forall seq x, b, a, v, subset m, real s; \at(shows(visible, m, keys) && encloses_among(score, x, m, keys) && (bias.has_bias != 0 ==> values_among(bias.bias, b, m, keys)) && (bias.has_position != 0 ==> encloses_among(bias.position, a, m, keys)) && rows(value, v, partners(op, m), keys, value_dim), Pre) && in_ball(sink, s) ==> encloses(output, aggregate(operator_weights(op, has_sink, s, final_scores(op, bias.has_bias, b, bias.has_first, bias.first, bias.has_position, a, x, m), partners(op, m), keys), partners(op, m), v, value_dim, keys), value_dim);
    //@ assert sink_value: parts.has_sink_value != 0 ==> \forall seq w; \at(values(parts.sink_value, w, value_dim), Pre) ==> values(parts.sink_value, w, value_dim);
    //@ assert value_bias: parts.has_value_bias != 0 ==> \forall seq c; \at(values(parts.value_bias, c, value_dim), Pre) ==> values(parts.value_bias, c, value_dim);
    //@ assert gate: \forall seq g; \at(values(parts.gate, g, gates(parts.gating, value_dim)), Pre) ==> values(parts.gate, g, gates(parts.gating, value_dim));
    plumb_operator_output(parts, value_dim, sink_weight, output);
}
