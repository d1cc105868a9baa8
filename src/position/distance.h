/* distance.h - the row of a table that belongs to the clipped distance of a key: clip(p_j - p_t) + reach.

   Source: arXiv 1803.02155, equations 5 and 6, with clip(D) = max(-reach, min(reach, D)).  key_position,
   index [keys]; the table has 2 reach + 1 rows. */
#ifndef PLUMB_POSITION_DISTANCE_H
#define PLUMB_POSITION_DISTANCE_H
#include "spec/position/distance.h"
#include <stddef.h>
#include <stdint.h>

/*@ requires positions: is_position(query_position) && are_positions(key_position, keys);
    requires reach: reach <= 0x10000000000000;
    requires reads: \valid_read(key_position + (0 .. keys - 1));
    requires writes: \valid(index + (0 .. keys - 1));
    requires apart: \separated(index + (0 .. keys - 1), key_position + (0 .. keys - 1));
    assigns index[0 .. keys - 1];
    ensures clipped: \forall integer j; 0 <= j < keys ==>
      index[j] == clipped_row(key_position[j] - query_position, reach);
    ensures inside: \forall integer j; 0 <= j < keys ==> index[j] <= 2 * reach;
*/
void plumb_clipped_distances(int64_t query_position, const int64_t *key_position, size_t keys, size_t reach,
                             size_t *index);
#endif
