/* value_bias.h - output[c] += value_bias[c], whatever the weights are.

   Source: arXiv 2410.10781, section 7 (model_kv_bias.py, v_bias alone).  output, value_bias
   [value_dim].  A bias that is not finite gives a ball without information. */
#ifndef PLUMB_AGGREGATE_VALUE_BIAS_H
#define PLUMB_AGGREGATE_VALUE_BIAS_H
#include "number/ball.h"
#include "spec/aggregate/value_bias.h"
#include <stddef.h>

/*@ requires reads: \valid_read(value_bias + (0 .. value_dim - 1));
    requires writes: \valid(output + (0 .. value_dim - 1));
    requires apart: \separated(output + (0 .. value_dim - 1), value_bias + (0 .. value_dim - 1));
    assigns output[0 .. value_dim - 1];
    ensures encloses: \forall seq o, b;
      \old(encloses(output, o, value_dim) && values(value_bias, b, value_dim)) ==>
      encloses(output, with_value_bias(o, b), value_dim);
*/
void plumb_add_value_bias(plumb_ball *output, size_t value_dim, const double *value_bias);
#endif
