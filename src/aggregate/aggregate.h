/* aggregate.h - output[c] = sum over visible j of weight[j] * value[j][c].

   Source: arXiv 2410.10781, section 2.  weight, visible [keys], value [keys][value_dim],
   output [value_dim].  Values of invisible keys are not read.  No visible key: output 0.  The radius of output[c] is
   bounded as that of plumb_weighted_sum. */
#ifndef PLUMB_AGGREGATE_AGGREGATE_H
#define PLUMB_AGGREGATE_AGGREGATE_H
#include "number/sum.h"
#include "spec/aggregate/aggregate.h"
#include "spec/proposition/scores.h"

/*@ requires inside: keys * value_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: reads_visible(weight, visible, keys) &&
                    \valid_read(value + (0 .. keys * value_dim - 1));
    requires writes: \valid(output + (0 .. value_dim - 1));
    requires apart: sum_apart(output, weight, visible, value, keys, value_dim);
    assigns output[0 .. value_dim - 1];
    ensures encloses: \forall seq w, v, subset m;
      \old(encloses_visible(weight, visible, w, m, keys) && rows(value, v, m, keys, value_dim)) ==>
      encloses(output, aggregate(w, m, v, value_dim, keys), value_dim);
    ensures tight: \forall seq w, subset m, real t, q, integer c; keys <= 0x10000000 && 0.0 <= t <= 1.0 && modest(q) &&
      0 <= c < value_dim && \old(shows(visible, m, keys) && tight_among(weight, w, m, t, keys) &&
                                 bounded_column(value, m, keys, value_dim, c, q)) &&
      moderate(visible_total(w, m, keys)) && moderate(rmul(visible_total(w, m, keys), q)) ==>
      is_tight(output[c], weighted_accuracy(t, keys), rmul(visible_total(w, m, keys), q));

    behavior repeated_values:
    assumes equal: equal_rows(value, visible, keys, value_dim);
    ensures that_value: \forall seq w, v, subset m, integer i, c;
      \old(weighed_rows(weight, visible, value, w, v, m, keys, value_dim)) && visible_total(w, m, keys) == 1.0 &&
      0 <= i < keys && among(m, i) && 0 <= c < value_dim ==> in_ball(output[c], el(v, place(i, value_dim, c)));
*/
void plumb_aggregate(const plumb_ball *weight, const unsigned char *visible, const double *value, size_t keys,
                     size_t value_dim, plumb_ball *output);
#endif
