/* bound.h - how far a computed number can be from the exact one, before it is stored. */
#ifndef PLUMB_COMPARE_BOUND_H
#define PLUMB_COMPARE_BOUND_H
#include <stdbool.h>

typedef struct {
    double provable;  /* no evaluation in the precision ends farther away */
    bool informative; /* false: so much can go wrong that being within the bounds says nothing */
} plumb_bound;
#endif
