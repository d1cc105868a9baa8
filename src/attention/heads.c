/* heads.c - see heads.h. */
#include "attention/heads.h"

void plumb_attention_query(plumb_shape shape, const double *query, const double *key,
                           const double *value, size_t b, size_t h, size_t t, int causal,
                           int64_t offset, plumb_ball scale, unsigned char *visible,
                           plumb_ball *score, plumb_ball *weight, plumb_ball *output) {
    size_t query_start = plumb_query_start(shape, b, h, t);
    size_t key_start = plumb_key_start(shape, b, h);
    size_t value_start = plumb_value_start(shape, b, h);
    plumb_causal_visible(causal, t, offset, shape.key_length, visible);
    /*@ assert visible: \forall subset m;
          causal_keys(m, causal, t, offset, shape.key_length) ==> shows(visible, m, shape.key_length); */
    plumb_attention_row(query + query_start, key + key_start, value + value_start, visible,
                        shape.key_length, shape.head_dim, shape.value_dim, scale, score, weight,
                        output);
}
