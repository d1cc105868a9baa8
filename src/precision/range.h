/* range.h - the number formats of roundings: what they are called, and their largest numbers. */
#ifndef PLUMB_PRECISION_RANGE_H
#define PLUMB_PRECISION_RANGE_H

typedef struct {
    const char *name;
    double largest;
    double overflow; /* the least magnitude that rounds to infinity */
} plumb_range;

/* The format that overflows there; NULL if there is none. */
const plumb_range *plumb_range_of(double overflow);
#endif
