/* shaw.h - relative position vectors of a table, added to keys and to values.

   Source: arXiv 1803.02155, equations 3 and 4: a key k_j + table[index[j]] adds scale * q.table[index[j]] to its
   score, a value v_j + table[index[j]] adds weight[j] * table[index[j]] to the output.  index [keys], the rows by
   distance.h.  A table with a number that is not finite where it is read gives balls without information. */
#ifndef PLUMB_POSITION_SHAW_H
#define PLUMB_POSITION_SHAW_H
#include "number/sum.h"
#include "spec/position/shaw.h"

/* bias[j] = scale * sum_c query[c] * table[index[j]][c].  query [head_dim], table [rows][head_dim], bias [keys]. */
/*@ requires inside: rows * head_dim <= PLUMB_MOST_ELEMENTS && are_rows(index, keys, rows);
    requires reads: \valid_read(query + (0 .. head_dim - 1)) && \valid_read(table + (0 .. rows * head_dim - 1)) &&
                    \valid_read(index + (0 .. keys - 1));
    requires writes: \valid(bias + (0 .. keys - 1));
    requires apart: \separated(bias + (0 .. keys - 1), query + (0 .. head_dim - 1)) &&
                    \separated(bias + (0 .. keys - 1), table + (0 .. rows * head_dim - 1)) &&
                    \separated(bias + (0 .. keys - 1), index + (0 .. keys - 1));
    assigns bias[0 .. keys - 1];
    ensures encloses: \forall seq q, r, real s;
      \old(values(query, q, head_dim) && gathered_rows(table, rows, index, r, keys, head_dim)) && in_ball(scale, s) ==>
      encloses(bias, scaled_dots(s, q, r, head_dim), keys);
*/
void plumb_shaw_scores(const double *query, const double *table, size_t rows, size_t head_dim, const size_t *index,
                       size_t keys, plumb_ball scale, plumb_ball *bias);

/* output[c] += sum_j weight[j] * table[index[j]][c].  weight [keys], table [rows][value_dim], output [value_dim];
   in place.  Invisible keys have weight 0. */
/*@ requires inside: rows * value_dim <= PLUMB_MOST_ELEMENTS && are_rows(index, keys, rows);
    requires reads: \valid_read(weight + (0 .. keys - 1)) && \valid_read(index + (0 .. keys - 1)) &&
                    \valid_read(table + (0 .. rows * value_dim - 1));
    requires writes: \valid(output + (0 .. value_dim - 1));
    requires apart: \separated(output + (0 .. value_dim - 1), weight + (0 .. keys - 1)) &&
                    \separated(output + (0 .. value_dim - 1), index + (0 .. keys - 1)) &&
                    \separated(output + (0 .. value_dim - 1), table + (0 .. rows * value_dim - 1));
    assigns output[0 .. value_dim - 1];
    ensures encloses: \forall seq o, w, r;
      \old(encloses(output, o, value_dim) && encloses(weight, w, keys) &&
           gathered_rows(table, rows, index, r, keys, value_dim)) ==>
      encloses(output, with_relative_values(o, w, r, value_dim, keys), value_dim);
*/
void plumb_shaw_values(const plumb_ball *weight, const size_t *index, size_t keys, const double *table, size_t rows,
                       size_t value_dim, plumb_ball *output);
#endif
