/* sharp.h - output[c] = sum over visible j of weight[j] * value[j][c], as plumb_aggregate has it, with a radius that is
   smaller where values differ in size, and takes twice the time: each value counts in it by itself.

   Source: spec/gradient.md, section 3.  weight, visible [keys], value [keys][value_dim], output [value_dim].  Values of
   invisible keys are not read.  No visible key: output 0.  Products are fused into the sums of blocks of 16 keys, which
   are added in order; the radius of output[c] is a little more than the sum of (weight[j].rad + gamma |weight[j].mid|)
   |value[j][c]|, where gamma is that of plumb_dot_depth. */
#ifndef PLUMB_AGGREGATE_SHARP_H
#define PLUMB_AGGREGATE_SHARP_H
#include "number/sum.h"
#include "spec/aggregate/aggregate.h"

/*@ requires inside: keys * value_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: reads_visible(weight, visible, keys) &&
                    \valid_read(value + (0 .. keys * value_dim - 1));
    requires writes: \valid(output + (0 .. value_dim - 1));
    requires apart: sum_apart(output, weight, visible, value, keys, value_dim);
    assigns output[0 .. value_dim - 1];
    ensures encloses: \forall seq w, v, subset m;
      \old(encloses_visible(weight, visible, w, m, keys) && rows(value, v, m, keys, value_dim)) ==>
      encloses(output, aggregate(w, m, v, value_dim, keys), value_dim);
*/
void plumb_sharp_aggregate(const plumb_ball *weight, const unsigned char *visible, const double *value, size_t keys,
                           size_t value_dim, plumb_ball *output);
#endif
