/* shaw.c - see shaw.h. */
#include "position/shaw.h"

void plumb_shaw_scores(const double *query, const double *table, size_t rows, size_t head_dim,
                       const size_t *index, size_t keys, plumb_ball scale, plumb_ball *bias) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall seq q, r, real s;
          \at(values(query, q, head_dim) && gathered_rows(table, rows, index, r, keys, head_dim), Pre) &&
          in_ball(scale, s) ==>
          encloses(bias, scaled_dots(s, q, r, head_dim), j);
        loop invariant query: \forall seq q; \at(values(query, q, head_dim), Pre) ==> values(query, q, head_dim);
        loop invariant table: \forall seq r; \at(gathered_rows(table, rows, index, r, keys, head_dim), Pre) ==>
          gathered_rows(table, rows, index, r, keys, head_dim);
        loop invariant rows: are_rows(index, keys, rows);
        loop assigns j, bias[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        size_t row = plumb_row_offset(index[j], head_dim, rows);
        /*@ assert row: \forall seq r; gathered_rows(table, rows, index, r, keys, head_dim) ==>
              values(table + row, drop(r, place(j, head_dim, 0)), head_dim); */
        plumb_ball product = plumb_dot(query, table + row, head_dim);
        plumb_ball result = plumb_ball_multiply(scale, product);
        /*@ assert result: \forall seq q, r, real s;
              \at(values(query, q, head_dim) && gathered_rows(table, rows, index, r, keys, head_dim), Pre) &&
              in_ball(scale, s) ==>
              in_ball(result, el(scaled_dots(s, q, r, head_dim), j)); */
        bias[j] = result;
        //@ assert stored: bias[j] == result;
    }
}

/*@ requires inside: c < value_dim && rows * value_dim <= PLUMB_MOST_ELEMENTS && are_rows(index, keys, rows);
    requires reads: \valid_read(weight + (0 .. keys - 1)) && \valid_read(index + (0 .. keys - 1)) &&
                    \valid_read(table + (0 .. rows * value_dim - 1));
    assigns \nothing;
    ensures encloses: \forall seq o, w, r; in_ball(output, el(o, c)) && encloses(weight, w, keys) &&
      gathered_rows(table, rows, index, r, keys, value_dim) ==>
      in_ball(\result, el(with_relative_values(o, w, r, value_dim, keys), c));
*/
static plumb_ball with_column(const plumb_ball *weight, const size_t *index, size_t keys,
                              const double *table, size_t rows, size_t value_dim, size_t c,
                              plumb_ball output) {
    plumb_ball sum = output;
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant sum: \forall seq o, w, r;
          in_ball(output, el(o, c)) && encloses(weight, w, keys) &&
          gathered_rows(table, rows, index, r, keys, value_dim) ==>
          in_ball(sum, el(with_relative_values(o, w, r, value_dim, j), c));
        loop assigns j, sum;
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        size_t element = plumb_element_offset(index[j], c, value_dim, rows);
        plumb_ball term = plumb_ball_multiply(weight[j], plumb_ball_of(table[element]));
        /*@ assert term: \forall seq w, r;
              encloses(weight, w, keys) && gathered_rows(table, rows, index, r, keys, value_dim) ==>
              in_ball(term, rmul(el(w, j), el(r, place(j, value_dim, c)))); */
        sum = plumb_ball_add(sum, term);
    }
    return sum;
}

void plumb_shaw_values(const plumb_ball *weight, const size_t *index, size_t keys,
                       const double *table, size_t rows, size_t value_dim, plumb_ball *output) {
    /*@ loop invariant index: 0 <= c <= value_dim;
        loop invariant done: \forall seq o, w, r;
          \at(encloses(output, o, value_dim) && encloses(weight, w, keys) &&
              gathered_rows(table, rows, index, r, keys, value_dim), Pre) ==>
          encloses(output, with_relative_values(o, w, r, value_dim, keys), c);
        loop invariant ahead: \forall integer k; c <= k < value_dim ==> output[k] == \at(output[k], Pre);
        loop invariant weight: \forall seq w; \at(encloses(weight, w, keys), Pre) ==> encloses(weight, w, keys);
        loop invariant table: \forall seq r; \at(gathered_rows(table, rows, index, r, keys, value_dim), Pre) ==>
          gathered_rows(table, rows, index, r, keys, value_dim);
        loop invariant rows: are_rows(index, keys, rows);
        loop assigns c, output[0 .. value_dim - 1];
        loop variant value_dim - c;
    */
    for (size_t c = 0; c < value_dim; c++) {
        plumb_ball sum = with_column(weight, index, keys, table, rows, value_dim, c, output[c]);
        /*@ assert sum: \forall seq o, w, r;
              \at(encloses(output, o, value_dim) && encloses(weight, w, keys) &&
                  gathered_rows(table, rows, index, r, keys, value_dim), Pre) ==>
              in_ball(sum, el(with_relative_values(o, w, r, value_dim, keys), c)); */
        output[c] = sum;
        //@ assert stored: output[c] == sum;
    }
}
