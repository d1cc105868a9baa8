/* surd.h - rational numbers over the square root of an integer: the values of scales. */
#ifndef PLUMB_CASE_SURD_H
#define PLUMB_CASE_SURD_H
#include <stdbool.h>
#include <stdint.h>

/* +- above / below / sqrt(root), of integers below 2^63; the ratio is in lowest terms, and the root is 1 or no
   square. */
typedef struct {
    bool negative;
    uint64_t above, below, root;
} plumb_surd;

plumb_surd plumb_surd_of(uint64_t integer);

/* Each returns false where an integer would reach 2^63, and: */
bool plumb_surd_multiply(plumb_surd *x, plumb_surd y);
bool plumb_surd_invert(plumb_surd *x);           /* of 0 */
bool plumb_surd_add(plumb_surd *x, plumb_surd y); /* where the roots differ */
bool plumb_surd_root(plumb_surd *x);             /* of what is negative or has a root already */
#endif
