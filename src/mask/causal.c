/* causal.c - see causal.h. */
#include "mask/causal.h"

size_t plumb_causal_count(int causal, size_t t, int64_t offset, size_t keys) {
    if (causal == 0)
        return keys;
    int64_t last = (int64_t)t + offset;
    if (last < 0)
        return 0;
    return (size_t)last < keys ? (size_t)last + 1 : keys;
}

void plumb_causal_visible(int causal, size_t t, int64_t offset, size_t keys,
                          unsigned char *visible) {
    size_t count = plumb_causal_count(causal, t, offset, keys);
    /*@ loop invariant index: 0 <= j <= count;
        loop invariant sees: \forall integer i; 0 <= i < j ==> visible[i] != 0;
        loop assigns j, visible[0 .. keys - 1];
        loop variant count - j;
    */
    for (size_t j = 0; j < count; j++)
        visible[j] = 1;
    /*@ loop invariant index: count <= j <= keys;
        loop invariant sees: \forall integer i; 0 <= i < j ==> (visible[i] != 0 <==> causal_sees(causal, t, offset, i));
        loop assigns j, visible[count .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = count; j < keys; j++)
        visible[j] = 0;
}
