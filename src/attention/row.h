/* row.h - one row of attention: one query against the keys it sees.

   Source: arXiv 2410.10781, section 2 (formula: attention/problem.h).
   query [head_dim], key [keys][head_dim], value [keys][value_dim], visible [keys];
   score, weight [keys], output [value_dim].  visible[j] != 0 iff key j takes part: of the others
   neither key nor value is read.  weight and output contain the exact real values; score does for
   visible keys.  Invisible keys have weight 0; with no visible key the output is 0. */
#ifndef PLUMB_ATTENTION_ROW_H
#define PLUMB_ATTENTION_ROW_H
#include "aggregate/aggregate.h"
#include "score/scaled_dot.h"
#include "spec/attention/row.h"
#include "weight/softmax.h"

/*@ requires inside: keys * head_dim <= PLUMB_MOST_ELEMENTS && keys * value_dim <= PLUMB_MOST_ELEMENTS;
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(key + (0 .. keys * head_dim - 1)) &&
                    \valid_read(value + (0 .. keys * value_dim - 1)) && \valid_read(visible + (0 .. keys - 1));
    requires writes: \valid(score + (0 .. keys - 1)) && \valid(weight + (0 .. keys - 1)) && \valid(output + (0 .. value_dim - 1));
    requires score_apart: \separated(score + (0 .. keys - 1), query + (0 .. head_dim - 1)) &&
                    \separated(score + (0 .. keys - 1), key + (0 .. keys * head_dim - 1)) &&
                    \separated(score + (0 .. keys - 1), value + (0 .. keys * value_dim - 1)) &&
                    \separated(score + (0 .. keys - 1), visible + (0 .. keys - 1));
    requires weight_apart: \separated(weight + (0 .. keys - 1), score + (0 .. keys - 1)) &&
                    \separated(weight + (0 .. keys - 1), value + (0 .. keys * value_dim - 1)) &&
                    \separated(weight + (0 .. keys - 1), visible + (0 .. keys - 1));
    requires output_apart: \separated(output + (0 .. value_dim - 1), weight + (0 .. keys - 1)) &&
                    \separated(output + (0 .. value_dim - 1), score + (0 .. keys - 1)) &&
                    \separated(output + (0 .. value_dim - 1), value + (0 .. keys * value_dim - 1)) &&
                    \separated(output + (0 .. value_dim - 1), visible + (0 .. keys - 1));
    assigns score[0 .. keys - 1], weight[0 .. keys - 1], output[0 .. value_dim - 1];
    ensures scores: \forall seq q, k, subset m, real s;
      \old(values(query, q, head_dim) && shows(visible, m, keys) && rows(key, k, m, keys, head_dim)) && in_ball(scale, s) ==>
      encloses_among(score, scaled_dots(s, q, k, head_dim), m, keys);
    ensures weights: \forall seq q, k, subset m, real s;
      \old(values(query, q, head_dim) && shows(visible, m, keys) && rows(key, k, m, keys, head_dim)) && in_ball(scale, s) ==>
      encloses(weight, attention_weights(s, q, k, m, keys, head_dim), keys);
    ensures outputs: \forall seq q, k, v, subset m, real s;
      \old(values(query, q, head_dim) && shows(visible, m, keys) && rows(key, k, m, keys, head_dim) &&
           rows(value, v, m, keys, value_dim)) && in_ball(scale, s) ==>
      encloses(output, attention_row(s, q, k, v, m, keys, head_dim, value_dim), value_dim);
*/
void plumb_attention_row(const double *query, const double *key, const double *value,
                         const unsigned char *visible, size_t keys, size_t head_dim,
                         size_t value_dim, plumb_ball scale, plumb_ball *score, plumb_ball *weight,
                         plumb_ball *output);
#endif
