/* spec/position/table_bias.h - rows of a table, chosen by an index for each key. */
#ifndef PLUMB_SPEC_POSITION_TABLE_BIAS_H
#define PLUMB_SPEC_POSITION_TABLE_BIAS_H
#include "spec/number/sequence.h"
#include <stddef.h>

/* every index names a row */
/*@ predicate are_rows{L}(size_t *index, integer n, integer rows) =
      \forall integer j; 0 <= j < n ==> index[j] < rows; */

/* element j of b is table[index[j]][column], finite; that places lie inside is a fact, said for the provers */
/*@ predicate gathered{L}(double *table, integer rows, size_t *index, seq b, integer n, integer width, integer column) =
      \forall integer j; 0 <= j < n ==> 0 <= place(index[j], width, column) < rows * width &&
      \is_finite(table[place(index[j], width, column)]) && el(b, j) == table[place(index[j], width, column)]; */
/* row j of r is row index[j] of the table, finite */
/*@ predicate gathered_rows{L}(double *table, integer rows, size_t *index, seq r, integer n, integer width) =
      \forall integer j, c; 0 <= j < n && 0 <= c < width ==> 0 <= place(index[j], width, c) < rows * width &&
      \is_finite(table[place(index[j], width, c)]) && el(r, place(j, width, c)) == table[place(index[j], width, c)]; */
/*@ lemma gathered_row{L}: \forall double *table, size_t *index, seq r, integer rows, j, n, d;
      0 <= j < n && gathered_rows(table, rows, index, r, n, d) ==>
      values(table + place(index[j], d, 0), drop(r, place(j, d, 0)), d); */
#endif
