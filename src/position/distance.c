/* distance.c - see distance.h. */
#include "position/distance.h"

/*@ requires positions: is_position(query) && is_position(key);
    requires reach: reach <= 0x10000000000000;
    assigns \nothing;
    ensures clipped: \result == clipped_row(key - query, reach);
    ensures inside: \result <= 2 * reach;
*/
static size_t clipped_row(int64_t query, int64_t key, size_t reach) {
    int64_t distance = key - query;
    int64_t farthest = (int64_t)reach;
    if (distance <= -farthest)
        return 0;
    if (distance >= farthest)
        return reach + reach;
    return (size_t)(distance + farthest);
}

void plumb_clipped_distances(int64_t query_position, const int64_t *key_position, size_t keys,
                             size_t reach, size_t *index) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant clipped: \forall integer k;
          0 <= k < j ==> index[k] == clipped_row(key_position[k] - query_position, reach);
        loop invariant inside: \forall integer k; 0 <= k < j ==> index[k] <= 2 * reach;
        loop assigns j, index[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++) {
        size_t row = clipped_row(query_position, key_position[j], reach);
        //@ assert row: row == clipped_row(key_position[j] - query_position, reach);
        index[j] = row;
        //@ assert stored: index[j] == row;
    }
}
