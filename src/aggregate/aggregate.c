/* aggregate.c - see aggregate.h. */
#include "aggregate/aggregate.h"
#include "spec/proposition/balls.h"

void plumb_aggregate(const plumb_ball *weight, const unsigned char *visible, const double *value,
                     size_t keys, size_t value_dim, plumb_ball *output) {
    /*@ loop invariant index: 0 <= c <= value_dim;
        loop invariant done: \forall seq w, v, subset m;
          \at(encloses_visible(weight, visible, w, m, keys) && rows(value, v, m, keys, value_dim), Pre) ==>
          encloses(output, aggregate(w, m, v, value_dim, keys), c);
        loop invariant tight: \forall seq w, subset m, real t, q, integer k;
          keys <= 0x10000000 && 0.0 <= t <= 1.0 && modest(q) && 0 <= k < c &&
          \at(shows(visible, m, keys) && tight_among(weight, w, m, t, keys) &&
              bounded_column(value, m, keys, value_dim, k, q), Pre) &&
          moderate(visible_total(w, m, keys)) && moderate(rmul(visible_total(w, m, keys), q)) ==>
          is_tight(output[k], weighted_accuracy(t, keys), rmul(visible_total(w, m, keys), q));
        loop invariant tight_weight: \forall seq w, subset m, real t;
          \at(tight_among(weight, w, m, t, keys), Pre) ==> tight_among(weight, w, m, t, keys);
        loop invariant bounded: \forall subset m, integer k, real q;
          0 <= k < value_dim && \at(bounded_column(value, m, keys, value_dim, k, q), Pre) ==>
          bounded_column(value, m, keys, value_dim, k, q);
        loop invariant weight: \forall seq w, subset m;
          \at(encloses_among(weight, w, m, keys), Pre) ==> encloses_among(weight, w, m, keys);
        loop invariant visible: \forall subset m; \at(shows(visible, m, keys), Pre) ==> shows(visible, m, keys);
        loop invariant value: \forall seq v, subset m;
          \at(rows(value, v, m, keys, value_dim), Pre) ==> rows(value, v, m, keys, value_dim);
        loop assigns c, output[0 .. value_dim - 1];
        loop variant value_dim - c;
    */
    for (size_t c = 0; c < value_dim; c++) {
        plumb_ball sum = plumb_weighted_sum(weight, visible, value, keys, value_dim, c);
        /*@ assert sum: \forall seq w, v, subset m;
              \at(encloses_visible(weight, visible, w, m, keys) && rows(value, v, m, keys, value_dim), Pre) ==>
              in_ball(sum, el(aggregate(w, m, v, value_dim, keys), c)); */
        /*@ assert tight: \forall seq w, subset m, real t, q, integer k;
              k == c && keys <= 0x10000000 && 0.0 <= t <= 1.0 && modest(q) &&
              \at(shows(visible, m, keys) && tight_among(weight, w, m, t, keys) &&
                  bounded_column(value, m, keys, value_dim, k, q), Pre) &&
              moderate(visible_total(w, m, keys)) && moderate(rmul(visible_total(w, m, keys), q)) ==>
              is_tight(sum, weighted_accuracy(t, keys), rmul(visible_total(w, m, keys), q)); */
        output[c] = sum;
        //@ assert stored: output[c] == sum;
    }
}
