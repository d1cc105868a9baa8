/* allowed.c - see allowed.h. */
#include "mask/allowed.h"

void plumb_hide_disallowed(const unsigned char *allowed, size_t keys, unsigned char *visible) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall subset m, a; \at(shows(visible, m, keys) && shows(allowed, a, keys), Pre) ==>
          shows(visible, intersection(m, a), j);
        loop invariant rest: \forall integer i; j <= i < keys ==> visible[i] == \at(visible[i], Pre);
        loop invariant allowed: \forall integer i; 0 <= i < keys ==> allowed[i] == \at(allowed[i], Pre);
        loop assigns j, visible[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (allowed[j] == 0)
            visible[j] = 0;
}
