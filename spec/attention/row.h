/* spec/attention/row.h - one row of attention: score, softmax over the visible keys, aggregate. */
#ifndef PLUMB_SPEC_ATTENTION_ROW_H
#define PLUMB_SPEC_ATTENTION_ROW_H
#include "spec/aggregate/aggregate.h"
#include "spec/score/scaled_dot.h"
#include "spec/weight/softmax.h"

/*@ logic seq attention_weights(real scale, seq q, seq k, subset m, integer keys, integer head_dim) =
      softmax(scaled_dots(scale, q, k, head_dim), m, keys); */
/*@ logic seq attention_row(real scale, seq q, seq k, seq v, subset m, integer keys, integer head_dim, integer value_dim) =
      aggregate(attention_weights(scale, q, k, m, keys, head_dim), m, v, value_dim, keys); */
#endif
