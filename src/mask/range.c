/* range.c - see range.h. */
#include "mask/range.h"

size_t plumb_keys_up_to(int64_t last, size_t keys) {
    if (last < 0)
        return 0;
    return (size_t)last < keys ? (size_t)last + 1 : keys;
}

void plumb_hide_keys(size_t from, size_t to, size_t keys, unsigned char *visible) {
    size_t end = to < keys ? to : keys;
    /*@ loop invariant index: from <= j && (j <= end || j == from);
        loop invariant hidden: \forall integer i; from <= i < j ==> visible[i] == 0;
        loop invariant kept: \forall integer i;
          0 <= i < keys && !(from <= i < j) ==> visible[i] == \at(visible[i], Pre);
        loop assigns j, visible[0 .. keys - 1];
        loop variant end - j;
    */
    for (size_t j = from; j < end; j++)
        visible[j] = 0;
}
