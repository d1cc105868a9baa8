/* heads.c - see heads.h. */
#include "attention/heads.h"

/*@ requires groups: 0 < group && query_head < key_heads * group;
    assigns \nothing;
    ensures map: \result == query_head / group && 0 <= \result < key_heads;
*/
static size_t key_head(size_t query_head, size_t group, size_t key_heads) {
    (void)key_heads; /* stands only in the contract */
    return query_head / group;
}

void plumb_attention_query(plumb_shape shape, const double *query, const double *key,
                           const double *value, size_t b, size_t h, size_t t, int causal,
                           int64_t offset, plumb_ball scale, unsigned char *visible,
                           plumb_ball *score, plumb_ball *weight, plumb_ball *output) {
    size_t query_heads = shape.key_heads * shape.group;
    size_t query_head = plumb_element_offset(b, h, query_heads, shape.batch);
    size_t query_row =
        plumb_element_offset(query_head, t, shape.query_length, shape.batch * query_heads);
    size_t query_start =
        plumb_row_offset(query_row, shape.head_dim, shape.batch * query_heads * shape.query_length);
    size_t head = plumb_element_offset(b, key_head(h, shape.group, shape.key_heads),
                                       shape.key_heads, shape.batch);
    size_t key_start =
        plumb_row_offset(head, shape.key_length * shape.head_dim, shape.batch * shape.key_heads);
    size_t value_start =
        plumb_row_offset(head, shape.key_length * shape.value_dim, shape.batch * shape.key_heads);
    plumb_causal_visible(causal, t, offset, shape.key_length, visible);
    //@ assert visible: \forall subset m; causal_keys(m, causal, t, offset, shape.key_length) ==> shows(visible, m, shape.key_length);
    plumb_attention_row(query + query_start, key + key_start, value + value_start, visible,
                        shape.key_length, shape.head_dim, shape.value_dim, scale, score, weight,
                        output);
}
