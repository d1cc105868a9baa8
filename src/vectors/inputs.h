/* inputs.h - how queries, keys and values of a vector are drawn. */
#ifndef PLUMB_VECTORS_INPUTS_H
#define PLUMB_VECTORS_INPUTS_H

typedef enum {
    PLUMB_INPUTS_SPREAD,       /* normal queries and keys, values that differ by key */
    PLUMB_INPUTS_STEEP,        /* the same with larger scores */
    PLUMB_INPUTS_NEEDLES,      /* few keys count (challenge/needles.h) */
    PLUMB_INPUTS_NEWEST,       /* the newest visible key counts */
    PLUMB_INPUTS_OLDEST,       /* the oldest does */
    PLUMB_INPUTS_LARGE_SCORES, /* scores of hundreds */
    PLUMB_INPUTS_CANCELLING,   /* values of about 1024 with alternating signs */
    PLUMB_INPUTS_SMALL_VALUES, /* about the least normal number */
    PLUMB_INPUTS_LARGE_VALUES, /* a 64th of the largest number */
    PLUMB_INPUTS_ZERO_QUERIES,
    PLUMB_INPUTS_EQUAL_KEYS,
    PLUMB_INPUTS_UNBALANCED,      /* queries 256 times as large, keys as small */
    PLUMB_INPUTS_HIDDEN_NAN,      /* hidden keys and values are NaN, */
    PLUMB_INPUTS_HIDDEN_INFINITY, /* infinite, */
    PLUMB_INPUTS_HIDDEN_LARGE     /* or the largest numbers */
} plumb_inputs;
#endif
