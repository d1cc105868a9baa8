/* sink_value.c - see sink_value.h. */
#include "aggregate/sink_value.h"

void plumb_add_sink_value(plumb_ball *output, size_t value_dim, plumb_ball sink_weight,
                          const double *sink_value) {
    /*@ loop invariant index: 0 <= c <= value_dim;
        loop invariant done: \forall seq o, v, real w;
          \at(encloses(output, o, value_dim) && values(sink_value, v, value_dim), Pre) && in_ball(sink_weight, w) ==>
          encloses(output, with_sink_value(o, w, v), c);
        loop invariant ahead: \forall integer k; c <= k < value_dim ==> output[k] == \at(output[k], Pre);
        loop invariant sink_value: \forall seq v;
          \at(values(sink_value, v, value_dim), Pre) ==> values(sink_value, v, value_dim);
        loop assigns c, output[0 .. value_dim - 1];
        loop variant value_dim - c;
    */
    for (size_t c = 0; c < value_dim; c++) {
        plumb_ball part = plumb_ball_scale(sink_weight, sink_value[c]);
        plumb_ball sum = plumb_ball_add(output[c], part);
        /*@ assert sum: \forall seq o, v, real w;
              \at(encloses(output, o, value_dim) && values(sink_value, v, value_dim), Pre) &&
              in_ball(sink_weight, w) ==>
              in_ball(sum, el(with_sink_value(o, w, v), c)); */
        output[c] = sum;
        //@ assert stored: output[c] == sum;
    }
}
