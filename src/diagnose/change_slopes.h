/* change_slopes.h - the slopes of ALiBi as binary64 numbers. */
#ifndef PLUMB_DIAGNOSE_CHANGE_SLOPES_H
#define PLUMB_DIAGNOSE_CHANGE_SLOPES_H
#include "diagnose/change_positions.h"
#include "diagnose/making.h"

/* The slope of head h among so many by the rule of spec/positions.md, section 3. */
double plumb_ruled_slope(size_t heads, size_t h);

/* The slopes [query_heads] of a case with ALiBi, multiplied by the scale where its form says so;
   NULL if memory is short. */
double *plumb_slopes_in_use(plumb_storage *storage, const plumb_problem *problem);

/* States the slopes, as they are.  Returns 1, or -1 if memory is short. */
int plumb_state_slopes(plumb_storage *storage, plumb_problem *problem);

/* Slopes that a rule gives in place of those in use. */
typedef enum {
    PLUMB_SLOPES_BY_STANDARD,  /* the rule in place of the tensor */
    PLUMB_SLOPES_ONE_RATIO,    /* 2^(-8 (h + 1)/H) for every H */
    PLUMB_SLOPES_FROM_ONE,     /* 2^(-8 h/H) */
    PLUMB_SLOPES_POWER_ABOVE,  /* the first H of the next power of two */
    PLUMB_SLOPES_OF_KEY_HEADS, /* the rule for key_heads, and of the key head */
    PLUMB_SLOPES_OF_RANKS,     /* the rule for the heads of each of so many ranks */
    PLUMB_SLOPES_IN_ORDER      /* largest first */
} plumb_slope_rule;

/* Changes (diagnose/making.h). */
int plumb_use_slopes(const plumb_making *m);  /* integer: the rule; second: how many ranks */
int plumb_round_alibi(const plumb_making *m); /* integer: what is rounded, several may be; second: the format */
enum { PLUMB_DISTANCES = 1, PLUMB_SLOPES = 2, PLUMB_PRODUCTS = 4 };
#endif
