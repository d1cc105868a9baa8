/* table_bias.h - a number for each key, by the index of its bucket or clipped distance: bias[j] = table[index[j]][h].

   Source: arXiv 1910.10683, section 2.1 (a number for each bucket and head); the index itself as the bias:
   the released code of arXiv 2410.10781.  table [rows][heads], index, bias [keys].  A number that is not
   finite gives a ball without information. */
#ifndef PLUMB_POSITION_TABLE_BIAS_H
#define PLUMB_POSITION_TABLE_BIAS_H
#include "number/ball.h"
#include "number/index.h"
#include "spec/position/table_bias.h"
#include <stddef.h>

/*@ requires inside: h < heads && rows * heads <= PLUMB_MOST_ELEMENTS && are_rows(index, keys, rows);
    requires reads: \valid_read(table + (0 .. rows * heads - 1)) && \valid_read(index + (0 .. keys - 1));
    requires writes: \valid(bias + (0 .. keys - 1));
    requires apart: \separated(bias + (0 .. keys - 1), table + (0 .. rows * heads - 1)) &&
                    \separated(bias + (0 .. keys - 1), index + (0 .. keys - 1));
    assigns bias[0 .. keys - 1];
    ensures encloses: \forall seq b; \old(gathered(table, rows, index, b, keys, heads, h)) ==> encloses(bias, b, keys);
*/
void plumb_table_bias(const double *table, size_t rows, size_t heads, size_t h, const size_t *index, size_t keys,
                      plumb_ball *bias);

/* bias[j] = index[j]: where there is no table. */
/*@ requires exact: \forall integer j; 0 <= j < keys ==> index[j] <= 0x20000000000000;
    requires reads: \valid_read(index + (0 .. keys - 1));
    requires writes: \valid(bias + (0 .. keys - 1));
    requires apart: \separated(bias + (0 .. keys - 1), index + (0 .. keys - 1));
    assigns bias[0 .. keys - 1];
    ensures encloses: \forall integer j; 0 <= j < keys ==> in_ball(bias[j], index[j]);
*/
void plumb_index_bias(const size_t *index, size_t keys, plumb_ball *bias);
#endif
