/* range.h - for masks of contiguous keys: how many keys there are up to a position, and hiding a range.

   A position is that of a query among the keys, t + offset as in causal.h; it may be negative, or
   beyond the last key. */
#ifndef PLUMB_MASK_RANGE_H
#define PLUMB_MASK_RANGE_H
#include "spec/number/sequence.h"
#include <stddef.h>
#include <stdint.h>

/* Positions and widths lie within +- this: the sum of two fits in 64 bits. */
#define PLUMB_FARTHEST 0x3fffffffffffffff

/* How many of the first `keys` keys lie at positions up to `last`: they are the first ones. */
/*@ assigns \nothing;
    ensures count: \forall integer j; 0 <= j < keys ==> (j < \result <==> j <= last);
    ensures within: 0 <= \result <= keys;
*/
size_t plumb_keys_up_to(int64_t last, size_t keys);

/* Keys from <= j < to become invisible; none where to <= from, or beyond the last key. */
/*@ requires writes: \valid(visible + (0 .. keys - 1));
    assigns visible[0 .. keys - 1];
    ensures hidden: \forall integer j; from <= j < to && j < keys ==> visible[j] == 0;
    ensures kept: \forall integer j; 0 <= j < keys && !(from <= j < to) ==> visible[j] == \old(visible[j]);
*/
void plumb_hide_keys(size_t from, size_t to, size_t keys, unsigned char *visible);
#endif
