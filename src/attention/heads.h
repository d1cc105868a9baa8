/* heads.h - one query of one head of a batch: grouped heads (attention/place.h) and the causal mask
   around a row. */
#ifndef PLUMB_ATTENTION_HEADS_H
#define PLUMB_ATTENTION_HEADS_H
#include "attention/place.h"
#include "attention/row.h"
#include "mask/causal.h"
#include "spec/attention/heads.h"

/* The row of query t of query head h of sequence b; arrays as in row.h, sizes from the shape. */
/*@ requires index: b < shape.batch && h < shape.key_heads * shape.group && t < shape.query_length && 0 < shape.group;
    requires causal_range: -0x4000000000000000 <= offset <= 0x4000000000000000;
    requires sizes: query_fits(shape);
    requires key_sizes: key_fits(shape) && value_fits(shape);
    requires reads: \valid_read(query + (0 .. query_size(shape) - 1)) &&
                    \valid_read(key + (0 .. key_size(shape) - 1)) &&
                    \valid_read(value + (0 .. value_size(shape) - 1));
    requires writes: \valid(visible + (0 .. shape.key_length - 1)) && \valid(score + (0 .. shape.key_length - 1)) &&
                    \valid(weight + (0 .. shape.key_length - 1)) && \valid(output + (0 .. shape.value_dim - 1));
    requires apart: \separated(visible + (0 .. shape.key_length - 1), score + (0 .. shape.key_length - 1),
                               weight + (0 .. shape.key_length - 1), output + (0 .. shape.value_dim - 1),
                               query + (0 .. query_size(shape) - 1)) &&
                    \separated(visible + (0 .. shape.key_length - 1), score + (0 .. shape.key_length - 1),
                               weight + (0 .. shape.key_length - 1), output + (0 .. shape.value_dim - 1),
                               key + (0 .. key_size(shape) - 1)) &&
                    \separated(visible + (0 .. shape.key_length - 1), score + (0 .. shape.key_length - 1),
                               weight + (0 .. shape.key_length - 1), output + (0 .. shape.value_dim - 1),
                               value + (0 .. value_size(shape) - 1));
    assigns visible[0 .. shape.key_length - 1], score[0 .. shape.key_length - 1], weight[0 .. shape.key_length - 1],
            output[0 .. shape.value_dim - 1];
    ensures weights: \forall seq q, k, subset m, real s;
      \old(values(query + query_place(shape, b, h, t), q, shape.head_dim) &&
           causal_keys(m, causal, t, offset, shape.key_length) &&
           rows(key + key_place(shape, b, h), k, m, shape.key_length, shape.head_dim)) && in_ball(scale, s) ==>
      encloses(weight, attention_weights(s, q, k, m, shape.key_length, shape.head_dim), shape.key_length);
    ensures outputs: \forall seq q, k, v, subset m, real s;
      \old(values(query + query_place(shape, b, h, t), q, shape.head_dim) &&
           causal_keys(m, causal, t, offset, shape.key_length) &&
           rows(key + key_place(shape, b, h), k, m, shape.key_length, shape.head_dim) &&
           rows(value + value_place(shape, b, h), v, m, shape.key_length, shape.value_dim)) &&
      in_ball(scale, s) ==>
      encloses(output, attention_row(s, q, k, v, m, shape.key_length, shape.head_dim, shape.value_dim),
               shape.value_dim);
*/
void plumb_attention_query(plumb_shape shape, const double *query, const double *key, const double *value, size_t b,
                           size_t h, size_t t, int causal, int64_t offset, plumb_ball scale, unsigned char *visible,
                           plumb_ball *score, plumb_ball *weight, plumb_ball *output);
#endif
