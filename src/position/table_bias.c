/* table_bias.c - see table_bias.h. */
#include "position/table_bias.h"

void plumb_table_bias(const double *table, size_t rows, size_t heads, size_t h, const size_t *index,
                      size_t keys, plumb_ball *bias) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq b;
          \at(gathered(table, rows, index, b, keys, heads, h), Pre) ==> encloses(bias, b, j);
        loop invariant table: \forall seq b;
          \at(gathered(table, rows, index, b, keys, heads, h), Pre) ==> gathered(table, rows, index, b, keys, heads, h);
        loop invariant rows: are_rows(index, keys, rows);
        loop assigns j, bias[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        size_t element = plumb_element_offset(index[j], h, heads, rows);
        plumb_ball number = plumb_ball_of(table[element]);
        /*@ assert number: \forall seq b;
              \at(gathered(table, rows, index, b, keys, heads, h), Pre) ==> in_ball(number, el(b, j)); */
        bias[j] = number;
        //@ assert stored: bias[j] == number;
    }
}

void plumb_index_bias(const size_t *index, size_t keys, plumb_ball *bias) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall integer k; 0 <= k < j ==> in_ball(bias[k], index[k]);
        loop assigns j, bias[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        plumb_ball number = plumb_ball_of(plumb_of_size(index[j]));
        //@ assert number: in_ball(number, index[j]);
        bias[j] = number;
        //@ assert stored: bias[j] == number;
    }
}
