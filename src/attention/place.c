/* place.c - see place.h. */
#include "attention/place.h"

size_t plumb_query_start(plumb_shape shape, size_t b, size_t h, size_t t) {
    size_t query_heads = shape.key_heads * shape.group;
    size_t head = plumb_element_offset(b, h, query_heads, shape.batch);
    size_t row = plumb_element_offset(head, t, shape.query_length, shape.batch * query_heads);
    return plumb_row_offset(row, shape.head_dim, shape.batch * query_heads * shape.query_length);
}

/*@ requires groups: 0 < group && query_head < key_heads * group;
    assigns \nothing;
    ensures map: \result == query_head / group && 0 <= \result < key_heads;
*/
static size_t key_head(size_t query_head, size_t group, size_t key_heads) {
    (void)key_heads; /* stands only in the contract */
    return query_head / group;
}

/* Keys and values alike: the matrix, of `width` numbers, of the key head that query head h reads. */
/*@ requires index: b < shape.batch && h < shape.key_heads * shape.group && 0 < shape.group;
    requires sizes: shape.batch * shape.key_heads <= PLUMB_MOST_ELEMENTS &&
                    shape.batch * shape.key_heads * width <= PLUMB_MOST_ELEMENTS;
    assigns \nothing;
    ensures value: \result == place(place(b, shape.key_heads, h / shape.group), width, 0) && 0 <= \result &&
      \result + width <= shape.batch * shape.key_heads * width;
*/
static size_t matrix_start(plumb_shape shape, size_t b, size_t h, size_t width) {
    size_t head = plumb_element_offset(b, key_head(h, shape.group, shape.key_heads),
                                       shape.key_heads, shape.batch);
    return plumb_row_offset(head, width, shape.batch * shape.key_heads);
}

size_t plumb_key_start(plumb_shape shape, size_t b, size_t h) {
    return matrix_start(shape, b, h, shape.key_length * shape.head_dim);
}

size_t plumb_value_start(plumb_shape shape, size_t b, size_t h) {
    return matrix_start(shape, b, h, shape.key_length * shape.value_dim);
}
