/* document.c - see document.h. */
#include "mask/document.h"

void plumb_hide_other_documents(int64_t own, const int64_t *segment, size_t keys,
                                unsigned char *visible) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall subset m, d; \at(shows(visible, m, keys) && shares(segment, own, d, keys), Pre) ==>
          shows(visible, intersection(m, d), j);
        loop invariant rest: \forall integer i; j <= i < keys ==> visible[i] == \at(visible[i], Pre);
        loop invariant segment: \forall integer i; 0 <= i < keys ==> segment[i] == \at(segment[i], Pre);
        loop assigns j, visible[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (segment[j] != own)
            visible[j] = 0;
}
