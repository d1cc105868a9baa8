/* causal.h - visible[j] = 1 iff !causal or j <= t + offset; every key otherwise. */
#ifndef PLUMB_MASK_CAUSAL_H
#define PLUMB_MASK_CAUSAL_H
#include "spec/mask/causal.h"
#include <stddef.h>
#include <stdint.h>

/* How many of the first `keys` keys query t sees: they are the first ones. */
/*@ requires offset: -0x4000000000000000 <= offset <= 0x4000000000000000 && t <= 0x3fffffffffffffff;
    assigns \nothing;
    ensures count: \forall integer j; 0 <= j < keys ==> (j < \result <==> causal_sees(causal, t, offset, j));
    ensures within: 0 <= \result <= keys;
*/
size_t plumb_causal_count(int causal, size_t t, int64_t offset, size_t keys);

/*@ requires offset: -0x4000000000000000 <= offset <= 0x4000000000000000 && t <= 0x3fffffffffffffff;
    requires writes: \valid(visible + (0 .. keys - 1));
    assigns visible[0 .. keys - 1];
    ensures sees: \forall integer j; 0 <= j < keys ==> (visible[j] != 0 <==> causal_sees(causal, t, offset, j));
*/
void plumb_causal_visible(int causal, size_t t, int64_t offset, size_t keys, unsigned char *visible);
#endif
