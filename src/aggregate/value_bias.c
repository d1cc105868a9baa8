/* value_bias.c - see value_bias.h. */
#include "aggregate/value_bias.h"

void plumb_add_value_bias(plumb_ball *output, size_t value_dim, const double *value_bias) {
    /*@ loop invariant index: 0 <= c <= value_dim;
        loop invariant done: \forall seq o, b;
          \at(encloses(output, o, value_dim) && values(value_bias, b, value_dim), Pre) ==>
          encloses(output, with_value_bias(o, b), c);
        loop invariant ahead: \forall integer k; c <= k < value_dim ==> output[k] == \at(output[k], Pre);
        loop invariant value_bias: \forall seq b;
          \at(values(value_bias, b, value_dim), Pre) ==> values(value_bias, b, value_dim);
        loop assigns c, output[0 .. value_dim - 1];
        loop variant value_dim - c;
    */
    for (size_t c = 0; c < value_dim; c++) {
        plumb_ball sum = plumb_ball_add(output[c], plumb_ball_of(value_bias[c]));
        /*@ assert sum: \forall seq o, b;
              \at(encloses(output, o, value_dim) && values(value_bias, b, value_dim), Pre) ==>
              in_ball(sum, el(with_value_bias(o, b), c)); */
        output[c] = sum;
        //@ assert stored: output[c] == sum;
    }
}
