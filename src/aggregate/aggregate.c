/* aggregate.c - see aggregate.h. */
#include "aggregate/aggregate.h"
#include "spec/proposition/balls.h"

void plumb_aggregate(const plumb_ball *weight, const unsigned char *visible, const double *value,
                     size_t keys, size_t value_dim, plumb_ball *output) {
    /*@ loop invariant index: 0 <= c <= value_dim;
        loop invariant done: \forall seq w, v, subset m;
          \at(shows(visible, m, keys) && encloses_among(weight, w, m, keys) && rows(value, v, m, keys, value_dim), Pre) ==>
          encloses(output, aggregate(w, m, v, value_dim, keys), c);
        loop invariant weight: \forall seq w, subset m; \at(encloses_among(weight, w, m, keys), Pre) ==> encloses_among(weight, w, m, keys);
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop invariant value: \forall seq v, subset m; \at(rows(value, v, m, keys, value_dim), Pre) ==> rows(value, v, m, keys, value_dim);
        loop assigns c, output[0 .. value_dim - 1];
        loop variant value_dim - c;
    */
    for (size_t c = 0; c < value_dim; c++) {
        plumb_ball sum = plumb_weighted_sum(weight, visible, value, keys, value_dim, c);
        //@ assert sum: \forall seq w, v, subset m; \at(shows(visible, m, keys) && encloses_among(weight, w, m, keys) && rows(value, v, m, keys, value_dim), Pre) ==> in_ball(sum, el(aggregate(w, m, v, value_dim, keys), c));
        output[c] = sum;
        //@ assert stored: output[c] == sum;
    }
}
