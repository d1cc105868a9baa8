/* group.c - see group.h. */
#include "mask/group.h"

void plumb_show_own_group(int64_t own, const int64_t *group, size_t keys, unsigned char *visible) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant shown: \forall integer i; 0 <= i < j && group[i] == own ==> visible[i] != 0;
        loop invariant kept: \forall integer i;
          0 <= i < j && group[i] != own ==> visible[i] == \at(visible[i], Pre);
        loop invariant rest: \forall integer i; j <= i < keys ==> visible[i] == \at(visible[i], Pre);
        loop invariant group: \forall integer i; 0 <= i < keys ==> group[i] == \at(group[i], Pre);
        loop assigns j, visible[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (group[j] == own)
            visible[j] = 1;
}
