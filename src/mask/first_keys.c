/* first_keys.c - see first_keys.h. */
#include "mask/first_keys.h"

void plumb_show_first_keys(size_t first, size_t keys, unsigned char *visible) {
    size_t count = first < keys ? first : keys;
    /*@ loop invariant index: 0 <= j <= count;
        loop invariant shown: \forall integer i; 0 <= i < j ==> visible[i] != 0;
        loop invariant rest: \forall integer i; j <= i < keys ==> visible[i] == \at(visible[i], Pre);
        loop assigns j, visible[0 .. keys - 1];
        loop variant count - j;
    */
    for (size_t j = 0; j < count; j++)
        visible[j] = 1;
}
