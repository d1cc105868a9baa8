/* heads.h - grouped heads: which key/value head a query head reads.

   Query heads come in key_heads groups of equal size, neighbours together ("interleave" or
   repeat_interleave: PyTorch enable_gqa, FlashAttention, ggml, onnx >= 1.19.1; onnx 1.18 tiled). */
#ifndef PLUMB_ATTENTION_HEADS_H
#define PLUMB_ATTENTION_HEADS_H
#include <stddef.h>

/*@ requires groups: 0 < key_heads && 0 < group && query_head < key_heads * group;
    requires no_wrap: key_heads * group <= 0x0fffffffffffffff;
    assigns \nothing;
    ensures map: \result == query_head / group;
    ensures range: \result < key_heads;
*/
static inline size_t plumb_key_head(size_t query_head, size_t group, size_t key_heads)
{
    (void)key_heads; /* stands only in the contract */
    return query_head / group;
}
#endif
