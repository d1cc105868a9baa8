/* minus_infinity.c - see minus_infinity.h. */
#include "mask/minus_infinity.h"
#include "number/infinity.h"

void plumb_hide_minus_infinity(const double *bias, size_t keys, unsigned char *visible) {
    /*@ loop invariant index: 0 <= j <= keys;
        loop invariant done: \forall subset m, a; \at(shows(visible, m, keys) && admits(bias, a, keys), Pre) ==>
          shows(visible, intersection(m, a), j);
        loop invariant rest: \forall integer i; j <= i < keys ==> visible[i] == \at(visible[i], Pre);
        loop invariant bias: \forall integer i;
          0 <= i < keys ==> (\is_minus_infinity(bias[i]) <==> \is_minus_infinity(\at(bias[i], Pre)));
        loop assigns j, visible[0 .. keys - 1];
        loop variant keys - j;
    */
    for (size_t j = 0; j < keys; j++)
        if (plumb_is_minus_infinity(bias[j]))
            visible[j] = 0;
}
