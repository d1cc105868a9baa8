/* gate.c - see gate.h. */
#include "aggregate/gate.h"
#include "number/sigmoid.h"

void plumb_gate_elements(plumb_ball *output, size_t value_dim, const double *gate) {
    /*@ loop invariant index: 0 <= c <= value_dim;
        loop invariant done: \forall seq o, g;
          \at(encloses(output, o, value_dim) && values(gate, g, value_dim), Pre) ==> encloses(output, gated(o, g), c);
        loop invariant ahead: \forall integer k; c <= k < value_dim ==> output[k] == \at(output[k], Pre);
        loop invariant gate: \forall seq g; \at(values(gate, g, value_dim), Pre) ==> values(gate, g, value_dim);
        loop assigns c, output[0 .. value_dim - 1];
        loop variant value_dim - c;
    */
    for (size_t c = 0; c < value_dim; c++) {
        plumb_ball open = plumb_ball_sigmoid(plumb_ball_of(gate[c]));
        plumb_ball product = plumb_ball_multiply(output[c], open);
        /*@ assert product: \forall seq o, g; \at(encloses(output, o, value_dim) && values(gate, g, value_dim), Pre) ==>
              in_ball(product, el(gated(o, g), c)); */
        output[c] = product;
        //@ assert stored: output[c] == product;
    }
}

void plumb_gate_head(plumb_ball *output, size_t value_dim, double gate) {
    plumb_ball open = plumb_ball_sigmoid(plumb_ball_of(gate));
    /*@ loop invariant index: 0 <= c <= value_dim;
        loop invariant done: \forall seq o; \is_finite(gate) && \at(encloses(output, o, value_dim), Pre) ==>
          encloses(output, head_gated(o, gate), c);
        loop invariant ahead: \forall integer k; c <= k < value_dim ==> output[k] == \at(output[k], Pre);
        loop assigns c, output[0 .. value_dim - 1];
        loop variant value_dim - c;
    */
    for (size_t c = 0; c < value_dim; c++) {
        plumb_ball product = plumb_ball_multiply(output[c], open);
        /*@ assert product: \forall seq o; \is_finite(gate) && \at(encloses(output, o, value_dim), Pre) ==>
              in_ball(product, el(head_gated(o, gate), c)); */
        output[c] = product;
        //@ assert stored: output[c] == product;
    }
}
