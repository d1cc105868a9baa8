/* place.h - where the row of a query, and the keys and values that it reads, start in their tensors.

   Query heads come in key_heads groups of equal size, neighbours together ("interleave",
   repeat_interleave: PyTorch enable_gqa, FlashAttention, ggml, onnx >= 1.19.1; onnx 1.18 tiled). */
#ifndef PLUMB_ATTENTION_PLACE_H
#define PLUMB_ATTENTION_PLACE_H
#include "number/index.h"

/* query [batch][key_heads * group][query_length][head_dim],
   key [batch][key_heads][key_length][head_dim], value [batch][key_heads][key_length][value_dim] */
typedef struct {
    size_t batch, key_heads, group, query_length, key_length, head_dim, value_dim;
} plumb_shape;

#include "spec/attention/place.h"

/*@ requires index: b < shape.batch && h < shape.key_heads * shape.group && t < shape.query_length;
    requires sizes: query_fits(shape);
    assigns \nothing;
    ensures value: \result == query_place(shape, b, h, t) && 0 <= \result &&
      \result + shape.head_dim <= query_size(shape);
*/
size_t plumb_query_start(plumb_shape shape, size_t b, size_t h, size_t t);

/*@ requires index: b < shape.batch && h < shape.key_heads * shape.group && 0 < shape.group;
    requires sizes: key_fits(shape);
    assigns \nothing;
    ensures value: \result == key_place(shape, b, h) && 0 <= \result &&
      \result + shape.key_length * shape.head_dim <= key_size(shape);
*/
size_t plumb_key_start(plumb_shape shape, size_t b, size_t h);

/*@ requires index: b < shape.batch && h < shape.key_heads * shape.group && 0 < shape.group;
    requires sizes: value_fits(shape);
    assigns \nothing;
    ensures value: \result == value_place(shape, b, h) && 0 <= \result &&
      \result + shape.key_length * shape.value_dim <= value_size(shape);
*/
size_t plumb_value_start(plumb_shape shape, size_t b, size_t h);
#endif
