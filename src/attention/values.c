/* values.c - see values.h. */
#include "attention/values.h"
#include "aggregate/aggregate.h"
#include "attention/softmax_output.h"

plumb_ball plumb_operator_values(plumb_operator op, const plumb_ball *score,
                                 const unsigned char *visible, const double *value, size_t keys,
                                 size_t value_dim, int has_sink, plumb_ball sink,
                                 plumb_ball *weight, plumb_ball *output) {
    if (op.kind == PLUMB_SOFTMAX)
        plumb_softmax_output(score, visible, value, keys, value_dim, has_sink, sink, weight,
                             output);
    /*@ assert quotient: op.kind == PLUMB_SOFTMAX ==> \forall seq x, v, subset m, real s;
          \at(encloses_visible(score, visible, x, m, keys) && rows(value, v, m, keys, value_dim), Pre) &&
          in_ball(sink, s) ==>
          encloses(output, aggregate(operator_weights(op, has_sink, s, x, m, keys), m, v, value_dim, keys),
                   value_dim); */
    //@ assert visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
    /*@ assert score: \forall seq x, subset m;
          \at(encloses_among(score, x, m, keys), Pre) ==> encloses_among(score, x, m, keys); */
    plumb_ball sink_weight =
        plumb_operator_weights(op, score, visible, keys, has_sink, sink, weight);
    /*@ assert weights: \forall seq x, subset m, real s;
          \at(encloses_visible(score, visible, x, m, keys), Pre) && in_ball(sink, s) ==>
          encloses(weight, operator_weights(op, has_sink, s, x, m, keys), keys); */
    //@ assert still_visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
    /*@ assert value: \forall seq v, subset m;
          \at(rows(value, v, m, keys, value_dim), Pre) ==> rows(value, v, m, keys, value_dim); */
    if (op.kind != PLUMB_SOFTMAX)
        plumb_aggregate(weight, visible, value, keys, value_dim, output);
    return sink_weight;
}
